import { expect, test } from 'vitest'
import { type PersonRow, toPersonDocument } from '#indexer/index/people-part.ts'
import { mergePeople } from '#src/domain/merge-people.ts'
import { openCases } from '../../cases.ts'

const cases = openCases(new URL('./people.tsv', import.meta.url))

const OFFICERS = '/IRS990/Form990PartVIISectionAGrp'

/** Rows written as "2022 JANE DOE"; rows of one year are in one list. */
const rowsOf = (texts: string[]): PersonRow[] =>
  texts.map((text, at) => ({
    form: '990',
    taxYear: Number(text.slice(0, 4)),
    objectId: `${text.slice(0, 4)}31999349300001`,
    path: `${OFFICERS}[${at + 1}]`,
    name: text.slice(5),
    ...{ title: null, pay: null, payLeaf: null, relatedPay: null, relatedLeaf: null },
  }))

test.each(cases<[string, string[], string[][]]>('rows of one or several people'))(
  '%s',
  (_, rows, people) => {
    expect(mergePeople(rowsOf(rows)).map((own) => own.map(({ name }) => name))).toEqual(people)
  },
)

const ORGANIZATION = { ein: '170000001', name: 'Guild', city: 'Reno', state: 'NV', revenue: 5 }
const paid = (row: PersonRow | undefined, pay: number | null, path = row?.path ?? '') => ({
  ...(row as PersonRow),
  path,
  pay,
  payLeaf: pay === null ? null : 'ReportableCompFromOrgAmt',
})

test('an entry has the latest spelling and pay, and all titles', () => {
  const [third, second, first] = rowsOf(['2022 Jane M Doe', '2021 JANE DOE', '2020 JANE DOE'])
  const rows = [
    { ...paid(third, null), title: 'Chair' },
    { ...paid(second, 0), title: 'CHAIR' },
    { ...paid(first, 900), title: 'Treasurer' },
  ]
  const { display, ...searched } = toPersonDocument(ORGANIZATION, rows, 3)
  const leaf = `990:2021:202131999349300001:${OFFICERS}[2]/ReportableCompFromOrgAmt`
  expect(display).toEqual({
    ...{ name: 'Jane M Doe', ref: `990:2022:202231999349300001:${OFFICERS}[1]` },
    ...{ otherNames: ['JANE DOE'], titles: ['Chair', 'Treasurer'] },
    ...{ firstYear: 2020, lastYear: 2022 },
    pay: { value: 0, taxYear: 2021, ref: leaf },
    ...{ organization: 'Guild', city: 'Reno', state: 'NV' },
  })
  const form = expect.arrayContaining(['jane doe|m'])
  const query = { words: ['jane m doe', 'jane doe'], bag: ['doe jane m', 'doe jane'], form }
  expect(searched).toMatchObject({ key: '170000001-00003', rows: 3, query })
  expect(searched.query.form).not.toContain('jane doe|')
})

test('Schedule J gives the pay only if the list has none', () => {
  const [listed, detailed] = rowsOf(['2022 JANE DOE', '2022 JANE DOE'])
  const schedule = paid(detailed, 500, '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]')
  const payOf = (pay: number | null) =>
    toPersonDocument(ORGANIZATION, [paid(listed, pay), schedule], 0).display.pay?.value
  expect([payOf(0), payOf(400), payOf(null)]).toEqual([0, 400, 500])
})

test('without filed pay there is none', () => {
  const { display } = toPersonDocument(ORGANIZATION, rowsOf(['2022 JANE DOE']), 0)
  expect(display).not.toHaveProperty('pay')
  expect(display).not.toHaveProperty('relatedPay')
})
