import type { Writable } from 'node:stream'
import { packJson } from '#src/domain/packed-json.ts'
import { toPartRows } from '#src/domain/part-rows.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { type CutPart, toItems } from '../records/cut-part.ts'
import type { FiledEdge } from '../records/filed-edges.ts'
import type { RelatedReference } from '../records/related.ts'
import { clip } from '../records/row.ts'
import { CHUNK, type CopyValue, endCopy, send, toCopyLine } from './copy.ts'

const COPY_PARTS = 'copy filing_block (object_id, block, ordinal, content) from stdin'
const COPY_ROWS = 'copy filing_rows (object_id, path, chunk, items) from stdin'

type Filing = {
  objectId: string
  parts: readonly CutPart[]
  related: readonly RelatedReference[]
  edges: Iterable<FiledEdge>
}

// A connection runs one COPY at a time, so rows of cut repeats wait in memory: at most about this
// many bytes, a few thousand rows.
const MAX_HELD = 4 << 20

/** The tables of rows that are read from parts, or tables with their columns. */
export const ROW_TABLES = {
  related: 'related_reference',
  edges: 'filed_edge',
}

/**
 * Copies the parts of filings, the rows of their cut repeats, their related references, and their
 * edges.
 */
export class PartsCopy {
  private readonly session: Session
  /** The COPY of each kind of rows. */
  private readonly copies: typeof ROW_TABLES
  private readonly parts = new Lines()
  private stream: Writable | undefined
  /** By the COPY that the lines wait for. */
  private readonly held = new Map<string, Lines>()

  constructor(session: Session, into = ROW_TABLES) {
    this.session = session
    this.copies = {
      related: copyRelated(into.related),
      edges: copyEdges(into.edges),
    }
  }

  async write({ objectId, parts, related, edges }: Filing): Promise<void> {
    for (const { block, ordinal, content } of toPartRows(parts)) {
      this.parts.add(toLine([objectId, block, ordinal, content]))
      if (this.parts.bytes < CHUNK) continue
      this.stream ??= this.session.copyFrom(COPY_PARTS)
      await send(this.stream, this.parts.take())
    }
    for (const { block, repeats } of parts) {
      for (const { path, chunks } of repeats) {
        for (const [chunk, items] of chunks.entries()) {
          const packed = packJson(block, Buffer.concat(toItems(items)))
          await this.holdRow(COPY_ROWS, [objectId, path, chunk, packed])
        }
      }
    }
    const { copies } = this
    for (const { path, relatedEin } of related) {
      await this.holdRow(copies.related, [objectId, path, relatedEin])
    }
    for (const edge of edges) await this.holdRow(copies.edges, toEdgeRow(objectId, edge))
  }

  private async holdRow(copy: string, row: readonly CopyValue[]): Promise<void> {
    const lines = this.held.get(copy) ?? new Lines()
    this.held.set(copy, lines)
    lines.add(toLine(row))
    if (lines.bytes > MAX_HELD) await this.end()
  }

  /** Waits until everything written is stored; more may be written afterwards. */
  async end(): Promise<void> {
    const last = this.parts.take()
    if (this.stream || last.length > 0) {
      await endCopy(this.stream ?? this.session.copyFrom(COPY_PARTS), last)
    }
    this.stream = undefined
    for (const [copy, lines] of this.held) await endCopy(this.session.copyFrom(copy), lines.take())
    this.held.clear()
  }
}

const toLine = (row: readonly CopyValue[]): Buffer => Buffer.from(toCopyLine(row))

/** Lines that wait for their COPY. */
class Lines {
  bytes = 0
  private lines: Buffer[] = []

  add(line: Buffer): void {
    this.lines.push(line)
    this.bytes += line.length
  }

  /** Returns the lines and forgets them. */
  take(): Buffer {
    const lines = Buffer.concat(this.lines)
    this.lines = []
    this.bytes = 0
    return lines
  }
}

const copyRelated = (table: string): string =>
  `copy ${table} (object_id, path, related_ein) from stdin`

/** Converts rows of `toEdgeRow` for a table with the columns of filed_edge. */
const copyEdges = (table: string): string => `copy ${table} (
  object_id, ordinal, category, path, name, name_key, words_key, ein, is_ein_related, street, city, city_key,
  state, zip, country, region, amount, purpose, uncounted) from stdin`

/** Returns an edge as a row of table filed_edge. */
const toEdgeRow = (objectId: string, edge: FiledEdge): CopyValue[] => [
  objectId,
  edge.ordinal,
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
  edge.amount,
  clip(edge.purpose),
  edge.uncounted,
]
