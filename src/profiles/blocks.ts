import type { Block, BlockValue } from '../domain/blocks.ts'
import { REPEATABLE } from '../domain/facts/repeatable.ts'
import { CHUNK, type FilingContents, type StoredParts } from '../domain/filing-contents.ts'
import { FORMS, type Form } from '../domain/form.ts'
import { ApiError } from '../errors.ts'
import { findBlock } from './block-names.ts'
import type { ProfileDeps } from './deps.ts'
import { openProfile, requireFilings } from './open-profile.ts'
import type { FilingSummary, Organization } from './organization.ts'
import { readContents, readCutLengths } from './store/read-contents.ts'
import { readParts } from './store/read-parts.ts'

export type BlockEntry = {
  block: string
  ordinal: number
  /** Its size as JSON, long repeats included. */
  bytes: number
  /** Rows of the catalogue's tables in it; absent where its name occurs several times. */
  rows?: number
}
export type BlockManifest = { filing: FilingSummary; blocks: BlockEntry[] }[]

/**
 * The parts of every filing of an organization, newest first, superseded filings too. Two round
 * trips. Throws ApiError ProfileNotFound for an organization without filings, StoreUnavailable.
 */
export async function readBlockManifest(
  deps: ProfileDeps,
  ein: string,
): Promise<{ organization: Organization; manifest: BlockManifest }> {
  const organization = await openProfile(deps, ein)
  requireFilings(organization)
  const contents = await readContents(deps.postgres, ein)
  const manifest = organization.filings.flatMap((filing) => {
    const held = contents.get(filing.objectId)
    return held ? [{ filing, blocks: listBlocks(held) }] : []
  })
  return { organization, manifest }
}

function listBlocks({ blocks, rows }: FilingContents): BlockEntry[] {
  return blocks.map(({ block, ordinal, bytes }) => {
    const isOnly = blocks.filter((one) => one.block === block).length === 1
    const counts = Object.entries(rows).filter(([path]) => path.split('/')[1] === block)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    return { block, ordinal, bytes, ...(isOnly && total > 0 && { rows: total }) }
  })
}

export type BlockRequest = {
  block: string
  form?: Form | undefined
  year?: number | undefined
  ordinal: number
  /** Of long repeats, from 1, in hundreds. */
  page: number
}

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

type Held = { filing: FilingSummary; contents: FilingContents }

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

function selectBlock(held: Held[], { block, form, year }: BlockRequest): Held & { block: string } {
  const asked = held.filter(
    ({ filing }) =>
      (form === undefined || filing.form === form) &&
      (year === undefined || filing.taxYear === year),
  )
  if (asked.length === 0) throw new ApiError('FilingNotFound', { message: listFilings(held) })
  const all = [...new Set(asked.flatMap(({ contents }) => namesOf(contents)))]
  const name = findBlock(block, all)
  const found = asked.find(({ contents }) => name !== undefined && namesOf(contents).includes(name))
  if (found && name !== undefined) return { ...found, block: name }
  throw new ApiError('SectionNotFound', {
    message: `No such block is filed; there are ${all.join(', ')}.`,
  })
}

const namesOf = ({ blocks }: FilingContents): string[] => blocks.map(({ block }) => block)

function listFilings(held: Held[]): string {
  const forms = FORMS.flatMap((form) => {
    const years = held.filter(({ filing }) => filing.form === form).map((one) => one.filing.taxYear)
    const list = [...new Set(years)].sort((a, b) => a - b).join(', ')
    return list === '' ? [] : [`Form ${form} of ${list}`]
  })
  return `No such filing is known; there are ${forms.join('; ')}.`
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

/** A part with the items that were read of its repeats; no repeat lies below another here. */
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
