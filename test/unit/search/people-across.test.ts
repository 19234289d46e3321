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
import type { Entry } from '#src/search/people/same-person.ts'

const OFFICERS = '/IRS990/Form990PartVIISectionAGrp'

const entry = (ein: string, name: string, display: Partial<Entry['display']> = {}): Entry => ({
  ein,
  display: {
    name,
    ref: `990:2022:${ein}:${OFFICERS}[1]`,
    otherNames: [],
    titles: ['Treasurer'],
    firstYear: 2020,
    lastYear: 2022,
    organization: `Guild ${ein}`,
    city: 'Reno',
    state: 'NV',
    ...display,
  },
})
const elsewhere = { city: 'Toledo', state: 'OH' }
const chosen = entry('170000001', 'JANE M DOE')

const row = (ein: string, taxYear: number, more: Partial<ListedRow> = {}): ListedRow => ({
  ein,
  form: '990',
  taxYear,
  taxPeriodEnd: `${taxYear}-12-31`,
  objectId: `${taxYear}31999349300001`,
  path: `${OFFICERS}[1]`,
  name: 'Jane  M Doe',
  title: null,
  pay: null,
  payLeaf: null,
  relatedPay: null,
  relatedLeaf: null,
  ...more,
})
const paid = (pay: number) => ({ pay, payLeaf: 'ReportableCompFromOrgAmt' })

test('each entry says how sure it is, and why', () => {
  const others = [
    entry('170000002', 'JANE DOE', elsewhere),
    entry('170000003', 'JANE R DOE'),
    entry('170000004', 'Jane M. Doe'),
    entry('170000005', 'DOE JANE', elsewhere),
  ]
  const names = new Map([
    ['170000001', ['JANE M DOE', 'ANN LEE']],
    ['170000005', ['DOE JANE', 'Ann Lee']],
  ])
  const related = relateEntries(chosen, others, names)
  expect(related.map(({ ein, certainty, why }) => [ein, certainty, why[0]])).toEqual([
    ['170000001', 'Chosen', undefined],
    ['170000004', 'Likely', 'Both organizations are in Reno, NV.'],
    ['170000005', 'Likely', 'Both organizations also list ANN LEE.'],
    ['170000002', 'Possible', 'Only the name agrees.'],
  ])
})

test('the years of an entry are those of its spellings at its organization', () => {
  const years = toEntryYears(chosen, [
    row('170000001', 2021, { ...paid(90), title: 'CFO' }),
    row('170000001', 2022, paid(100)),
    row('170000001', 2022, { path: '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]', pay: 120 }),
    row('170000001', 2022, { ...paid(7), taxPeriodEnd: '2022-06-30', objectId: 'short' }),
    row('170000001', 2022, { ...paid(500), name: 'JOHN ROE' }),
    row('170000002', 2022, paid(500)),
  ])
  expect(years).toMatchObject([
    {
      taxYear: 2022,
      pay: {
        value: 100,
        ref: `990:2022:202231999349300001:${OFFICERS}[1]/ReportableCompFromOrgAmt`,
      },
    },
    { taxYear: 2021, title: 'CFO', pay: { value: 90 } },
  ])
})

const listed = (
  ein: string,
  certainty: AcrossEntry['certainty'],
  rows: ListedRow[],
): AcrossEntry => {
  const own = entry(ein, 'JANE M DOE')
  return { ...own, certainty, why: [], years: toEntryYears(own, rows) }
}

test('totals add up the pay of chosen and likely entries, without related pay', () => {
  const related = { relatedPay: 40, relatedLeaf: 'ReportableCompFromRltdOrgAmt' }
  const totals = toTotals([
    listed('170000001', 'Chosen', [row('170000001', 2022, { ...paid(100), ...related })]),
    listed('170000002', 'Likely', [row('170000002', 2022, paid(40)), row('170000002', 2021)]),
    listed('170000003', 'Possible', [row('170000003', 2022, paid(900))]),
  ])
  expect(
    totals.map(({ taxYear, amount, organizations }) => [taxYear, amount, organizations]),
  ).toEqual([
    [2022, 140, 2],
    [2021, undefined, 1],
  ])
  expect(totals[0]?.refs.map(({ ein }) => ein)).toEqual(['170000001', '170000002'])
})

test('people whom two of the organizations list are found by the words of their names', () => {
  const names = new Map([
    ['170000001', ['JANE M DOE', 'ANN LEE', 'SAM POE']],
    ['170000002', ['Jane M Doe', 'Lee, Ann', 'THE TRUST']],
    ['170000003', ['ann lee', 'THE TRUST']],
  ])
  const entries = ['170000001', '170000002', '170000003'].map((ein) => entry(ein, 'JANE M DOE'))
  expect(findCoListed(entries, names)).toEqual([
    { name: 'ANN LEE', eins: ['170000001', '170000002', '170000003'] },
    { name: 'THE TRUST', eins: ['170000002', '170000003'] },
  ])
})

test.each([
  ['ExactName', true],
  ['Reordered', true],
  ['MiddleNames', true],
  ['Words', false],
  ['Fuzzy', false],
] as const)('%s is the same name: %s', (match, isSame) => {
  expect(isSameName(match)).toBe(isSame)
})
