import { describe, expect, it } from 'vitest'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import { type Row, readAllRows } from '#src/domain/facts/tables/read-rows.ts'
import { STATEMENTS, type StatementKey } from '#src/domain/facts/tables/statements.ts'
import { hasRealReturns, readRealReturns } from './returns.ts'

const returns = hasRealReturns ? readRealReturns().filter(({ form }) => form === '990') : []

const linesOf = (key: StatementKey, blocks: FilingBlocks): Row[] =>
  readAllRows(STATEMENTS[key], { blocks, repeats: [] })

const amount = (row: Row, column: string): number => Number(row.cells[column]?.value ?? 0)

const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + amount(row, column), 0)

const numberOf = (row: Row): string => row.line?.split('line ')[1] ?? ''

/** Lines that add up to another line, and the share of real returns in which they do. */
function shareOf(
  key: StatementKey,
  column: string,
  total: string,
  isPart: (line: string) => boolean,
) {
  let checked = 0
  let equal = 0
  for (const { blocks } of returns) {
    const rows = linesOf(key, blocks)
    const whole = rows.find((row) => numberOf(row) === total)
    if (whole?.cells[column] === undefined) continue
    checked += 1
    const parts = rows.filter((row) => isPart(numberOf(row)))
    if (Math.abs(sum(parts, column) - amount(whole, column)) <= 5) equal += 1
  }
  console.log(`${key} ${column}: ${equal} of ${checked} add up to line ${total}`)
  return equal / checked
}

// Filers round, so the test allows a few dollars. No return has an error of its own, so a line
// missing in the catalogue shows here.
describe.skipIf(!hasRealReturns)('lines of statements in real returns', () => {
  it.each(['total', 'program', 'management', 'fundraising'])(
    'of Part IX add up to line 25, column %s',
    (column) => {
      const isPart = (line: string) => !['25', '26'].includes(line)
      expect(shareOf('expenses990', column, '25', isPart)).toBe(1)
    },
  )

  it('of Part VIII add up to line 12', () => {
    const totals = ['1h', '2g', '3', '4', '5', '6d', '7d', '8c', '9c', '10c', '11e']
    expect(shareOf('revenue990', 'total', '12', (line) => totals.includes(line))).toBeGreaterThan(
      0.95,
    )
  })

  it.each(['beginning', 'end'])('of Part X add up to total assets, %s of year', (column) => {
    const assets = [...'123456789'].concat(['10c', '11', '12', '13', '14', '15'])
    expect(shareOf('balance990', column, '16', (line) => assets.includes(line))).toBe(1)
  })

  it.each(['beginning', 'end'])('of Part X add up to total liabilities, %s of year', (column) => {
    const liabilities = ['17', '18', '19', '20', '21', '22', '23', '24', '25']
    expect(
      shareOf('balance990', column, '26', (line) => liabilities.includes(line)),
    ).toBeGreaterThan(0.95)
  })
})
