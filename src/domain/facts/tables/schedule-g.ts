import { groupBy } from '#src/domain/es2024.ts'
import { readTsv } from '../../tsv.ts'
import type { RowSource } from './table.ts'

// Schedule G has a column for each event or kind of game, and the names of its leaves contain the
// column. Here, each column is a row.
const LABELS = {
  fundraisingEvents: ['Event 1', 'Event 2', 'Other events', 'All events'],
  gaming: ['Bingo', 'Pull tabs and instant bingo', 'Other gaming', 'All gaming'],
}
const PARTS = { fundraisingEvents: 'Schedule G, Part II', gaming: 'Schedule G, Part III' }
const LEAVES = groupBy(readTsv(new URL('./schedule-g.tsv', import.meta.url)), ([table]) => table)

/**
 * Returns the rows of Schedule G: the first path has the names since 2013, the others those before.
 */
export const scheduleGRows = (table: keyof typeof LABELS, paths: readonly string[]): RowSource[] =>
  paths.flatMap((path, era) =>
    LABELS[table].map((label, column): RowSource => {
      const letter = 'abcd'.charAt(column)
      const sumOf = sumOfColumn(table, column)
      return {
        path,
        key: `${path}#${letter}`,
        label,
        line: `${PARTS[table]}, column (${letter})`,
        columns: leavesOf(table, era === 0 ? column : column + LABELS[table].length),
        ...(sumOf && { sumOf }),
      }
    }),
  )

const leavesOf = (table: string, at: number): Record<string, string[]> =>
  Object.fromEntries(
    (LEAVES.get(table) ?? []).flatMap(([, cell = '', ...leaves]) => {
      const names = leaves[at]
      return names ? [[cell, names.split(' ')]] : []
    }),
  )

function sumOfColumn(table: keyof typeof LABELS, column: number): RowSource['sumOf'] {
  if (column === 3) return 'rows'
  return table === 'fundraisingEvents' && column === 2 ? 'others' : undefined
}
