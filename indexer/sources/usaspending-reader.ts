import type { Texts } from '../records/award-fields.ts'
import type { Made } from '../records/made.ts'
import type { Columns } from '../records/usaspending-columns.ts'
import { delimiterOf, headerOf, readNamedRows } from './csv.ts'
import { tellCutEnd } from './cut-end.ts'
import { ORIGIN } from './origin.ts'
import type {
  RowRejection,
  StagedRow,
  TabularKind,
  TabularReader,
  TabularSource,
} from './source.ts'
import { toStaged } from './to-staged.ts'

/** How one of USAspending's layouts is told and read. */
export type Layout = {
  kind: TabularKind
  /** Of each one column is wanted. */
  wanted: readonly Columns[]
  /** Of each one column is wanted where the file has the column named before it. */
  wantedBy?: Readonly<Record<string, Columns>>
  /** Columns of another layout. */
  without?: Columns
  /** Columns by which a file that lacks others is seen to be meant for this layout. */
  marks: Columns
  /** All columns that are read. */
  read: readonly string[]
  /** Columns of the rows that `toRow` makes, without those of their origin. */
  columns: readonly string[]
  toRow(row: number, text: Texts, source: TabularSource): Made | RowRejection
}

const toHeader = (head: string): Set<string> =>
  new Set(headerOf(head, delimiterOf(head)).map((name) => name.toLowerCase()))

const hasAny = (header: Set<string>, columns: Columns): boolean =>
  columns.some((column) => header.has(column))

/**
 * Reader of one of USAspending's layouts: comma, tab or bar between columns, fields that break lines,
 * columns in any order and number.
 */
export function usaspendingReader(layout: Layout): TabularReader {
  const isOther = (header: Set<string>) => hasAny(header, layout.without ?? [])
  const wantedOf = (header: Set<string>): readonly Columns[] => [
    ...layout.wanted,
    ...Object.entries(layout.wantedBy ?? {}).flatMap(([by, columns]) =>
      header.has(by) ? [columns] : [],
    ),
  ]
  return {
    kind: layout.kind,
    recognizes: (head) => {
      const header = toHeader(head)
      return !isOther(header) && wantedOf(header).every((columns) => hasAny(header, columns))
    },
    missingColumns: (head) => {
      const header = toHeader(head)
      if (isOther(header) || !hasAny(header, layout.marks)) return { missing: [], wanted: 0 }
      const wanted = wantedOf(header)
      const missing = wanted.filter((columns) => !hasAny(header, columns))
      return { missing: missing.map((columns) => columns.join(' or ')), wanted: wanted.length }
    },
    columns: [...layout.columns, ...ORIGIN],
    read: (text, source) => readRows(layout, text, source),
  }
}

async function* readRows(
  layout: Layout,
  text: Parameters<TabularReader['read']>[0],
  source: TabularSource,
): AsyncGenerator<StagedRow | RowRejection> {
  const names = [...new Set(layout.read)]
  const places = new Map(names.map((name, place) => [name, place]))
  const writing = { breaksLines: true, anyDelimiter: true }
  const capitals = names.map((name) => name.toUpperCase())
  for await (const read of tellCutEnd(readNamedRows(text, capitals, writing))) {
    if ('code' in read) {
      yield read
      continue
    }
    const { row, fields } = read
    const made = layout.toRow(row, (column) => fields[places.get(column) ?? -1] ?? '', source)
    yield 'code' in made ? made : toStaged(made, row, layout.columns, source)
  }
}
