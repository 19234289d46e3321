import type { Block, BlockValue } from '#src/domain/blocks.ts'
import {
  CHUNK,
  cutsIn,
  type FilingContents,
  partPath,
  type StoredParts,
} from '#src/domain/filing-contents.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { replaced } from '../store/read-filing.ts'
import { type Portion, readContents, readCutLengths, readParts } from '../store/read-parts.ts'
import { type BlockRequest, type Held, selectBlock } from './select-block.ts'

type BlockEntry = {
  block: string
  ordinal: number
  /** Size as JSON, including long repeats. */
  bytes: number
  /** Rows of the catalogue's tables in it; absent if its name occurs several times. */
  rows?: number
}
export type BlockManifest = { filing: FilingSummary; blocks: BlockEntry[] }[]

/**
 * Lists the parts of every filing of an organization, newest first, superseded filings included. Two
 * statements at once. Throws ApiError ProfileNotFound for an organization without filings,
 * StoreUnavailable.
 */
export async function readBlockManifest(
  deps: ProfileDeps,
  ein: string,
): Promise<{ organization: Organization; manifest: BlockManifest }> {
  const { organization, held } = await readHeld(deps, ein)
  const manifest = held.map(({ filing, contents }) => ({ filing, blocks: listBlocks(contents) }))
  return { organization, manifest }
}

async function readHeld(
  deps: ProfileDeps,
  ein: string,
): Promise<{ organization: Organization; held: Held[] }> {
  const [organization, contents] = await Promise.all([
    openFiler(deps, ein),
    readContents(deps.postgres, ein),
  ])
  const held = organization.filings.flatMap((filing) => {
    const own = contents.get(filing.objectId)
    return own ? [{ filing, ...own }] : []
  })
  return { organization, held }
}

function listBlocks({ blocks, rows }: FilingContents): BlockEntry[] {
  return blocks.map(({ block, ordinal, bytes }) => {
    const isOnly = blocks.filter((one) => one.block === block).length === 1
    const counts = Object.entries(rows).filter(([path]) => path.split('/')[1] === block)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    return { block, ordinal, bytes, ...(isOnly && total > 0 && { rows: total }) }
  })
}

export type RawBlock = {
  organization: Organization
  filing: FilingSummary
  block: string
  ordinal: number
  /** The number of parts with that name in the filing. */
  ordinals: number
  path: string
  bytes: number
  content: Block
  /** Long repeats; `content` has one page of each. */
  truncated: { path: string; rows: number; pages: number }[]
  pages: number
}

/**
 * Reads one part of a return as filed, by default from the newest current filing that has it. Up to
 * three round trips: the organization and the contents of its filings, the lengths of long repeats,
 * then the part with a hundred items of each repeat. Throws ApiError ProfileNotFound,
 * FilingNotFound, and SectionNotFound, whose messages list what exists, InvalidParameters for an
 * ordinal, or page out of range and for an ambiguous name, and StoreUnavailable.
 */
export async function readBlock(
  deps: ProfileDeps,
  ein: string,
  request: BlockRequest,
): Promise<RawBlock> {
  const { organization, held } = await readHeld(deps, ein)
  const { filing, contents, version, block } = selectBlock(held, organization.primaryForm, request)
  const entries = contents.blocks.filter((entry) => entry.block === block)
  const entry = entries.find(({ ordinal }) => ordinal === request.ordinal)
  if (!entry) throw outOfRange('ordinal', entries.length)
  const path = partPath(entry)
  const truncated = await readTruncated(deps, filing.objectId, cutsIn(contents, entry))
  const pages = Math.max(1, ...truncated.map((one) => one.pages))
  if (request.page > pages) throw outOfRange('page', pages)
  const parts = await readParts(
    deps.postgres,
    { objectId: filing.objectId, contents, version },
    { blocks: [entry], portions: portionsOf(truncated, request.page) },
  )
  const [stored] = parts.blocks
  if (!stored) throw replaced()
  return {
    organization,
    filing,
    block,
    ordinal: entry.ordinal,
    ordinals: entries.length,
    path,
    bytes: entry.bytes,
    content: fillRepeats(stored.content, path, parts.repeats),
    truncated,
    pages,
  }
}

const outOfRange = (name: string, last: number): ApiError =>
  new ApiError('InvalidParameters', {
    issues: [{ loc: ['query', name], msg: `must be ${last} or less`, type: 'too_big' }],
  })

async function readTruncated(
  { postgres }: ProfileDeps,
  objectId: string,
  cut: string[],
): Promise<RawBlock['truncated']> {
  if (cut.length === 0) return []
  const lengths = await readCutLengths(postgres, objectId, cut)
  return cut.map((path) => {
    const rows = lengths.get(path) ?? 0
    return { path, rows, pages: Math.max(1, Math.ceil(rows / CHUNK)) }
  })
}

/** Returns the items on a page of the repeats that are long enough to reach it. */
function portionsOf(truncated: RawBlock['truncated'], page: number): Portion[] {
  const from = (page - 1) * CHUNK
  return truncated
    .filter(({ rows }) => rows > from)
    .map(({ path, rows }) => ({ path, from, to: Math.min(from + CHUNK, rows) }))
}

/** Returns a part with the items that were read of its repeats. No repeat here is below another. */
function fillRepeats(content: Block, path: string, repeats: StoredParts['repeats']): Block {
  return repeats.reduce((filled, repeat) => {
    const steps = repeat.path.slice(path.length + 1).split('/')
    return replaceAt(filled, steps, repeat.items)
  }, content)
}

function replaceAt(block: Block, [step = '', ...rest]: string[], items: BlockValue): Block {
  if (rest.length === 0) return { ...block, [step]: items }
  const below = block[step]
  if (below === undefined || typeof below === 'string' || Array.isArray(below)) return block
  return { ...block, [step]: replaceAt(below, rest, items) }
}
