import { expect, test } from 'vitest'
import { spellName } from '#src/domain/facts/printed.ts'
import { leavesOf } from '#src/domain/facts/return-layout.ts'
import { asksFor, describeTable } from '#src/organizations/sections/describe-tables.ts'
import type { SectionRow } from '#src/organizations/sections/section-data.ts'
import { readLeaf } from '#src/web/components/evidence.tsx'
import { describeChange } from '#src/web/components/organization/overview.tsx'
import {
  cellsOf,
  groupByPart,
  groupColumns,
  isProse,
  isSumLine,
  planColumns,
} from '#src/web/components/rows/columns.ts'
import { cutText } from '#src/web/components/text.tsx'
import { shownText } from '#src/web/pages/return.tsx'
import { testReturns } from '../cases.ts'

const FILING = { schemaVersion: '2022v5.0' }
const PEOPLE = describeTable(FILING, 'officers990', 2)
type Values = Record<string, string | number | boolean>
const cellsWith = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, path: '/x' }]))
const person = (values: Values): SectionRow => ({
  table: 'officers990',
  row: { cells: cellsWith(values) },
})

/** Returns the keys of the columns in which a table shows its rows. */
const plan = (rows: SectionRow[], table = PEOPLE) => {
  const { head, notes, columns, empty } = planColumns(table, rows)
  const keys = (of: readonly { key: string }[]) => of.map(({ key }) => key)
  return { head: head?.key, notes: keys(notes), columns: keys(columns), empty: keys(empty) }
}

test('ticked boxes are joined in one column, and unticked ones dropped', () => {
  const position = groupColumns(PEOPLE).find(({ key }) => key === 'position')
  const cells = cellsWith({ officer: true, trustee: true, former: false })
  expect(position && cellsOf(position, cells).map(({ key }) => key)).toEqual(['trustee', 'officer'])
})

test.each([
  ['revenue990PF', 'Part I, line 7', 'Capital gain net income', 'books', false],
  ['revenue990PF', 'Part I, line 7', 'Capital gain net income', 'netInvestment', true],
  ['expenses990', 'Part IX, line 4', 'Benefits paid to or for members', 'management', false],
  ['revenue990', 'Part VIII, line 3', 'Investment income', 'securities', false],
  ['revenue990', 'Part VIII, line 1a', 'Federated campaigns', 'amount', true],
] as const)('%s, %s, %s: column %s is on the form: %s', (table, line, label, column, asks) => {
  expect(asksFor({ table, row: { line, label, cells: {} } }, column)).toBe(asks)
})

test('a list of states has no addresses', () => {
  const { columns } = describeTable(FILING, 'statesFiled990', 1)
  expect(groupColumns({ columns }).map(({ label }) => label)).toEqual(['State'])
})

test.each([
  ['/IRS990ScheduleR/IdRelatedOrgTxblPartnershipGrp[1]/OwnershipPct', '0.99989', '99.989%'],
  ['/IRS990ScheduleA/PublicSupportCY170Pct', '0.96968', '96.968%'],
  ['/IRS990ScheduleA/PublicSupportPY170Pct', '0.89850', '89.85%'],
  ['/IRS990ScheduleK/TermOfGICPct', '0.5', '0.5'],
  ['/IRS990ScheduleH/FPGFamilyIncmLmtFreeCarePct', '300.', '300'],
  ['/ReturnHeader/Filer/PhoneNum', '6145550129', '(614) 555-0129'],
  ['/ReturnHeader/Filer/USAddress/ZIPCd', '457501535', '45750-1535'],
  ['/ReturnHeader/ReturnTs', '2024-07-19T07:11:46-07:00', 'July 19, 2024, 07:11 UTC-07:00'],
  ['/ReturnHeader/BuildTS', '2024-08-28 13:31:00Z', 'August 28, 2024, 13:31 UTC'],
  ['/IRS990ScheduleI/RecipientTable[1]/EINOfRecipient', '070000101', '07-0000101'],
  ['/IRS990ScheduleD/Land/BookValue', '94227582', '94,227,582'],
  ['/IRS990ScheduleH/StateLicenseNum', '1234567', '1234567'],
  ['/ReturnHeader/SigningOfficerGrp/SSN', '', 'withheld'],
  ['/ReturnHeader/Filer/USAddress/AddressLine2Txt', '', 'left blank'],
])('the return shows %s %j as %s', (path, text, shown) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  expect(shownText({ name, path, text })).toBe(shown)
})

test.each([
  [0.439, 'up 43.9%'],
  [-0.125, 'down 12.5%'],
  [3224, 'up more than tenfold'],
])('a change by %d is %s', (ratio, shown) => {
  expect(describeChange(ratio)).toBe(shown)
})

test('the first text names a row, and columns that no row fills are listed', () => {
  expect(plan([person({ name: 'Ada', reportableCompensation: 0 })])).toMatchObject({
    head: 'name',
    columns: ['reportableCompensation'],
    empty: expect.arrayContaining(['title']),
  })
})

test('columns begin with the amount, so that phones show it', () => {
  const row = { name: 'Ada', title: 'Chair', officer: true, reportableCompensation: 5 }
  expect(plan([person(row)]).columns[0]).toBe('reportableCompensation')
})

test('a statement shows texts below the label of the line', () => {
  const cells = cellsWith({ description: 'Meals', total: 5 })
  const rows: SectionRow[] = [{ table: 'revenue990', row: { label: 'Program service', cells } }]
  expect(plan(rows, describeTable(FILING, 'revenue990', 1))).toMatchObject({
    head: undefined,
    notes: ['description'],
    columns: ['total'],
  })
})

test('a cell that is too long becomes text', () => {
  expect(isProse([person({ title: 'x'.repeat(300) })])).toBe(true)
  expect(isProse([person({ title: 'Chair' })])).toBe(false)
})

test('lines are grouped by part if there are several, because each part has a line 1', () => {
  const line = (label: string, number: string): SectionRow => ({
    table: 'tax990T',
    row: { label, line: number, cells: {} },
  })
  const income = line('Income of all trades and businesses', 'Part I, line 1')
  const tax = line('Tax at corporate rates', 'Part II, line 1')
  expect(groupByPart(FILING, [income, tax])).toEqual([
    { part: 'Part I', own: [income] },
    { part: 'Part II', own: [tax] },
  ])
  expect(groupByPart(FILING, [tax])).toEqual([{ part: undefined, own: [tax] }])
})

test('an element has indexed Refs if the catalogue lists the repeat, and none that would not open', () => {
  const content = {
    RecipientTable: [{ CashGrantAmt: '1' }, { CashGrantAmt: '2' }],
    Other: ['a', 'b'],
  }
  expect(leavesOf(content, '/IRS990ScheduleI').map(({ leaf }) => leaf.path)).toEqual([
    '/IRS990ScheduleI/RecipientTable[1]/CashGrantAmt',
    '/IRS990ScheduleI/RecipientTable[2]/CashGrantAmt',
    '/IRS990ScheduleI/Other',
    undefined,
  ])
})

testReturns({
  'texts cut between words, and never within a character': (text: string, most: number) =>
    cutText(text, most),
  'sums of a statement': (label: string) =>
    isSumLine({ table: 'balance990', row: { label, cells: {} } }),
  'names of elements': spellName,
  'amounts by the name of their element': (name: string, text: string) => readLeaf({ name, text }),
})
