import { expect, test } from 'vitest'
import {
  type AcrossEntry,
  findCoListed,
  isSameName,
  type ListedRow,
  relateEntries,
  toEntryYears,
  toTotals,
} from '#src/search/people/across.ts'
import { type Entry, findPossiblySame } from '#src/search/people/same-person.ts'

const OFFICERS = '/IRS990/Form990PartVIISectionAGrp'
const [ONE, TWO, THREE] = ['170000001', '170000002', '170000003']

const entry = (ein: string, name: string, display: Partial<Entry['display']> = {}): Entry => ({
  ein,
  display: {
    ...{ name, ref: `990:2022:${ein}:${OFFICERS}[1]`, otherNames: [], titles: ['Treasurer'] },
    ...{ firstYear: 2020, lastYear: 2022, organization: `Guild ${ein}` },
    ...{ city: 'Reno', state: 'NV', ...display },
  },
})
const elsewhere = { city: 'Toledo', state: 'OH' }
const chosen = entry(ONE, 'JANE M DOE')

const SHARED = 'Both organizations also list Ann Lee.'
const PLACE = 'Both organizations are in Reno, NV.'
const TITLE = 'Both list the title Treasurer in the same state.'

test.each<[string, Entry, string[], string | undefined, string[]?]>([
  ['city and initials', entry(TWO, 'Jane M. Doe'), [], 'Likely', [PLACE, TITLE]],
  ['city without initials', entry(TWO, 'Jane Doe'), [], 'Possible', [PLACE, TITLE]],
  ['another person', entry(TWO, 'Jane Doe', elsewhere), ['ANN LEE'], 'Likely', [SHARED]],
  ['the title in the state', entry(TWO, 'Jane Doe', { city: 'Elko' }), [], 'Possible', [TITLE]],
  ['nothing but the name', entry(TWO, 'Jane Doe', elsewhere), [], undefined],
  ['all but an initial', entry(TWO, 'Jane R Doe'), ['ANN LEE'], undefined],
  ['the organization', entry(ONE, 'Jane Doe'), [], undefined],
])('an entry that shares %s', (_, other, names, likelihood, why) => {
  const byEin = new Map([
    [ONE, ['JANE M DOE', 'Ann Lee']],
    [TWO, ['Jane Doe', ...names]],
  ])
  const found = findPossiblySame(chosen, [chosen, other], byEin)
  expect(found.map((same) => [same.likelihood, same.why])).toEqual(
    likelihood ? [[likelihood, why]] : [],
  )
})

test('each entry has its certainty and a reason, the likeliest first', () => {
  const [FOUR, FIVE] = ['170000004', '170000005']
  const others = [
    ...[entry(TWO, 'JANE DOE', elsewhere), entry(THREE, 'JANE R DOE')],
    ...[entry(FOUR, 'Jane M. Doe'), entry(FIVE, 'DOE JANE', elsewhere)],
  ]
  const names = new Map([
    [ONE, ['JANE M DOE', 'ANN LEE']],
    [FIVE, ['DOE JANE', 'Ann Lee']],
  ])
  const related = relateEntries(chosen, others, names)
  expect(related.map(({ ein, certainty, why }) => `${ein} ${certainty} ${why.length}`)).toEqual([
    ...[`${ONE} Chosen 0`, `${FOUR} Likely 2`, `${FIVE} Likely 1`, `${TWO} Possible 1`],
  ])
  expect(related[2]?.why[0]).toContain('ANN LEE')
})

const row = (ein: string, taxYear: number, more: Partial<ListedRow> = {}): ListedRow => ({
  ...{ ein, form: '990', taxYear, taxPeriodEnd: `${taxYear}-12-31` },
  ...{ objectId: `${taxYear}31999349300001`, path: `${OFFICERS}[1]`, name: 'Jane  M Doe' },
  ...{ title: null, pay: null, payLeaf: null, relatedPay: null, relatedLeaf: null },
  ...more,
})
const paid = (pay: number) => ({ pay, payLeaf: 'ReportableCompFromOrgAmt' })

test('the years of an entry are those of its spellings at its organization', () => {
  const ref = `990:2022:202231999349300001:${OFFICERS}[1]/ReportableCompFromOrgAmt`
  const years = toEntryYears(chosen, [
    row(ONE, 2021, { ...paid(90), title: 'CFO' }),
    row(ONE, 2022, paid(100)),
    row(ONE, 2022, { path: '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]', pay: 120 }),
    row(ONE, 2022, { ...paid(7), taxPeriodEnd: '2022-06-30', objectId: 'short' }),
    row(ONE, 2022, { ...paid(500), name: 'JOHN ROE' }),
    row(TWO, 2022, paid(500)),
  ])
  expect(years).toMatchObject([
    { taxYear: 2022, pay: { value: 100, ref } },
    { taxYear: 2021, title: 'CFO', pay: { value: 90 } },
  ])
  expect(years).toHaveLength(2)
})

test('totals add up the pay of chosen and likely entries, without related pay', () => {
  const listed = (certainty: AcrossEntry['certainty'], ...rows: ListedRow[]): AcrossEntry => {
    const own = entry(rows[0]?.ein ?? '', 'JANE M DOE')
    return { ...own, certainty, why: [], years: toEntryYears(own, rows) }
  }
  const related = { relatedPay: 40, relatedLeaf: 'ReportableCompFromRltdOrgAmt' }
  const totals = toTotals([
    listed('Chosen', row(ONE, 2022, { ...paid(100), ...related })),
    listed('Likely', row(TWO, 2022, paid(40)), row(TWO, 2021)),
    listed('Possible', row(THREE, 2022, paid(900))),
  ])
  expect(totals).toMatchObject([
    { taxYear: 2022, amount: 140, organizations: 2, refs: [{ ein: ONE }, { ein: TWO }] },
    { taxYear: 2021, organizations: 1 },
  ])
  expect(totals[1]?.amount).toBeUndefined()
})

test('people whom two of the organizations list are found by the words of their names', () => {
  const names = new Map([
    [ONE, ['JANE M DOE', 'ANN LEE', 'SAM POE']],
    [TWO, ['Jane M Doe', 'Lee, Ann', 'THE TRUST']],
    [THREE, ['ann lee', 'THE TRUST']],
  ])
  const entries = [ONE, TWO, THREE].map((ein) => entry(ein, 'JANE M DOE'))
  expect(findCoListed(entries, names)).toEqual([
    { name: 'ANN LEE', eins: [ONE, TWO, THREE] },
    { name: 'THE TRUST', eins: [TWO, THREE] },
  ])
})

test('matches of all words are the same name', () => {
  const matches = ['ExactName', 'Reordered', 'MiddleNames', 'Words', 'Fuzzy'] as const
  expect(matches.map(isSameName)).toEqual([true, true, true, false, false])
})
