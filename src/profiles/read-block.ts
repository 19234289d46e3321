import type { Block } from '../domain/blocks.ts'
import { REPEATABLE } from '../domain/facts/repeatable.ts'
import { CHUNK } from '../domain/filing-contents.ts'
import { ApiError } from '../errors.ts'
import type { ProfileDeps } from './deps.ts'
import { fillRepeats } from './fill-repeats.ts'
import { openProfile, requireFilings } from './open-profile.ts'
import type { FilingSummary, Organization } from './organization.ts'
import { type BlockRequest, type Held, selectBlock } from './select-block.ts'
import { readContents, readCutLengths } from './store/read-contents.ts'
import { readParts } from './store/read-parts.ts'

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
 * One part of a return as filed, from the newest current filing that has it. At most four round
 * trips, and of repeats that are stored apart a hundred items each. Throws ApiError
 * ProfileNotFound, FilingNotFound, SectionNotFound, whose messages list what there is,
 * InvalidParameters for an ordinal or page that is not there, and StoreUnavailable.
 */
export async function readBlock(
  deps: ProfileDeps,
  ein: string,
  request: BlockRequest,
): Promise<RawBlock> {
  const { organization, manifest } = await readHeld(deps, ein)
  const { filing, contents, block } = selectBlock(manifest, request)
  const entries = contents.blocks.filter((entry) => entry.block === block)
  const entry = entries.find(({ ordinal }) => ordinal === request.ordinal)
  if (!entry) throw outOfRange('ordinal', entries.length)
  const path = REPEATABLE.has(`/${block}`) ? `/${block}[${entry.ordinal}]` : `/${block}`
  const cut = contents.cut.filter((own) => own.startsWith(`${path}/`))
  const truncated = await readTruncated(deps, filing.objectId, cut)
  const pages = Math.max(1, ...truncated.map((one) => one.pages))
  if (request.page > pages) throw outOfRange('page', pages)
  const from = (request.page - 1) * CHUNK
  const parts = await readParts(
    deps.postgres,
    { objectId: filing.objectId, contents },
    { blocks: [block], portions: cut.map((own) => ({ path: own, from, to: from + CHUNK })) },
  )
  const stored = parts.blocks.find(({ ordinal }) => ordinal === entry.ordinal)
  if (!stored) throw new ApiError('StoreUnavailable', { message: REPLACED })
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

const REPLACED = 'The filing is being replaced; try again.'

async function readHeld(
  deps: ProfileDeps,
  ein: string,
): Promise<{ organization: Organization; manifest: Held[] }> {
  const organization = await openProfile(deps, ein)
  requireFilings(organization)
  const contents = await readContents(deps.postgres, ein)
  const manifest = organization.filings.flatMap((filing) => {
    const held = filing.isCurrent ? contents.get(filing.objectId) : undefined
    return held ? [{ filing, contents: held }] : []
  })
  return { organization, manifest }
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
