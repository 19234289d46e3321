import type { Block, Leaf } from '#src/domain/blocks.ts'
import {
  CHUNK,
  type FilingContents,
  type PartId,
  partsNamed,
  plainPath,
  type StoredParts,
} from '#src/domain/filing-contents.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import {
  openPartRows,
  readPartRows,
  SHARED,
  type PartRow as StoredRow,
} from '#src/domain/part-rows.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

import type { Filing } from '../organization.ts'
import {
  FILING_VERSION,
  type Held,
  replaced,
  requireContents,
  requireVersion,
} from './read-organization.ts'

/** The contents of a filing, and the version they were read from. */
export type HeldContents = { contents: FilingContents; version: string }

/**
 * Reads the contents of all filings of an organization, superseded ones included, by object id; one
 * round trip. Throws ApiError StoreUnavailable, also if one of them waits for `npm run derive`.
 */
export async function readContents(
  db: Pick<Postgres, 'query'>,
  ein: string,
): Promise<Map<string, HeldContents>> {
  const sql = `select object_id as "objectId", contents, ${FILING_VERSION} as version
    from filing f where ein = $1`
  const rows = await db.query<Held<HeldContents & { objectId: string }>>(sql, [ein])
  return new Map(rows.map((row) => [row.objectId, requireContents(row, WAITING)]))
}

const WAITING =
  'Filings of this organization are being processed after a service update. Try again later.'

/** Reads the number of items of repeats that are stored separately, by path; one round trip. */
export async function readCutLengths(
  db: Pick<Postgres, 'query'>,
  objectId: string,
  paths: readonly string[],
): Promise<Map<string, number>> {
  // Only the last chunk is read, because counting all items would parse the whole list.
  const sql = `
    select wanted.path, r.chunk, r.items
    from unnest($2::text[]) as wanted(path)
    cross join lateral (
      select own.chunk, own.items from filing_rows own
      where own.object_id = $1 and own.path = wanted.path
      order by own.chunk desc limit 1) r`
  type Last = { path: string; chunk: number; items: Buffer }
  const rows = await db.query<Last>(sql, [objectId, [...paths]])
  const lengthOf = ({ chunk, items }: Last) => chunk * CHUNK + readPacked<unknown[]>(items).length
  return new Map(rows.map((row) => [row.path, lengthOf(row)]))
}

/** A portion of the repeats at a source path: items `from` (from 0) up to but not including `to`. */
export type Portion = { path: string; from: number; to: number }

const VERSION = `
  select ${FILING_VERSION} as version, null::text as block, null::integer as ordinal,
    null::bytea as content, null::text as path, null::integer as chunk
  from filing f where f.object_id = $1`
const BLOCKS = `
  select null, part.block, part.ordinal, part.content, null, null
  from unnest($2::text[], $3::integer[]) as wanted(block, ordinal)
  join filing_block part on part.object_id = $1
    and part.block = wanted.block and part.ordinal = wanted.ordinal`
// `offset 0` keeps the planner from joining the subquery. It would read all chunks of the filing, up to
// thousands, because it cannot know how few portions the JSON contains.
const CHUNKS = `
  select null, null, null, r.items, r.path, r.chunk
  from json_to_recordset($4::json) as wanted(path text, first integer, last integer)
  cross join lateral (
    select own.items, own.path, own.chunk from filing_rows own
    where own.object_id = $1 and own.path = wanted.path
      and own.chunk between wanted.first and wanted.last
    offset 0) r`

type ChunkRow = { content: Buffer; path: string; chunk: number }
type PartRow =
  | { version: string; block: null; path: null }
  | (StoredRow & { version: null; path: null })
  | (ChunkRow & { version: null; block: null })

/**
 * Reads parts of a return and portions of repeats that are stored separately, in one round trip.
 * Parts that the return does not have are left out. If a repeat is stored in its part, the whole
 * part is read. Throws ApiError StoreUnavailable, also if the store now has another version of the
 * filing.
 */
