import { describe, expect, test } from 'vitest'
import { ROW_SUM_KEYS, ROW_SUMS } from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { testReturns } from '#test/unit/cases.ts'
import { type Elements, recordOf, toXml } from './made-return.ts'

const related = (ein: string) =>
  `<IdRelatedTaxExemptOrgGrp><EIN>${ein}</EIN><PrimaryActivitiesTxt>${'x'.repeat(300)}` +
  '</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>'
const relatedIn = (eins: string[]) => {
  const rows = eins.map(related).join('')
  return recordOf({ data: `<IRS990/><IRS990ScheduleR>${rows}</IRS990ScheduleR>` }).related
}
const PATH = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'

test('contents of a return are its parts with their full size, its rows, and its cut repeats', () => {
  const grant = `<RecipientTable><PurposeOfGrantTxt>${'x'.repeat(700)}</PurposeOfGrantTxt></RecipientTable>`
  const officer = '<Form990PartVIISectionAGrp><PersonNm>A</PersonNm></Form990PartVIISectionAGrp>'
  const { contents } = recordOf({
    data: `<IRS990>${officer.repeat(3)}</IRS990><IRS990ScheduleI>${grant.repeat(150)}</IRS990ScheduleI>`,
  })
  const [, form, schedule] = contents.blocks
  expect(form).toMatchObject({ block: 'IRS990', ordinal: 1 })
  expect(schedule?.bytes).toBeGreaterThan(150 * 700)
  expect(contents.rows).toMatchObject({
    '/IRS990/Form990PartVIISectionAGrp': 3,
    '/IRS990ScheduleI/RecipientTable': 150,
  })
  expect(contents.cut).toEqual(['/IRS990ScheduleI/RecipientTable'])
})

describe('related references', () => {
  test('are the EINs of Schedule R with their rows, without the filer and placeholders', () => {
    const rows = ['170000005', '070000001', '000000000', 'FOREIGN', '17-0000006']
    expect(relatedIn(rows)).toEqual([
      { path: `${PATH}[1]`, relatedEin: '170000005' },
      { path: `${PATH}[5]`, relatedEin: '170000006' },
    ])
  })

  test('have an index for a single row', () => {
    expect(relatedIn(['170000005'])).toEqual([{ path: `${PATH}[1]`, relatedEin: '170000005' }])
  })
})

test('the narrative has its source rows, even those stored apart', () => {
  const entryOf = (program: number) => `<SupplementalInformationDetail>
    <FormAndLineReferenceDesc>Part III, line 4d</FormAndLineReferenceDesc>
    <ExplanationTxt>No${program} ${'x'.repeat(700)}</ExplanationTxt></SupplementalInformationDetail>`
  const entries = Array.from({ length: 120 }, (_, program) => entryOf(program)).join('')
  const data = `<IRS990/><IRS990ScheduleO>${entries}</IRS990ScheduleO>`
  const { narrative, contents } = recordOf({ data })
  expect(contents.cut).toEqual(['/IRS990ScheduleO/SupplementalInformationDetail'])
  expect(narrative.programs).toHaveLength(120)
})

test('if a part should occur once, the first counts, and the others cause a warning', () => {
  const schedule = (count: number) =>
    `<IRS990ScheduleI>${'<RecipientTable/>'.repeat(count)}</IRS990ScheduleI>`
  const { contents, warnings } = recordOf({
    data: `<IRS990/>${schedule(3)}${schedule(2)}${schedule(2)}`,
  })
  expect(contents.rows).toEqual({ '/IRS990ScheduleI/RecipientTable': 3 })
  expect(warnings).toEqual(['RepeatedPart IRS990ScheduleI'])
})

const rowFacts = (data: Elements) => recordOf({ data: toXml(data) }).rowFacts

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

  test.each(SUMS)('$key of $part/$row is unknown if a cell is not an amount', (made) => {
    const path = `/${made.part}/${made.row}[2]/${made.leaves.at(-1)}`
    const good = ['100', '7'].slice(0, made.leaves.length)
    expect(rowFacts(withRows(made, [good, [...good.slice(1), 'RESTRICTED'], good]))).toMatchObject({
      sums: {},
      unknown: { [made.key]: { why: 'NotAnAmount', path } },
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

  test.each(ROW_SUM_KEYS)('%s adds columns that its table has', (key) => {
    const { table, columns } = ROW_SUMS[key]
    expect(Object.keys(TABLES[table].columns)).toEqual(expect.arrayContaining([...columns]))
  })
})

describe('amounts of rows with other content', () => {
  const PATH = '/IRS990ScheduleI/RecipientTable'
  const grantsOf = (amounts: string[]) =>
    recordOf({
      data: toXml({
        IRS990: '',
        IRS990ScheduleI: { RecipientTable: amounts.map((CashGrantAmt) => ({ CashGrantAmt })) },
      }),
    })

  test.each([
    ['a table with a sum', 'IRS990ScheduleI/RecipientTable', 'CashGrantAmt'],
    ['a table of money given', 'IRS990ScheduleR/TransactionsRelatedOrgGrp', 'InvolvedAmt'],
  ])('cause a warning in %s', (_, row, leaf) => {
    const data = toXml({ IRS990: '', [`${row}/${leaf}`]: '9999999999999999' })
    const { warnings } = recordOf({ data })
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

testReturns({
  'facts of rows': (_: string, data: Elements) => rowFacts(data),
})
