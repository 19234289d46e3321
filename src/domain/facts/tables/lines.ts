import { groupBy } from '#src/domain/es2024.ts'
import { type Moved, parseMoved, readTsv } from '../../tsv.ts'
import type { RowSource } from './table.ts'

/** A line of a statement, with its names by era, newest first. */
type Line = {
  line: string
  label?: string
  names: readonly string[]
  /** The only column of the line, if its element is a leaf beside lines with several columns. */
  cell?: string
  moved?: Moved
}

const LINES = groupBy(readTsv(new URL('./lines.tsv', import.meta.url)), ([table]) => table)

export const readLines = (table: string): Line[] =>
  (LINES.get(table) ?? []).map(([, line = '', label, names = '', cell, moved]) => ({
    ...(label && { label }),
    line,
    names: names ? names.split(' ') : [],
    ...(cell && { cell }),
    ...parseMoved(moved),
  }))

/** Returns the rows of a table whose lines are elements below `root`. */
export const lineRows = (table: string, root: string): RowSource[] =>
  readLines(table).flatMap(({ names, cell, ...line }) =>
    names.map((name) => ({
      path: `${root}/${name}`,
      ...line,
      ...(cell && { columns: { [cell]: [''] } }),
    })),
  )
