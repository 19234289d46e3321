import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Session } from '#src/clients/postgres.ts'
import { type CutPart, toItems } from '../records/cut-part.ts'
import type { FiledEdge } from '../records/filed-edges.ts'
import type { RelatedReference } from '../records/related-references.ts'
import { BinaryRows, send } from './copy.ts'
import { copyEdges, toEdgeRow } from './edge-rows.ts'

const COPY_PARTS =
  'copy filing_block (object_id, block, ordinal, content) from stdin (format binary)'
const COPY_ROWS = 'copy filing_rows (object_id, path, chunk, items) from stdin (format binary)'
const COPY_RELATED =
  'copy related_reference (object_id, path, related_ein) from stdin (format binary)'

type Filing = {
  objectId: string
  parts: readonly CutPart[]
  related: readonly RelatedReference[]
  edges: Iterable<FiledEdge>
}

// A connection takes one COPY at a time: rows of cut repeats wait in memory for their turn, and so
// much of a giant's is a few thousand of them.
const MOST_HELD = 4 << 20

/**
 * Copies the parts of filings, the rows of their cut repeats, whom they name as related, and their
 * edges; these into a table of the same columns if it is named.
 */
export class PartsCopy {
  private readonly session: Session
  private parts: OpenCopy | undefined
  private readonly held: HeldCopy[]
  private readonly rows: HeldCopy
  private readonly related: HeldCopy
  private readonly edges: HeldCopy

  constructor(session: Session, edgesInto = 'filed_edge') {
    this.session = session
    this.rows = new HeldCopy(COPY_ROWS)
    this.related = new HeldCopy(COPY_RELATED)
    this.edges = new HeldCopy(copyEdges(edgesInto))
    this.held = [this.rows, this.related, this.edges]
  }

  async write({ objectId, parts, related, edges }: Filing): Promise<void> {
    for (const { block, ordinal, pieces } of parts) {
      this.parts ??= new OpenCopy(this.session.copyFrom(COPY_PARTS))
      await this.parts.rows.add([objectId, block, { int2: ordinal }, pieces])
    }
    for (const { path, chunks } of parts.flatMap(({ repeats }) => repeats)) {
      for (const [chunk, items] of chunks.entries()) {
        await this.rows.add([objectId, path, { int4: chunk }, toItems(items)])
        if (this.rows.bytes > MOST_HELD) await this.end()
      }
    }
    for (const { path, relatedEin } of related) {
      await this.related.add([objectId, path, relatedEin])
      if (this.related.bytes > MOST_HELD) await this.end()
    }
    for (const edge of edges) {
      await this.edges.add(toEdgeRow(objectId, edge))
      if (this.edges.bytes > MOST_HELD) await this.end()
    }
  }

  /** Waits until all that was written is stored; more may be written then. */
  async end(): Promise<void> {
    await this.parts?.end()
    this.parts = undefined
    for (const copy of this.held) await copy.flush(this.session)
  }
}

/** A COPY that is under way. */
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

/** Rows that wait for a COPY of theirs. */
class HeldCopy {
  /** Size of what waits, but for what still lies in a buffer. */
  bytes = 0
  private readonly sql: string
  private waiting: Buffer[] = []
  private rows: BinaryRows | undefined

  constructor(sql: string) {
    this.sql = sql
  }

  async add(values: Parameters<BinaryRows['add']>[0]): Promise<void> {
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
