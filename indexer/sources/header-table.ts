import { Readable } from 'node:stream'
import { delimiterOf, headerOf, readTable } from './delimited.ts'
import { readJsonObjects } from './json-objects.ts'
import {
  isRejection,
  type RowRejection,
  type StagedRow,
  type TabularKind,
  type TabularReader,
  type TabularSource,
} from './source.ts'

/** Reads a column of a row by its name; "" if it is empty or absent. */
export type Texts = (column: string) => string

/** How one kind of table with a header is recognized. Names compare without regard to case. */
export type HeaderKind = {
  kind: TabularKind
  /** One column of each group is required. */
  required: readonly (readonly string[])[]
  /** By column: a further group that is required if the file has that column. */
  requiredWith?: Readonly<Record<string, readonly string[]>>
  /** Columns that only another kind has. */
  excluded?: readonly string[]
  /** True if a file with any other column is another kind. */
  isClosed?: boolean
  /** A file that lacks required columns is reported if it has `leastMarks` of these (default 1). */
  marks?: readonly string[]
  leastMarks?: number
  /** The columns that are read. */
  names: readonly string[]
  /** Names of the values of its staged rows. */
  columns: readonly string[]
  /** `detect`: the first of comma, tab, and bar that the header contains. Default: a comma. */
  delimiter?: 'detect'
  /** True if the same table also comes as JSON objects; `row` then counts objects. */
  isJson?: boolean
}

/** Describes one kind of table with a header. */
type HeaderTable = HeaderKind & {
  /** True if quoted fields may contain line ends. */
  breaksLines?: boolean
  toRow(read: { row: number; text: Texts }, source: TabularSource): StagedRow | RowRejection
}

const JSON_START = /^\uFEFF?\s*[[{]/
// These tables are flat: the first closing brace ends the first row.
const FIRST_OBJECT = /\{[^}]*/
const MEMBER = /"(\w+)"\s*:/g

/** Returns the part of a reader that recognizes a table by its header. */
export function headerKind(table: HeaderKind): Omit<TabularReader, 'read'> {
  const { kind, columns, required, requiredWith = {}, excluded = [], names, marks } = table
  const known = new Set(names.map((name) => name.toLowerCase()))
  const toHeader = (head: string): Set<string> => {
    if (table.isJson && JSON_START.test(head)) {
      const first = FIRST_OBJECT.exec(head)?.[0] ?? ''
      return new Set([...first.matchAll(MEMBER)].map(([, name = '']) => name))
    }
    const delimiter = table.delimiter === 'detect' ? delimiterOf(head) : ','
    return new Set(headerOf(head, delimiter).map((name) => name.toLowerCase()))
  }
  const hasAny = (header: Set<string>, group: readonly string[]) =>
    group.some((name) => header.has(name.toLowerCase()))
  const requiredIn = (header: Set<string>) => [
    ...required,
    ...Object.entries(requiredWith).flatMap(([by, group]) => (header.has(by) ? [group] : [])),
  ]
  const isMeant = (header: Set<string>) =>
    marks === undefined ||
    marks.filter((name) => header.has(name.toLowerCase())).length >= (table.leastMarks ?? 1)
  return {
    kind,
    columns,
    recognizes(head) {
      const header = toHeader(head)
      if (table.isClosed && [...header].some((name) => !known.has(name))) return false
      return !hasAny(header, excluded) && requiredIn(header).every((group) => hasAny(header, group))
    },
    missingColumns(head) {
      const header = toHeader(head)
      if (hasAny(header, excluded) || !isMeant(header)) return { missing: [], wanted: 0 }
      const groups = requiredIn(header)
      const missing = groups.filter((group) => !hasAny(header, group))
      return { missing: missing.map((group) => group.join(' or ')), wanted: groups.length }
    },
  }
}

/** Returns the reader of a kind of table with a header. */
export const headerTable = (table: HeaderTable): TabularReader => ({
  ...headerKind(table),
  read: (text, source) => (table.isJson ? readEither : readDelimited)(table, text, source),
})

type Rows = AsyncGenerator<StagedRow | RowRejection>

async function* readEither(table: HeaderTable, text: Readable, source: TabularSource): Rows {
  const [head, whole] = await peek(text)
  yield* (JSON_START.test(head) ? readJson : readDelimited)(table, whole, source)
}

async function* readJson(table: HeaderTable, text: Readable, source: TabularSource): Rows {
  for await (const read of readJsonObjects(text)) {
    if (isRejection(read)) yield read
    else {
      const { row, object } = read
      yield table.toRow({ row, text: (name) => toText(object[name]) }, source)
    }
  }
}

async function* readDelimited(table: HeaderTable, text: Readable, source: TabularSource): Rows {
  const { names, delimiter, breaksLines, toRow } = table
  const indices = new Map(names.map((name, index) => [name, index]))
  const format = {
    names: names.map((name) => name.toUpperCase()),
    ...(delimiter && { delimiter }),
    ...(breaksLines && { breaksLines }),
  }
  for await (const read of readTable(text, format)) {
    if (isRejection(read)) yield read
    else {
      const { row, fields } = read
      yield toRow({ row, text: (name) => fields[indices.get(name) ?? -1] ?? '' }, source)
    }
  }
}

const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).trim()

/** Returns the beginning of a text, up to its first visible characters, and the whole text. */
async function peek(text: Readable): Promise<[string, Readable]> {
  const chunks: Buffer[] = []
  const rest = text[Symbol.asyncIterator]()
  let head = ''
  while (head.trim() === '') {
    const next = await rest.next()
    if (next.done) break
    chunks.push(Buffer.from(next.value))
    head = new TextDecoder('utf-8').decode(Buffer.concat(chunks))
  }
  async function* whole() {
    yield* chunks
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return [head, Readable.from(whole())]
}
