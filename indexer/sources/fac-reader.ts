import { Readable } from 'node:stream'
import type { Texts } from '../records/award-fields.ts'
import type { Made } from '../records/made.ts'
import { headerOf, readNamedRows } from './csv.ts'
import { tellCutEnd } from './cut-end.ts'
import { readJsonObjects } from './json-objects.ts'
import { ORIGIN } from './origin.ts'
import type {
  RowRejection,
  StagedRow,
  TabularKind,
  TabularReader,
  TabularSource,
} from './source.ts'
import { toStaged } from './to-staged.ts'

const JSON_START = /^\uFEFF?\s*[[{]/
// Tables of the clearinghouse are flat: the first brace that closes ends the first row.
const FIRST_OBJECT = /\{[^}]*/
const MEMBER = /"(\w+)"\s*:/g

/** Names of a table's columns: of CSV its header, of JSON the members of its first object. */
export function facHeader(head: string): Set<string> {
  if (!JSON_START.test(head)) return new Set(headerOf(head).map((name) => name.toLowerCase()))
  const first = FIRST_OBJECT.exec(head)?.[0] ?? ''
  return new Set([...first.matchAll(MEMBER)].map(([, name = '']) => name))
}

type FacLayout = {
  kind: TabularKind
  recognizes(header: ReadonlySet<string>): boolean
  missingColumns?(header: ReadonlySet<string>): { missing: string[]; wanted: number }
  read: readonly string[]
  columns: readonly string[]
  toRow(row: number, text: Texts, source: TabularSource): Made | RowRejection
}

/**
 * Reader of a table of the Federal Audit Clearinghouse: its CSV, or JSON as its API answers, in one
 * array, several pages after each other, or an object a line. Rows of JSON count objects, not lines.
 */
export function facReader(layout: FacLayout): TabularReader {
  const { missingColumns } = layout
  return {
    kind: layout.kind,
    recognizes: (head) => layout.recognizes(facHeader(head)),
    ...(missingColumns && { missingColumns: (head) => missingColumns(facHeader(head)) }),
    columns: [...layout.columns, ...ORIGIN],
    async *read(text, source): AsyncGenerator<StagedRow | RowRejection> {
      for await (const read of readTexts(text, layout.read)) {
        if ('code' in read) {
          yield read
          continue
        }
        const made = layout.toRow(read.row, read.text, source)
        yield 'code' in made ? made : toStaged(made, read.row, layout.columns, source)
      }
    },
  }
}

type Read = { row: number; text: Texts } | RowRejection

async function* readTexts(text: Readable, columns: readonly string[]): AsyncGenerator<Read> {
  const [head, whole] = await peek(text)
  if (JSON_START.test(head)) {
    for await (const read of readJsonObjects(whole)) {
      yield 'code' in read ? read : { row: read.row, text: (name) => toText(read.object[name]) }
    }
    return
  }
  const places = new Map(columns.map((name, place) => [name, place]))
  const names = columns.map((name) => name.toUpperCase())
  for await (const read of tellCutEnd(readNamedRows(whole, names, { breaksLines: true }))) {
    if ('code' in read) yield read
    else yield { row: read.row, text: (name) => read.fields[places.get(name) ?? -1] ?? '' }
  }
}

const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).trim()

/** The first characters of a text that are no white space, and the text with them. */
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
