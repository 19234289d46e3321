import { Readable } from 'node:stream'
import type { ListedEntry } from '../records/restricted.ts'
import { delimiterOf, headerOf, mapRows, readTable } from './delimited.ts'
import {
  ORIGIN,
  originOf,
  type RowRejection,
  type StagedRow,
  type TabularKind,
  type TabularReader,
  type TabularSource,
} from './source.ts'

/** An object of a JSON text; `row` counts objects from 1. */
type JsonObject = { row: number; object: Readonly<Record<string, unknown>> }

// A row has about 2,000 bytes; a longer object would only use up memory.
const LONGEST = 1 << 20

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
// Between objects: white space, commas, array brackets, and a byte order mark.
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5b, 0x5d, 0xef, 0xbb, 0xbf])
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/** The state of a scan. */
class Scan {
  depth = 0
  arrays = 0
  isInText = false
  isEscaped = false
  /** Bytes of the current object; dropped when it becomes too long. */
  begun: Buffer[] = []
  bytes = 0
  row = 0

  /** Returns true if the byte ends an object. */
  takes(byte: number): boolean {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false
      else if (byte === BACKSLASH) this.isEscaped = true
      else if (byte === QUOTE) this.isInText = false
      return false
    }
    if (byte === QUOTE) this.isInText = true
    else if (byte === OPEN) this.depth += 1
    else if (byte === CLOSE) this.depth -= 1
    return this.depth === 0
  }

  keep(piece: Buffer): void {
    this.bytes += piece.length
    if (this.bytes > LONGEST) this.begun = []
    else this.begun.push(piece)
  }

  /** Returns the object that ended, or its rejection. */
  end(): JsonObject | RowRejection {
    this.row += 1
    const { row, bytes } = this
    const text = Buffer.concat(this.begun)
    this.begun = []
    this.bytes = 0
    if (bytes <= LONGEST) return toObject(row, text)
    const detail = `The object has ${bytes} bytes; expected at most ${LONGEST}.`
    return { row, code: 'TooLong', detail }
  }
}

/**
 * Reads the objects of a JSON text: from one array, from several arrays in sequence (pages), or one
 * per line. Only the current object is in memory. A text that ends inside an object or array ends
 * in a rejection `CutShort`; one with anything else between objects ends in `NotJson`.
 */
async function* readJsonObjects(text: Readable): AsyncGenerator<JsonObject | RowRejection> {
  const scan = new Scan()
  for await (const chunk of text) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    let start = 0
    for (const [at, byte] of bytes.entries()) {
      if (scan.depth === 0 && byte !== OPEN) {
        if (!BETWEEN.has(byte)) {
          yield foreign(scan.row + 1, bytes.subarray(at))
          return
        }
        if (byte === OPEN_ARRAY) scan.arrays += 1
        else if (byte === CLOSE_ARRAY) scan.arrays -= 1
        continue
      }
      if (scan.depth === 0) start = at
      if (!scan.takes(byte)) continue
      scan.keep(bytes.subarray(start, at + 1))
      yield scan.end()
    }
    if (scan.depth > 0) scan.keep(bytes.subarray(start))
  }
  if (scan.depth > 0 || scan.arrays > 0) yield cutShort(scan)
}

const STRICT = { fatal: true, ignoreBOM: true }

function toObject(row: number, bytes: Buffer): JsonObject | RowRejection {
  let text: string
  try {
    text = new TextDecoder('utf-8', STRICT).decode(bytes)
  } catch {
    return { row, code: 'NotText', detail: 'Expected text in UTF-8.' }
  }
  try {
    return { row, object: JSON.parse(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { row, code: 'NotJson', detail: `Expected a JSON object: ${reason}.` }
  }
}

// Long enough to show what is wrong.
const SHOWN = 20

const foreign = (row: number, bytes: Buffer): RowRejection => ({
  row,
  code: 'NotJson',
  detail: `Expected the start of an object; found ${JSON.stringify(bytes.toString('utf8', 0, SHOWN))}.`,
})

const cutShort = ({ row, depth }: Scan): RowRejection => ({
  row: row + 1,
  code: 'CutShort',
  detail: `The file ends ${depth > 0 ? 'within this object' : 'before the end of its array'}. Download the file again.`,
})

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

const readJson = (table: HeaderTable, text: Readable, source: TabularSource): Rows =>
  mapRows(readJsonObjects(text), ({ row, object }) =>
    table.toRow({ row, text: (name) => toText(object[name]) }, source),
  )

function readDelimited(table: HeaderTable, text: Readable, source: TabularSource): Rows {
  const { names, delimiter, breaksLines, toRow } = table
  const indices = new Map(names.map((name, index) => [name, index]))
  const format = {
    names: names.map((name) => name.toUpperCase()),
    ...(delimiter && { delimiter }),
    ...(breaksLines && { breaksLines }),
  }
  return mapRows(readTable(text, format), ({ row, fields }) =>
    toRow({ row, text: (name) => fields[indices.get(name) ?? -1] ?? '' }, source),
  )
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

/** Columns of the staged rows of all restriction lists, which load/tables/restricted.ts splits. */
export const LISTED_COLUMNS = [
  'list',
  'entry',
  'party',
  'names',
  'addresses',
  'comment',
  'published_on',
  ...ORIGIN,
] as const

/** Returns the staged row of an entry, or of a piece of one. */
export const toStagedEntry = (
  listed: ListedEntry,
  row: number,
  source: TabularSource,
): StagedRow => ({
  row,
  ...(listed.warnings && { warnings: listed.warnings }),
  values: [
    listed.list,
    listed.entry,
    listed.party ? JSON.stringify(listed.party) : null,
    JSON.stringify(listed.names ?? []),
    JSON.stringify(listed.addresses ?? []),
    listed.comment ?? null,
    listed.publishedOn ?? null,
    ...originOf(source, row),
  ],
})
