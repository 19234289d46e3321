import { describe, expect, it } from 'vitest'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import { textOf } from '#src/domain/blocks.ts'
import { readAllRows, readRows } from '#src/domain/facts/tables/read-rows.ts'
import type { RowSource, TableDefinition } from '#src/domain/facts/tables/table.ts'
import { elementsAt, readStoredElement, type StoredParts } from '#src/domain/filing-contents.ts'
import { ALL, leavesOf, leavesOfReturn, readPaths } from '#test/unit/domain/tables/catalogued.ts'
import { hasRealReturns, readRealReturns } from './returns.ts'

const partsOf = (blocks: FilingBlocks): StoredParts => ({ blocks, repeats: [] })

/** Leaves inside rows of real returns that no column reads, each with its reason. */
const LEFT_OUT: readonly [RegExp, string][] = [
  [
    /^\/IRS990TScheduleA\/(.*Inventory|Purchases|CostOfLabor|.*263A|OtherCosts|TotalCostGoods)/,
    'Part III of Schedule A, whose result is a column',
  ],
  [
    /^\/IRS990TScheduleA\/(RentIncomeProperty|UnrelatedDebtFincd|UnrelatedDebtFinancedProp)/,
    'a property of Parts IV and V of Schedule A, whose sums are columns',
  ],
  [/^\/IRS990TScheduleA\/TotalDividendsReceivedDedAmt$/, 'Part V of Schedule A, below its sums'],
  [
    /^\/IRS990TScheduleA\/(IntAnntsRyltsRentCtrlOrg|InvestmentIncmSect501c7917)Grp/,
    'a row of Parts VI and VII of Schedule A, whose sums are columns',
  ],
  [
    /^\/IRS990TScheduleA\/(ExploitedActivity|ExploitedConsolidated|GrossIncomeActyNotUBI)/,
    'Part VIII of Schedule A, whose sums are columns',
  ],
  [
    /^\/IRS990TScheduleA\/AdvertisingIncmPeriodicalGrp/,
    'a periodical of Part IX of Schedule A, whose sums are columns',
  ],
  [/^\/IRS990TScheduleA\/SequenceTotalNum$/, 'the count of the rows'],
  [/\/Org\w+Follow\w*(SFAS|FASB)117Ind$/, 'says which lines of net assets apply'],
  [/\/ScheduleBNotRequiredInd$/, 'says of a schedule that it is not attached'],
  [/^\/IRS990PF\/SumOfProgramRelatedInvstGrp\/TotalAmt$/, 'the total of the rows'],
]

const leftOut = new Set<RegExp>()

function isLeftOut(path: string): boolean {
  const [pattern] = LEFT_OUT.find(([one]) => one.test(path)) ?? []
  if (pattern) leftOut.add(pattern)
  return pattern !== undefined
}

// If leaves of a row are outside any row element, the other leaves there belong to other parts.
const WHOLE_FORMS = ['/IRS990', '/IRS990/Form990PartIII']

describe.skipIf(!hasRealReturns)('tables over real returns', () => {
  const returns = hasRealReturns ? readRealReturns() : []

  it('read every leaf of their rows, or have a reason to omit it', () => {
    const reads = new Map<string, Set<string>>()
    for (const [, table] of ALL) {
      for (const source of table.rows) {
        const known = reads.get(source.path) ?? new Set()
        for (const path of readPaths(table, source)) known.add(path)
        reads.set(source.path, known)
      }
    }
    const unread = new Map<string, string>()
    let leaves = 0
    for (const { file, blocks } of returns) {
      for (const [path, known] of reads) {
        if (WHOLE_FORMS.includes(path)) continue
        for (const { element } of elementsAt(partsOf(blocks), path)) {
          for (const leaf of leavesOf(element, path)) {
            leaves += 1
            const above = leaf.slice(0, leaf.lastIndexOf('/'))
            if (!known.has(leaf) && !known.has(above) && !isLeftOut(leaf)) unread.set(leaf, file)
          }
        }
      }
    }
    console.log(`${leaves} leaves of rows and lines in ${returns.length} returns`)
    expect([...unread]).toEqual([])
    expect(LEFT_OUT.filter(([pattern]) => !leftOut.has(pattern))).toEqual([])
  })

  it('have a line for each element of Form 990 with the columns of Parts VIII, IX, and X', () => {
    const columns =
      /^\/IRS990\/(\w+)\/(TotalRevenueColumn|TotalAmt|Total|BOY|EOY|BOYAmt|EOYAmt)(Amt)?$/
    const sources = new Set(ALL.flatMap(([, table]) => table.rows.map(({ path }) => path)))
    const missing = new Set<string>()
    for (const { blocks } of returns) {
      for (const leaf of leavesOfReturn(blocks)) {
        const name = columns.exec(leaf)?.[1]
        if (name && !sources.has(`/IRS990/${name}`)) missing.add(name)
      }
    }
    expect([...missing]).toEqual([])
  })

  it('return each cell with a path to that text in the return', () => {
    let cells = 0
    for (const { file, blocks } of returns) {
      const parts = partsOf(blocks)
      for (const [, table] of ALL) {
        for (const { value, path } of readAllRows(table, parts).flatMap((row) =>
          Object.values(row.cells),
        )) {
          cells += 1
          const element = readStoredElement(parts, path)
          expect(element, `${file} ${path}`).toBeDefined()
          const leaf = textOf(element)
          if (typeof value === 'number') expect(Number(leaf), `${file} ${path}`).toBe(value)
          if (typeof value === 'string' && leaf !== undefined) expect(leaf.trim()).toBe(value)
        }
      }
    }
    console.log(`${cells} cells`)
    expect(cells).toBeGreaterThan(100_000)
  })

  it('read each row by one source and each leaf by one column', () => {
    const twice: string[] = []
    for (const { file, blocks } of returns) {
      for (const [key, table] of ALL) {
        const paths = table.rows.flatMap((source) => cellPaths(table, source, blocks))
        const seen = new Set<string>()
        for (const path of paths) {
          if (seen.has(path)) twice.push(`${file} ${key} ${path}`)
          seen.add(path)
        }
      }
    }
    expect(twice).toEqual([])
  })
})

const cellPaths = (table: TableDefinition, source: RowSource, blocks: FilingBlocks): string[] =>
  readRows(table, source, partsOf(blocks)).flatMap(({ cells }) =>
    Object.values(cells).map(({ path }) => path),
  )
