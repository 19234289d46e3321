import { describe, expect, test } from 'vitest'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import type { SectionRow } from '#src/organizations/sections/section-data.ts'
import { readLeaf, spellName, toNodes } from '#src/web/components/evidence/element-tree.tsx'
import {
  cellsOf,
  groupByPart,
  groupColumns,
  isProse,
  isSumLine,
  planColumns,
} from '#src/web/components/rows/columns.ts'
import { cutText } from '#src/web/components/text.tsx'

const PEOPLE = describeTable({ schemaVersion: '2022v5.0' }, 'officers990', 2)
const cell = (value: string | number | boolean) => ({ value, path: '/x' })
const person = (cells: Row['cells']): SectionRow => ({ table: 'officers990', row: { cells } })

describe('columns of a table on a page', () => {
  test('join ticked boxes into one, and drop unticked ones', () => {
    const position = groupColumns(PEOPLE).find(({ key }) => key === 'position')
    const cells = { officer: cell(true), trustee: cell(true), former: cell(false) }
    expect(position && cellsOf(position, cells).map(({ key }) => key)).toEqual([
      'trustee',
      'officer',
    ])
  })

  test('name a row by its first text, and list columns that no row fills', () => {
    const rows = [person({ name: cell('Ada'), reportableCompensation: cell(0) })]
    const { head, columns, empty } = planColumns(PEOPLE, rows)
    expect(head?.key).toBe('name')
    expect(columns.map(({ key }) => key)).toEqual(['reportableCompensation'])
    expect(empty.map(({ key }) => key)).toContain('title')
  })

  test('begin with the amount, so that phones show it', () => {
    const filled = { name: cell('Ada'), title: cell('Chair'), officer: cell(true) }
    const rows = [person({ ...filled, reportableCompensation: cell(5) })]
    const { columns } = planColumns(PEOPLE, rows)
    expect(columns[0]?.key).toBe('reportableCompensation')
  })

  test('with equal values come last, except amounts', () => {
    const of = (...names: string[]) =>
      names.map((name, at) =>
        person({
          name: cell(name),
          title: cell('Trustee'),
          reportableCompensation: cell(0),
          otherCompensation: cell(at),
        }),
      )
    const keysOf = (rows: SectionRow[]) => planColumns(PEOPLE, rows).columns.map(({ key }) => key)
    expect(keysOf(of('Ada', 'Bea', 'Cy'))).toEqual([
      'reportableCompensation',
      'otherCompensation',
      'title',
    ])
    expect(keysOf(of('Ada', 'Bea'))[1]).toBe('title')
    expect(keysOf([...of('Ada', 'Bea', 'Cy'), person({ name: cell('Di') })])[1]).toBe('title')
  })

  test('of a statement show texts below the label of the line', () => {
    const table = describeTable({ schemaVersion: '2022v5.0' }, 'revenue990', 1)
    const cells = { description: cell('Meals'), total: cell(5) }
    const rows: SectionRow[] = [{ table: 'revenue990', row: { label: 'Program service', cells } }]
    const { head, notes, columns } = planColumns(table, rows)
    expect([head, notes.map(({ key }) => key), columns.map(({ key }) => key)]).toEqual([
      undefined,
      ['description'],
      ['total'],
    ])
  })

  test('become text if a cell is too long', () => {
    expect(isProse([person({ title: cell('x'.repeat(300)) })])).toBe(true)
    expect(isProse([person({ title: cell('Chair') })])).toBe(false)
  })

  test.each([
    ['Total assets', true],
    ['Noncharitable assets, total', true],
    ['Net income', true],
    ['Government grants', false],
  ])('recognize sums of a statement: %s', (label, isSum) => {
    expect(isSumLine({ table: 'balance990', row: { label, cells: {} } })).toBe(isSum)
  })
})

describe('lines of a statement', () => {
  const FILING = { schemaVersion: '2022v5.0' }
  const line = (label: string, number: string): SectionRow => ({
    table: 'tax990T',
    row: { label, line: number, cells: {} },
  })
  const INCOME = line('Income of all trades and businesses', 'Part I, line 1')
  const TAX = line('Tax at corporate rates', 'Part II, line 1')

  test('are grouped by part, because each part has a line 1', () => {
    expect(groupByPart(FILING, [INCOME, TAX])).toEqual([
      { part: 'Part I', own: [INCOME] },
      { part: 'Part II', own: [TAX] },
    ])
  })

  test('of one part have no heading', () => {
    expect(groupByPart(FILING, [TAX])).toEqual([{ part: undefined, own: [TAX] }])
  })
})

describe('an element as filed', () => {
  test('has indexed Refs if the catalogue lists the repeat, and no Refs that would not open', () => {
    const content = {
      RecipientTable: [{ CashGrantAmt: '1' }, { CashGrantAmt: '2' }],
      Other: ['a', 'b'],
    }
    const { nodes } = toNodes(content, '/IRS990ScheduleI')
    expect(nodes.map(({ path }) => path)).toEqual([
      '/IRS990ScheduleI/RecipientTable[1]',
      '/IRS990ScheduleI/RecipientTable[2]',
      '/IRS990ScheduleI/Other',
      undefined,
    ])
    expect(nodes[1]?.inner?.[0]?.path).toBe('/IRS990ScheduleI/RecipientTable[2]/CashGrantAmt')
  })

  test('is cut after a number of leaves, and counts the others', () => {
    const { nodes, leftOut } = toNodes({ Line: Array.from({ length: 250 }, String) }, undefined)
    expect([nodes.length, leftOut]).toEqual([200, 50])
  })

  test('names its elements in words', () => {
    const names = ['CashGrantAmt', 'IRSDeterminationLetterDt', '@documentId', 'SDN_Name']
    expect([...names, 'GiftsGrantsContriRcvd170Grp', 'Grp'].map(spellName)).toEqual([
      'Cash Grant Amount',
      'IRS Determination Letter Date',
      'document Id',
      'SDN Name',
      'Gifts Grants Contributions Received 170',
      'Grp',
    ])
  })

  test.each([
    ['TotalAmt', '1234567', { value: 1234567, unit: 'USD' }],
    ['EmployeeCnt', '12', { value: 12, unit: 'count' }],
    ['TotalAmt', 'NONE', { value: 'NONE' }],
    ['ZIPCd', '01234', { value: '01234' }],
  ])('reads unknown amounts by the names of their elements: %s of %s', (name, text, read) => {
    expect(readLeaf({ name, text })).toEqual(read)
  })
})

describe('a long text', () => {
  test('is cut between words, and never within a character', () => {
    expect(cutText('one two three', 9)).toBe('one two …')
    expect(cutText('😀😀😀', 3)).toBe('😀 …')
    expect(cutText('short', 9)).toBe('short')
  })
})
