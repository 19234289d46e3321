import { expect, test } from 'vitest'
import { type PersonRow, toPersonDocuments } from '#indexer/index/people-part.ts'
import type { PersonDocument } from '#mappings/people.ts'
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
    ...{ totalPay: null, hours: null, isFormer: false },
  }))

test.each(cases<[string, string[], string[][]]>('rows of one or several people'))(
  '%s',
  (_, rows, people) => {
    expect(mergePeople(rowsOf(rows)).map((own) => own.map(({ name }) => name))).toEqual(people)
  },
)

const ORGANIZATION = {
  ...{ ein: '170000001', name: 'Guild', city: 'Reno', state: 'NV', nteeCode: 'K31', revenue: 5 },
}
const only = (rows: PersonRow[]) => toPersonDocuments(ORGANIZATION, rows)[0] as PersonDocument
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
  const { display, ...searched } = only(rows)
  const leaf = `990:2021:202131999349300001:${OFFICERS}[2]/ReportableCompFromOrgAmt`
  expect(display).toEqual({
    ...{ name: 'Jane M Doe', ref: `990:2022:202231999349300001:${OFFICERS}[1]` },
    ...{ otherNames: ['JANE DOE'], titles: ['Chair', 'Treasurer'] },
    ...{ firstYear: 2020, lastYear: 2022, payStatus: 'PayUnknown' },
    pay: { value: 0, taxYear: 2021, ref: leaf },
    ...{ organization: 'Guild', city: 'Reno', state: 'NV' },
  })
  const form = expect.arrayContaining(['jane doe|m'])
  const query = { words: ['jane m doe', 'jane doe'], bag: ['doe jane m', 'doe jane'], form }
  expect(searched).toMatchObject({ key: '170000001-00000', rows: 3, query })
  const filter = { cause: ['K', 'K3', 'K31'], city: ['reno'], office: ['chair'], state: 'NV' }
  expect(searched).toMatchObject({ filter, sort: { lastYear: 2022, revenue: 5 } })
  expect(searched.query.form).not.toContain('jane doe|')
})

test('Schedule J gives the pay only if the list has none', () => {
  const [listed, detailed] = rowsOf(['2022 JANE DOE', '2022 JANE DOE'])
  const schedule = paid(detailed, 500, '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]')
  const payOf = (pay: number | null) => only([paid(listed, pay), schedule]).display.pay?.value
  expect([payOf(0), payOf(400), payOf(null)]).toEqual([0, 400, 500])
})

test('without filed pay there is none', () => {
  const { display } = only(rowsOf(['2022 JANE DOE']))
  expect(display).not.toHaveProperty('pay')
  expect(display).not.toHaveProperty('relatedPay')
})

test.each<[string, Partial<PersonRow>, string]>([
  ['full-time', { totalPay: 90_000, hours: 40 }, 'Counted'],
  ['35 hours', { totalPay: 90_000, hours: 35 }, 'Counted'],
  ['part-time', { totalPay: 90_000, hours: 34.9 }, 'PartTime'],
  ['no hours', { totalPay: 90_000 }, 'HoursUnknown'],
  ['no pay', { totalPay: 0, hours: 40 }, 'Unpaid'],
  ['pay not filed', { hours: 40 }, 'PayUnknown'],
  ['a former officer', { totalPay: 90_000, hours: 40, isFormer: true }, 'Former'],
  ['until a date', { totalPay: 90_000, hours: 40, title: 'CEO (THRU 6/22)' }, 'Former'],
])('whether pay counts: %s', (_, cells, status) => {
  const [row] = rowsOf(['2022 JANE DOE'])
  const { display, filter } = only([{ ...(row as PersonRow), ...cells }])
  expect([display.payStatus, filter.payStatus]).toEqual([status, status])
})

test('someone who is not in the latest list is a former person, with the last pay', () => {
  const [ann, jane] = rowsOf(['2022 ANN LEE', '2021 JANE DOE']) as [PersonRow, PersonRow]
  const title = 'Executive Director'
  const documents = toPersonDocuments(ORGANIZATION, [
    { ...ann, title: 'President', totalPay: 70_000, hours: 40 },
    { ...jane, title, totalPay: 80_000, hours: 40 },
  ])
  expect(documents.map(({ filter, sort }) => [filter.payStatus, filter.office, sort.pay])).toEqual([
    ['Counted', ['ceo', 'president'], 70_000],
    ['Former', ['ceo'], 80_000],
  ])
})
