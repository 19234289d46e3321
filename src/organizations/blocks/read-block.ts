import type { Block } from '#src/domain/blocks.ts'
import { CHUNK, cutsIn, partPath } from '#src/domain/filing-contents.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { fillRepeats } from '../filings/fill-repeats.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { replaced } from '../store/filing-version.ts'
import { readContents, readCutLengths } from '../store/read-contents.ts'
import { type Portion, readParts } from '../store/read-parts.ts'
import { type BlockRequest, type Held, selectBlock } from './select-block.ts'

export type RawBlock = {
  organization: Organization
  filing: FilingSummary
  block: string
  ordinal: number
  /** How many parts of that name the filing has. */
  ordinals: number
  path: string
  bytes: number
  content: Block
  /** Long repeats, of which `content` holds one page. */
  truncated: { path: string; rows: number; pages: number }[]
  pages: number
}

/**
 * One part of a return as filed, from the filing named, else the newest current one that has it.
 * Three round trips: who it is and what its filings hold at once, then how long the repeats are
 * that are stored apart (none of it where there are none), then the part with a hundred items of
 * each. Throws ApiError ProfileNotFound, FilingNotFound, SectionNotFound, whose messages list what
 * there is, InvalidParameters for an ordinal or page that is not there and for an ambiguous name,
 * and StoreUnavailable.
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
  const cut = cutsIn(contents, entry)
  const truncated = await readTruncated(deps, filing.objectId, cut)
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

/** Of the repeats that reach to a page, the items on it. */
function portionsOf(truncated: RawBlock['truncated'], page: number): Portion[] {
  const from = (page - 1) * CHUNK
  return truncated
    .filter(({ rows }) => rows > from)
    .map(({ path, rows }) => ({ path, from, to: Math.min(from + CHUNK, rows) }))
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
