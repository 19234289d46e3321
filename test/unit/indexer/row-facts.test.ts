import { describe, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { ROW_SUM_KEYS, ROW_SUMS } from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { type Elements, makeReturn, toXml } from './made-return.ts'

const recordOf = (data: Elements) =>
  toFilingRecord(readReturn(Buffer.from(makeReturn({ data: toXml(data) }))), '202301329349300001')
const rowFacts = (data: Elements) => recordOf(data).rowFacts

type Made = { key: string; part: string; row: string; leaves: string[] }

// Names from 2013 on, then earlier ones, as in the IRS's schemas.
const SUMS: Made[] = readTsv(new URL('./row-sums.tsv', import.meta.url)).map(
  ([key = '', part = '', row = '', leaves = '']) => ({ key, part, row, leaves: leaves.split(' ') }),
)

/** A return with rows of a table, each with the texts of its leaves. */
const withRows = ({ part, row, leaves }: Made, rows: string[][]): Elements => {
  const at = row.lastIndexOf('/')
  const made = rows.map((texts) =>
    Object.fromEntries(texts.map((text, at) => [leaves[at] ?? 'Other', text])),
  )
  return {
    ...(part.includes('Schedule') && { IRS990: '' }),
    [at < 0 ? part : `${part}/${row.slice(0, at)}`]: { [row.slice(at + 1)]: made },
  }
}

describe('sums of rows', () => {
  test.each(SUMS)('$key adds $leaves of $part/$row', (made) => {
    const rows = [
      ['100', '7'],
      ['0', '0'],
      ['-30', ''],
    ].map((row) => row.slice(0, made.leaves.length))
    const value = made.leaves.length === 2 ? 77 : 70
    const path = `/${made.part}/${made.row}`
    expect(rowFacts(withRows(made, rows)).sums).toEqual({
      [made.key]: { value, rows: 3, paths: [`${path}[1]`, `${path}[2]`, `${path}[3]`] },
    })
  })

  test('have a case each above, except those of one row', () => {
    const tried = new Set(SUMS.map(({ key }) => key))
    expect(ROW_SUM_KEYS.filter((key) => !tried.has(key))).toEqual(['noncashContributions'])
  })

  test('add noncash contributions of every line of Schedule M', () => {
    const line = (amount: number) => ({ NoncashContributionsRptF990Amt: amount })
    const IRS990ScheduleM = { WorksOfArtGrp: line(40), FoodInventoryGrp: line(2) }
    const { sums } = rowFacts({ IRS990: '', IRS990ScheduleM })
    expect(sums.noncashContributions).toMatchObject({ value: 42, rows: 2 })
  })

  test.each(SUMS)('$key of $part/$row is unknown if a cell is not an amount', (made) => {
    const path = `/${made.part}/${made.row}[2]/${made.leaves.at(-1)}`
    const good = ['100', '7'].slice(0, made.leaves.length)
    expect(rowFacts(withRows(made, [good, [...good.slice(1), 'RESTRICTED'], good]))).toMatchObject({
      sums: {},
      unknown: { [made.key]: { why: 'NotAnAmount', path } },
    })
  })

  test('are absent if no row has an amount', () => {
    const [made] = SUMS
    if (!made) throw new Error('There are no sums')
    expect(rowFacts(withRows(made, [['', ''], []]))).toEqual({ sums: {} })
  })

  test('of other columns of the same rows remain known', () => {
    const Form990PartVIISectionAGrp = { ReportableCompFromOrgAmt: 'lots', OtherCompensationAmt: 9 }
    const { sums, unknown } = rowFacts({ IRS990: { Form990PartVIISectionAGrp } })
    expect(sums).toMatchObject({ otherCompensation: { value: 9 } })
    expect(Object.keys(unknown ?? {})).toEqual(['reportableCompensation'])
  })

  test('name the leaf of the first program, which has no separate element', () => {
    const IRS990 = { ExpenseAmt: 10, ProgSrvcAccomActy2Grp: { ExpenseAmt: 5 } }
    expect(rowFacts({ IRS990 }).sums.programExpenses).toEqual({
      value: 15,
      rows: 2,
      paths: ['/IRS990/ExpenseAmt', '/IRS990/ProgSrvcAccomActy2Grp'],
    })
  })

  const text = 'x'.repeat(700)

  test('name the part if there are many rows, and read those that are stored apart', () => {
    const RecipientTable = Array.from({ length: 1_234 }, (_, row) => ({
      PurposeOfGrantTxt: text,
      CashGrantAmt: row,
    }))
    expect(rowFacts({ IRS990: '', IRS990ScheduleI: { RecipientTable } }).sums).toEqual({
      grantsToOrganizations: {
        value: (1_233 * 1_234) / 2,
        rows: 1_234,
        paths: ['/IRS990ScheduleI'],
      },
    })
  })

  test('count rows once that are stored apart and read as narrative, too', () => {
    const ProgSrvcAccomActyOtherGrp = Array(120).fill({ ExpenseAmt: 2, Desc: text })
    const { programExpenses } = rowFacts({ IRS990: { ProgSrvcAccomActyOtherGrp } }).sums
    expect(programExpenses).toEqual({ value: 240, rows: 120, paths: ['/IRS990'] })
  })

  test('belong only to the form', () => {
    const Form990PartVIISectionAGrp = { ReportableCompFromOrgAmt: 9 }
    expect(rowFacts({ IRS990T: { Form990PartVIISectionAGrp } })).toEqual({ sums: {} })
    expect(rowFacts({ IRS990PF: '', IRS990T: { GrantsInUSGrp: '' } })).toEqual({ sums: {} })
  })

  test.each(ROW_SUM_KEYS)('%s adds columns that its table has', (key) => {
    const { table, columns } = ROW_SUMS[key]
    expect(Object.keys(TABLES[table].columns)).toEqual(expect.arrayContaining([...columns]))
  })
})

const officers = (...names: string[]): Elements => ({
  Form990PartVIISectionAGrp: names.map((PersonNm) => ({ PersonNm })),
})

describe('officers', () => {
  test('are the names of the form’s list as filed, and absent if a row has none', () => {
    const Form990PartVIISectionAGrp = [
      { PersonNm: ' JANE DOE ' },
      { TitleTxt: 'CHAIR' },
      { PersonNm: 'RAUL PÉREZ' },
    ]
    expect(rowFacts({ IRS990: { Form990PartVIISectionAGrp } }).officers).toEqual({
      path: '/IRS990/Form990PartVIISectionAGrp',
      names: ['JANE DOE', '', 'RAUL PÉREZ'],
    })
  })

  test('of a foundation are inside the list of people', () => {
    const path = 'IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp'
    const BusinessName = { BusinessNameLine1Txt: 'FIRST BANK', BusinessNameLine2Txt: 'OF OHIO' }
    expect(rowFacts({ [path]: { BusinessName } }).officers).toEqual({
      path: `/${path}`,
      names: ['FIRST BANK OF OHIO'],
    })
  })

  test('are absent if the return lists no person', () => {
    expect(rowFacts({ IRS990EZ: '' })).toEqual({ sums: {} })
  })
})

describe('people of Schedule J whom Part VII does not name', () => {
  const PATH = '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp'
  const unlistedIn = (IRS990: Elements, rows: Elements[]) =>
    rowFacts({ IRS990, IRS990ScheduleJ: { RltdOrgOfficerTrstKeyEmplGrp: rows } }).unlisted
  const unlisted = (...names: string[]) =>
    unlistedIn(
      officers('SMITH JOHN', 'DOE, JANE'),
      names.map((PersonNm) => ({ PersonNm })),
    )

  test('have the path of their row', () => {
    const rows = [
      { PersonNm: 'John A. Smith MD' },
      { PersonNm: 'Ann Other' },
      { 'BusinessName/BusinessNameLine1Txt': 'First Bank' },
    ]
    expect(unlistedIn(officers('SMITH JOHN', 'DOE, JANE'), rows)).toEqual([
      { name: 'Ann Other', path: `${PATH}[2]` },
      { name: 'First Bank', path: `${PATH}[3]` },
    ])
  })

  test('exclude rows that refer to another place', () => {
    expect(unlisted('SEE SCHEDULE O', 'Jack Smith')).toEqual([
      { name: 'Jack Smith', path: `${PATH}[2]`, listedAs: 'SMITH JOHN' },
    ])
    expect(unlisted('SEE SCHEDULE O')).toBeUndefined()
  })

  test('do not exist if Part VII names all of them, and are unknown if either list has no names', () => {
    expect(unlisted('Jane Doe')).toEqual([])
    expect(unlisted()).toBeUndefined()
    const rows = [{ PersonNm: 'Jane Doe' }]
    expect([unlistedIn({}, rows), unlistedIn(officers(''), rows)]).toEqual([undefined, undefined])
  })
})

describe('amounts of rows with other content', () => {
  const PATH = '/IRS990ScheduleI/RecipientTable'
  const grantsOf = (amounts: string[]) =>
    recordOf({
      IRS990: '',
      IRS990ScheduleI: { RecipientTable: amounts.map((CashGrantAmt) => ({ CashGrantAmt })) },
    })

  test.each([
    ['a table with a sum', 'IRS990ScheduleI/RecipientTable', 'CashGrantAmt'],
    ['a table of money given', 'IRS990ScheduleR/TransactionsRelatedOrgGrp', 'InvolvedAmt'],
  ])('cause a warning in %s', (_, row, leaf) => {
    const { warnings } = recordOf({ IRS990: '', [`${row}/${leaf}`]: '9999999999999999' })
    expect(warnings).toEqual([`NotAnAmount /${row}[1]/${leaf}`])
  })

  test('make the sum unknown; the first ten are named and the others counted', () => {
    const { rowFacts, warnings } = grantsOf(['5', ...Array(12).fill('RESTRICTED'), '7'])
    const pathOf = (row: number) => `${PATH}[${row}]/CashGrantAmt`
    expect(rowFacts).toEqual({
      sums: {},
      unknown: { grantsToOrganizations: { why: 'NotAnAmount', path: pathOf(2) } },
    })
    expect(warnings).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `NotAnAmount ${pathOf(at + 2)}`),
      'NotAnAmount (2 more)',
    ])
  })

  const most = (count: number, sign = '') => Array(count).fill(`${sign}999999999999999`)
  test.each([
    ['too large to be exact', most(10)],
    ['there and back', [...most(10), ...most(10, '-')]],
    ['in rows that are stored apart', most(10_000)],
  ])('a sum %s is omitted, with a warning', (_, amounts) => {
    const { rowFacts, warnings } = grantsOf(amounts)
    const unknown = { grantsToOrganizations: { why: 'SumTooLarge', path: PATH } }
    expect(rowFacts).toEqual({ sums: {}, unknown })
    expect(warnings).toEqual([`SumTooLarge ${PATH}`])
  })
})