export async function readParts(
  db: Pick<Postgres, 'query'>,
  filing: Pick<Filing, 'objectId' | 'contents' | 'version'>,
  wanted: { blocks?: readonly PartId[]; portions?: readonly Portion[] },
): Promise<StoredParts> {
  const { blocks, chunks } = toRead(filing, wanted)
  if (blocks.length === 0 && chunks.length === 0) return { blocks: [], repeats: [] }
  const stored = blocks.length > 0 ? [...blocks, SHARED] : []
  const parameters = [
    filing.objectId,
    stored.map(({ block }) => block),
    stored.map(({ ordinal }) => ordinal),
  ]
  const rows =
    chunks.length === 0
      ? await db.query<PartRow>(`${VERSION} union all ${BLOCKS}`, parameters)
      : await db.query<PartRow>(`${VERSION} union all ${BLOCKS} union all ${CHUNKS}`, [
          ...parameters,
          JSON.stringify(chunks),
        ])
  requireVersion(filing.version, rows.find(({ version }) => version !== null)?.version)
  const parts = toParts(rows, blocks)
  if (parts.blocks.length < blocks.length) throw replaced()
  return parts
}

/** Returns the parts to read, each once, and the chunks of repeats that are stored separately. */
function toRead(
  { contents }: Pick<Filing, 'contents'>,
  { blocks = [], portions = [] }: { blocks?: readonly PartId[]; portions?: readonly Portion[] },
) {
  // Paths of tables have no index on the part.
  const cuts = new Map(
    contents.cut.flatMap((path) => [
      [plainPath(path), path],
      [path, path],
    ]),
  )
  const whole = portions.flatMap(({ path }) =>
    cuts.has(path) ? [] : partsNamed(contents, path.split('/')[1] ?? ''),
  )
  const isWanted = ({ block, ordinal }: PartId) =>
    [...blocks, ...whole].some((one) => one.block === block && one.ordinal === ordinal)
  return {
    blocks: contents.blocks.filter(isWanted),
    chunks: portions.flatMap(({ path, from, to }) => {
      const cut = cuts.get(path)
      if (cut === undefined) return []
      const last = Math.floor(Math.max(from, to - 1) / CHUNK)
      return [{ path: cut, first: Math.floor(from / CHUNK), last }]
    }),
  }
}

/** Returns the wanted parts in their order, and portions of repeats. */
function toParts(rows: PartRow[], wanted: readonly PartId[]): StoredParts {
  const stored = rows.filter((row) => row.block !== null)
  const parts: StoredParts = { blocks: readPartRows(stored, wanted), repeats: [] }
  const chunks = rows.filter((row) => row.path !== null).sort((a, b) => a.chunk - b.chunk)
  for (const { path, chunk, content } of chunks) {
    const items = readPacked<(Leaf | Block)[]>(content)
    const known = parts.repeats.find((repeat) => repeat.path === path)
    if (known) known.items.push(...items)
    else parts.repeats.push({ path, first: chunk * CHUNK, items })
  }
  return parts
}

type FirstElement = { block: string; ordinal: number; element: string | null }

// Attributes come first and begin with @; the first other name is the first element. It is found in
// the text, because parsing all parts of a long return takes a long time.
const FIRST_ELEMENT = /"([\p{L}_][\p{L}\p{N}_.-]*)":/u
const FIRST_ELEMENTS = `
  select part.block, part.ordinal, ${FILING_VERSION} as version, part.content
  from filing f
  join filing_block part on part.object_id = f.object_id and part.block = any($2)
  where f.object_id = $1`

/**
 * Reads the name of the first element of each part of a return; null for a part without elements.
 * Throws ApiError StoreUnavailable.
 */
export async function readFirstElements(
  db: Pick<Postgres, 'query'>,
  { objectId, version }: Pick<Filing, 'objectId' | 'version'>,
  blocks: readonly string[],
): Promise<FirstElement[]> {
  const rows = await db.query<StoredRow & { version: string }>(FIRST_ELEMENTS, [
    objectId,
    [...blocks, SHARED.block],
  ])
  for (const row of rows) requireVersion(version, row.version)
  return openPartRows(rows)
    .filter(({ block }) => blocks.includes(block))
    .map(({ block, ordinal, json }) => {
      const element = FIRST_ELEMENT.exec(json.toString())?.[1] ?? null
      return { block, ordinal, element }
    })
}
