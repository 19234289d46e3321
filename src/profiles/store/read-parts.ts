import type { Postgres } from '../../clients/postgres.ts'
import type { Block, Leaf } from '../../domain/blocks.ts'
import { CHUNK, type FilingContents, type StoredParts } from '../../domain/filing-contents.ts'

/** A portion of the repeats at a source path: places `from` (from 0) up to and without `to`. */
export type Portion = { path: string; from: number; to: number }

const BLOCKS = `
  select block, ordinal, content, null as path, null as chunk
  from filing_block where object_id = $1 and block = any($2)`
// `offset 0` keeps the subquery apart: joined with it, the planner would read all chunks of the
// filing, thousands of a long one, since it cannot know how few portions the JSON holds.
const CHUNKS = `
  select null, null, r.items, r.path, r.chunk
  from json_to_recordset($3::json) as wanted(path text, first integer, last integer)
  cross join lateral (
    select own.items, own.path, own.chunk from filing_rows own
    where own.object_id = $1 and own.path = wanted.path
      and own.chunk between wanted.first and wanted.last
    offset 0) r`

type PartRow =
  | { block: string; ordinal: number; content: Block; path: null; chunk: null }
  | { block: null; ordinal: null; content: (Leaf | Block)[]; path: string; chunk: number }

/**
 * Parts of a return by name, and portions of those of its repeats that are stored apart, in one
 * round trip. A portion of a repeat that stands in its part brings that part whole.
 */
export async function readParts(
  db: Pick<Postgres, 'query'>,
  { objectId, contents }: { objectId: string; contents: FilingContents },
  wanted: { blocks?: readonly string[]; portions?: readonly Portion[] },
): Promise<StoredParts> {
  const { blocks = [], portions = [] } = wanted
  const cut = portions.filter(({ path }) => contents.cut.includes(path))
  const whole = portions.filter(({ path }) => !contents.cut.includes(path))
  const names = new Set([...blocks, ...whole.map(({ path }) => path.split('/')[1] ?? '')])
  if (names.size === 0 && cut.length === 0) return { blocks: [], repeats: [] }
  const chunks = cut.map(({ path, from, to }) => ({
    path,
    first: Math.floor(from / CHUNK),
    last: Math.floor(Math.max(from, to - 1) / CHUNK),
  }))
  const rows =
    chunks.length === 0
      ? await db.query<PartRow>(BLOCKS, [objectId, [...names]])
      : await db.query<PartRow>(`${BLOCKS} union all ${CHUNKS}`, [
          objectId,
          [...names],
          JSON.stringify(chunks),
        ])
  return toParts(rows, contents)
}

function toParts(rows: PartRow[], contents: FilingContents): StoredParts {
  const parts: StoredParts = { blocks: [], repeats: [] }
  const chunks = rows.filter((row) => row.path !== null).sort((a, b) => a.chunk - b.chunk)
  for (const row of rows) if (row.path === null) parts.blocks.push(row)
  for (const { path, chunk, content } of chunks) {
    const known = parts.repeats.find((repeat) => repeat.path === path)
    if (known) known.items.push(...content)
    else parts.repeats.push({ path, first: chunk * CHUNK, items: [...content] })
  }
  // Parts come in no order; the order of the document is that of the contents.
  const place = ({ block, ordinal }: { block: string; ordinal: number }) =>
    contents.blocks.findIndex((one) => one.block === block && one.ordinal === ordinal)
  parts.blocks.sort((a, b) => place(a) - place(b))
  return parts
}
