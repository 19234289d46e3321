import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Session } from '#src/platform/clients/postgres.ts'
import { type CutPart, toItems } from '../records/cut-part.ts'
import type { FiledEdge } from '../records/filed-edges.ts'
import type { FiledPerson } from '../records/filed-people.ts'
import type { RelatedReference } from '../records/related.ts'
import { BinaryRows, type BinaryValue, float8, int2, int4, send } from './copy.ts'

const COPY_PARTS =
  'copy filing_block (object_id, block, ordinal, content) from stdin (format binary)'
const COPY_ROWS = 'copy filing_rows (object_id, path, chunk, items) from stdin (format binary)'

type Filing = {
  objectId: string
  parts: readonly CutPart[]
  related: readonly RelatedReference[]
  edges: Iterable<FiledEdge>
  people: readonly FiledPerson[]
}

// A connection runs one COPY at a time, so rows of cut repeats wait in memory: at most about this
// many bytes, a few thousand rows.
const MAX_HELD = 4 << 20

/** The tables of rows that are read from parts, or tables with their columns. */
export const ROW_TABLES = {
  related: 'related_reference',
  edges: 'filed_edge',
  people: 'filed_person',
}

/**
 * Copies the parts of filings, the rows of their cut repeats, their related references, their
 * edges, and their people.
 */
export class PartsCopy {
  private readonly session: Session
  private parts: OpenCopy | undefined
  private readonly held: HeldCopy[]
  private readonly rows: HeldCopy
  private readonly related: HeldCopy
  private readonly edges: HeldCopy
  private readonly people: HeldCopy

  constructor(session: Session, into = ROW_TABLES) {
    this.session = session
    this.rows = new HeldCopy(COPY_ROWS)
    this.related = new HeldCopy(copyRelated(into.related))
    this.edges = new HeldCopy(copyEdges(into.edges))
    this.people = new HeldCopy(copyPeople(into.people))
    this.held = [this.rows, this.related, this.edges, this.people]
  }

  async write({ objectId, parts, related, edges, people }: Filing): Promise<void> {
    for (const { block, ordinal, pieces } of parts) {
      this.parts ??= new OpenCopy(this.session.copyFrom(COPY_PARTS))
      await this.parts.rows.add([objectId, block, int2(ordinal), pieces])
    }
    for (const { path, chunks } of parts.flatMap(({ repeats }) => repeats)) {
      for (const [chunk, items] of chunks.entries()) {
        await this.hold(this.rows, [objectId, path, int4(chunk), toItems(items)])
      }
    }
    for (const { path, relatedEin } of related) {
      await this.hold(this.related, [objectId, path, relatedEin])
    }
    for (const edge of edges) await this.hold(this.edges, toEdgeRow(objectId, edge))
    for (const [at, person] of people.entries()) {
      await this.hold(this.people, toPersonRow(objectId, at + 1, person))
    }
  }

  private async hold(copy: HeldCopy, values: readonly BinaryValue[]): Promise<void> {
    await copy.add(values)
    if (copy.bytes > MAX_HELD) await this.end()
  }

  /** Waits until everything written is stored; more may be written afterwards. */
  async end(): Promise<void> {
    await this.parts?.end()
    this.parts = undefined
    for (const copy of this.held) await copy.flush(this.session)
  }
}

/** A running COPY. */
class OpenCopy {
  readonly rows: BinaryRows
  private readonly stream: Writable

  constructor(stream: Writable) {
    this.stream = stream
    this.rows = new BinaryRows((bytes) => send(stream, bytes))
  }

  async end(): Promise<void> {
    await this.rows.end()
    this.stream.end()
    await finished(this.stream)
  }
}

/** Rows that wait for their COPY. */
class HeldCopy {
  /** Size of the waiting rows, except those still in a buffer. */
  bytes = 0
  private readonly sql: string
  private waiting: Buffer[] = []
  private rows: BinaryRows | undefined

  constructor(sql: string) {
    this.sql = sql
  }

  async add(values: readonly BinaryValue[]): Promise<void> {
    this.rows ??= new BinaryRows(async (bytes) => {
      this.waiting.push(bytes)
      this.bytes += bytes.length
    })
    await this.rows.add(values)
  }

  async flush(session: Session): Promise<void> {
    if (this.rows === undefined) return
    await this.rows.end()
    const stream = session.copyFrom(this.sql)
    for (const bytes of this.waiting) await send(stream, bytes)
    stream.end()
    await finished(stream)
    this.waiting = []
    this.bytes = 0
    this.rows = undefined
  }
}

const copyRelated = (table: string): string =>
  `copy ${table} (object_id, path, related_ein) from stdin (format binary)`

/** Converts rows of `toEdgeRow` for a table with the columns of filed_edge. */
const copyEdges = (table: string): string => `copy ${table} (
  object_id, ordinal, category, path, name, name_key, words_key, ein, is_ein_related, street, city, city_key,
  state, zip, country, region, amount, purpose, uncounted) from stdin (format binary)`

// The IRS schemas allow 1,000 characters in these elements. A much longer text was never checked
// against the schemas; it stays complete in the return's part.
const MAX_CHARACTERS = 4_000

const clip = (text: string | null): string | null => text?.slice(0, MAX_CHARACTERS) ?? null

/** Returns an edge as a row of table filed_edge. */
const toEdgeRow = (objectId: string, edge: FiledEdge): BinaryValue[] => [
  objectId,
  int4(edge.ordinal),
  edge.category,
  edge.path,
  clip(edge.name),
  edge.nameKey,
  edge.wordsKey,
  edge.ein,
  edge.isEinRelated,
  clip(edge.street),
  clip(edge.city),
  edge.cityKey,
  edge.state,
  clip(edge.zip),
  edge.country,
  clip(edge.region),
  edge.amount === null ? null : float8(edge.amount),
  clip(edge.purpose),
  edge.uncounted,
]

const copyPeople = (table: string): string => `copy ${table} (
  object_id, ordinal, path, name, title, pay, pay_leaf, related_pay, related_leaf)
  from stdin (format binary)`

/** Returns a person as a row of table filed_person. */
const toPersonRow = (objectId: string, ordinal: number, person: FiledPerson): BinaryValue[] => [
  objectId,
  int4(ordinal),
  person.path,
  person.name.slice(0, MAX_CHARACTERS),
  clip(person.title),
  person.pay === null ? null : float8(person.pay),
  person.payLeaf,
  person.relatedPay === null ? null : float8(person.relatedPay),
  person.relatedLeaf,
]
