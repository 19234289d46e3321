import type { Block, Leaf } from '#src/domain/blocks.ts'
import {
  CHUNK,
  type PartId,
  partsNamed,
  plainPath,
  type StoredParts,
} from '#src/domain/filing-contents.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Filing } from '../organization.ts'
import { FILING_VERSION, replaced, requireVersion } from './filing-version.ts'

/** A portion of the repeats at a source path: places `from` (from 0) up to and without `to`. */
export type Portion = { path: string; from: number; to: number }

const VERSION = `
  select ${FILING_VERSION} as version, null::text as block, null::integer as ordinal,
    null::json as content, null::text as path, null::integer as chunk
  from filing f where f.object_id = $1`
const BLOCKS = `
  select null, part.block, part.ordinal, part.content, null, null
  from unnest($2::text[], $3::integer[]) as wanted(block, ordinal)
  join filing_block part on part.object_id = $1
    and part.block = wanted.block and part.ordinal = wanted.ordinal`
// `offset 0` keeps the subquery apart: joined with it, the planner would read all chunks of the
// filing, thousands of a long one, since it cannot know how few portions the JSON holds.
const CHUNKS = `
  select null, null, null, r.items, r.path, r.chunk
  from json_to_recordset($4::json) as wanted(path text, first integer, last integer)
  cross join lateral (
    select own.items, own.path, own.chunk from filing_rows own
    where own.object_id = $1 and own.path = wanted.path
      and own.chunk between wanted.first and wanted.last
    offset 0) r`

type BlockRow = PartId & { content: Block }
type ChunkRow = { content: (Leaf | Block)[]; path: string; chunk: number }
type PartRow =
  | { version: string; block: null; path: null }
  | (BlockRow & { version: null; path: null })
  | (ChunkRow & { version: null; block: null })

/**
 * Parts of a return, and portions of those of its repeats that are stored apart, in one round
 * trip; parts the return does not have are left out. A portion of a repeat that stands in its part
 * brings that part whole. Throws ApiError StoreUnavailable, also when the store holds another
 * version of the filing by now.
 */
export async function readParts(
  db: Pick<Postgres, 'query'>,
  filing: Pick<Filing, 'objectId' | 'contents' | 'version'>,
  wanted: { blocks?: readonly PartId[]; portions?: readonly Portion[] },
): Promise<StoredParts> {
  const { blocks, chunks } = toRead(filing, wanted)
  if (blocks.length === 0 && chunks.length === 0) return { blocks: [], repeats: [] }
  const parameters = [
    filing.objectId,
    blocks.map(({ block }) => block),
    blocks.map(({ ordinal }) => ordinal),
  ]
  const rows =
    chunks.length === 0
      ? await db.query<PartRow>(`${VERSION} union all ${BLOCKS}`, parameters)
      : await db.query<PartRow>(`${VERSION} union all ${BLOCKS} union all ${CHUNKS}`, [
          ...parameters,
          JSON.stringify(chunks),
        ])
  requireVersion(filing.version, rows.find(({ version }) => version !== null)?.version)
  const parts = toParts(rows, filing)
  if (parts.blocks.length < blocks.length) throw replaced()
  return parts
}

/** The parts to read, each once, and of repeats that are stored apart the chunks. */
function toRead(
  { contents }: Pick<Filing, 'contents'>,
  { blocks = [], portions = [] }: { blocks?: readonly PartId[]; portions?: readonly Portion[] },
) {
  // Tables name a repeat without the index of its part.
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

function toParts(rows: PartRow[], { contents }: Pick<Filing, 'contents'>): StoredParts {
  const parts: StoredParts = { blocks: [], repeats: [] }
  const chunks = rows.filter((row) => row.path !== null).sort((a, b) => a.chunk - b.chunk)
  for (const row of rows) {
    if (row.block === null) continue
    const { block, ordinal, content } = row
    parts.blocks.push({ block, ordinal, content })
  }
  for (const { path, chunk, content } of chunks) {
    const known = parts.repeats.find((repeat) => repeat.path === path)
    if (known) known.items.push(...content)
    else parts.repeats.push({ path, first: chunk * CHUNK, items: [...content] })
  }
  // Parts come in no order; the order of the document is that of the contents.
  const place = ({ block, ordinal }: PartId) =>
    contents.blocks.findIndex((one) => one.block === block && one.ordinal === ordinal)
  parts.blocks.sort((a, b) => place(a) - place(b))
  return parts
}
