import { groupBy } from '#src/domain/es2024.ts'
import { type FilingContents, type PartId, partPath } from '#src/domain/filing-contents.ts'
import { isUnpacked, unpackJson } from '#src/domain/packed-json.ts'
import { openPartRows, type PartRow, rowsOf } from '#src/domain/part-rows.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { type CutPart, joined } from '../records/cut-part.ts'
import { releaseBytes } from '../sources/bytes.ts'
import { findRepeats } from '../sources/stored-json.ts'
import type { BlockText } from '../sources/strict-return.ts'

/** The parts of a filing as they were loaded, and how they are stored. */
export type StoredFiling = {
  parts: BlockText[]
  /** Names of its rows. */
  layout: string[]
  /** Whether all of its texts are packed. */
  isPacked: boolean
}

const PARTS = `
  select object_id as "objectId", block, ordinal, content
  from filing_block where object_id = any($1)`
const ROWS = `
  select object_id as "objectId", path, chunk, items as content
  from filing_rows where object_id = any($1) order by object_id, path, chunk`

type Packed<Row> = Row & { objectId: string; content: Buffer }
type PackedChunk = { path: string; chunk: number; content: Buffer }
type ChunkRow = { path: string; chunk: number; json: Buffer }

/** Reads the parts of filings, with separately stored rows put back where they were filed. */
export async function readStored(
  session: Session,
  filings: readonly { objectId: string; contents: FilingContents }[],
): Promise<Map<string, StoredFiling>> {
  const ids = filings.map(({ objectId }) => objectId)
  const parts = groupBy(await session.query<Packed<PartRow>>(PARTS, [ids]), (row) => row.objectId)
  const chunks = groupBy(
    await session.query<Packed<PackedChunk>>(ROWS, [ids]),
    (row) => row.objectId,
  )
  return new Map(
    filings.map(({ objectId, contents }) => {
      const [ownParts, ownChunks] = [parts.get(objectId) ?? [], chunks.get(objectId) ?? []]
      const isPacked = ![...ownParts, ...ownChunks].some(({ content }) => isUnpacked(content))
      const rows = ownChunks.map(({ path, chunk, content }) => ({
        ...{ path, chunk, json: unpackJson(content) },
      }))
      const whole = openPartRows(ownParts).map((part) => toWhole(part, rows))
      const layout = [...ownParts.map(toName), ...rows.map(layoutOf)]
      // A huge return is never in memory twice.
      for (const { json } of rows) releaseBytes(json)
      return [objectId, { parts: inOrder(whole, contents), layout, isPacked }]
    }),
  )
}

/** Sorts parts as they are in the document, whose order only contents have. */
const inOrder = (parts: BlockText[], { blocks }: FilingContents): BlockText[] => {
  const places = new Map(blocks.map((part, at) => [toName(part), at]))
  const placeOf = (part: BlockText) => places.get(toName(part)) ?? 0
  return parts.sort((a, b) => placeOf(a) - placeOf(b))
}

function toWhole({ block, ordinal, json }: BlockText, rows: readonly ChunkRow[]): BlockText {
  const root = partPath({ block, ordinal })
  const own = ordinal === 1 ? rows.filter(({ path }) => path.startsWith(`${root}/`)) : []
  return { block, ordinal, json: own.length === 0 ? json : withRows(root, json, own) }
}

// Only a cut repeat is stored as an empty array.
function withRows(root: string, json: Buffer, rows: readonly ChunkRow[]): Buffer {
  const pieces: Buffer[] = []
  let from = 0
  for (const { path, open, close, count } of findRepeats(json, 1)) {
    if (count > 0) continue
    const items = rows.filter((row) => row.path === `${root}/${path}`)
    pieces.push(json.subarray(from, open + 1))
    // One by one: hundreds of thousands of chunks are too many arguments for one call.
    for (const piece of joined(items.map(itemsOf))) pieces.push(piece)
    from = close
  }
  return Buffer.concat([...pieces, json.subarray(from)])
}

const itemsOf = ({ json }: ChunkRow): Buffer => json.subarray(1, -1)

const toName = ({ block, ordinal }: PartId): string => `${block} ${ordinal}`
const toLayout = (path: string, chunk: number, bytes: number): string => `${path} ${chunk} ${bytes}`

const layoutOf = ({ path, chunk, json }: ChunkRow): string => toLayout(path, chunk, json.length)

/** Returns whether these parts are stored in the same rows. */
export function isStoredSo(parts: readonly CutPart[], { layout }: StoredFiling): boolean {
  const chunks = parts
    .flatMap(({ repeats }) => repeats)
    .flatMap(({ path, chunks }) =>
      chunks.map((items, chunk) => toLayout(path, chunk, items.length + '[]'.length)),
    )
  const wanted = new Set([...rowsOf(parts).map(toName), ...chunks])
  return wanted.size === layout.length && layout.every((row) => wanted.has(row))
}
