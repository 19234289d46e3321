import type { Block, BlockValue } from '#src/domain/blocks.ts'
import {
  CHUNK,
  cutsIn,
  type FilingContents,
  partPath,
  type StoredParts,
} from '#src/domain/filing-contents.ts'
import { FORMS, type Form, scheduleOf } from '#src/domain/form.ts'
import { toComparable } from '#src/domain/similarity.ts'
import { ApiError, type ParameterIssue } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { replaced } from '../store/read-organization.ts'
import {
  type HeldContents,
  type Portion,
  readContents,
  readCutLengths,
  readParts,
} from '../store/read-parts.ts'

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
  const cuts = cutsIn(contents, entry)
  const { page } = request
  const { truncated, pages, portions } = await pageOf(deps, filing.objectId, cuts, { page })
  const parts = await readParts(
    deps.postgres,
    { objectId: filing.objectId, contents, version },
    { blocks: [entry], portions },
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

/**
 * Returns the lengths of long repeats, and their items on a page, the only parameter in `asked`.
 * Throws ApiError InvalidParameters for a page out of range.
 */
export async function pageOf(
  { postgres }: ProfileDeps,
  objectId: string,
  cuts: readonly string[],
  asked: { page: number } | { Page: number },
): Promise<Pick<RawBlock, 'truncated' | 'pages'> & { portions: Portion[] }> {
  const [[name, page] = ['page', 1]] = Object.entries(asked)
  const lengths = cuts.length > 0 ? await readCutLengths(postgres, objectId, cuts) : new Map()
  const truncated = cuts.map((path) => {
    const rows: number = lengths.get(path) ?? 0
    return { path, rows, pages: Math.max(1, Math.ceil(rows / CHUNK)) }
  })
  const pages = Math.max(1, ...truncated.map((one) => one.pages))
  if (page > pages) throw outOfRange(name, pages)
  const from = (page - 1) * CHUNK
  const portions = truncated
    .filter(({ rows }) => rows > from)
    .map(({ path, rows }) => ({ path, from, to: Math.min(from + CHUNK, rows) }))
  return { truncated, pages, portions }
}

/** Returns a part with the items that were read of its repeats. No repeat here is below another. */
export function fillRepeats(content: Block, path: string, repeats: StoredParts['repeats']): Block {
  return repeats.reduce((filled, repeat) => {
    const steps = repeat.path.slice(path.length + 1).split('/')
    return replaceAt(filled, steps, repeat.items)
  }, content)
}

function replaceAt(block: Block, [step = '', ...rest]: string[], items: BlockValue): Block {
  if (rest.length === 0) return { ...block, [step]: items }
  const { [step]: below = {} } = block
  if (typeof below === 'string' || Array.isArray(below)) return block
  return { ...block, [step]: replaceAt(below, rest, items) }
}

export type BlockRequest = {
  block: string
  form?: Form | undefined
  year?: number | undefined
  /** Object id of one filing, which may be superseded. */
  objectId?: string | undefined
  ordinal: number
  /** Page of long repeats, from 1; a page has a hundred items. */
  page: number
}

/** A filing and its contents. */
export type Held = { filing: FilingSummary } & HeldContents

/**
 * Returns the requested block of the filing with the object id, otherwise of the first current filing
 * of the form and year that has it. If a short name matches blocks of several forms, the primary form
 * counts. Throws ApiError FilingNotFound and SectionNotFound, whose messages list what exists, and
 * InvalidParameters for an ambiguous name and for a form or year other than the filing's.
 */
export function selectBlock(
  held: readonly Held[],
  primaryForm: Form | null,
  request: BlockRequest,
): Held & { block: string } {
  const asked = selectFilings(held, request)
  const name = selectName(asked, primaryForm, request.block)
  const found = asked.find((one) => namesOf([one]).includes(name))
  if (!found) throw new ApiError('SectionNotFound')
  return { ...found, block: name }
}

function selectFilings(held: readonly Held[], { objectId, form, year }: BlockRequest): Held[] {
  if (objectId !== undefined) {
    const named = held.filter(({ filing }) => filing.objectId === objectId)
    for (const { filing } of named) requireAgreement(filing, { form, year })
    if (named.length > 0) return named
    throw new ApiError('FilingNotFound', { message: NO_OBJECT_ID })
  }
  const current = held.filter(({ filing }) => filing.isCurrent)
  const asked = current.filter(
    ({ filing }) =>
      (form === undefined || filing.form === form) &&
      (year === undefined || filing.taxYear === year),
  )
  if (asked.length > 0) return asked
  throw new ApiError('FilingNotFound', { message: listFilings(current, { form, year }) })
}

const NO_OBJECT_ID =
  "No filing of this organization has this object ID. To list the object IDs, request the organization's blocks."

type FormAndYear = Pick<BlockRequest, 'form' | 'year'>

function requireAgreement(filing: FilingSummary, { form, year }: FormAndYear): void {
  const issues: ParameterIssue[] = []
  const refuse = (name: string, own: string | number, input: unknown) => {
    const msg = `must be ${own}, the ${name} of the filing with this object_id; correct or omit it`
    issues.push({ loc: ['query', name], msg, type: 'contradiction', input })
  }
  if (form !== undefined && form !== filing.form) refuse('form', filing.form, form)
  if (year !== undefined && year !== filing.taxYear) refuse('year', filing.taxYear, year)
  if (issues.length > 0) throw new ApiError('InvalidParameters', { issues })
}

function selectName(asked: readonly Held[], primaryForm: Form | null, wanted: string): string {
  const all = namesOf(asked)
  const found = findBlocks(wanted, all)
  const primary = namesOf(asked.filter(({ filing }) => filing.form === primaryForm))
  const ofPrimary = found.filter((name) => primary.includes(name))
  const [name, ...others] = found.length > 1 && ofPrimary.length > 0 ? ofPrimary : found
  if (name === undefined) {
    throw new ApiError('SectionNotFound', {
      message: `No filing of this organization contains this block. Filed blocks: ${all.join(', ')}.`,
    })
  }
  if (others.length === 0) return name
  const msg = `can mean ${[name, ...others].join(' or ')}; send one of these names`
  throw new ApiError('InvalidParameters', {
    issues: [{ loc: ['path', 'block'], msg, type: 'ambiguous', input: wanted }],
  })
}

const namesOf = (held: readonly Held[]): string[] => [
  ...new Set(held.flatMap(({ contents }) => contents.blocks.map(({ block }) => block))),
]

function listFilings(current: readonly Held[], { form, year }: FormAndYear): string {
  const forms = FORMS.flatMap((one) => {
    const ofForm = current.filter(({ filing }) => filing.form === one)
    const years = [...new Set(ofForm.map(({ filing }) => filing.taxYear))].sort((a, b) => a - b)
    return years.length === 0 ? [] : [`Form ${one} for ${years.join(', ')}`]
  })
  const asked = `${form === undefined ? 'filing' : `Form ${form}`} is available${year === undefined ? '' : ` for tax year ${year}`}`
  return `No ${asked}. Available filings: ${forms.join('; ')}.`
}

/**
 * Returns the blocks a name may mean: the block with that name in any case, otherwise those with a
 * short name such as `ScheduleB`, `schedule_i`, `schR`, `G`, `990`. Two forms may each have a
 * schedule with the same letter.
 */
function findBlocks(wanted: string, names: readonly string[]): string[] {
  const key = lettersOf(wanted)
  const ways = [fullName, withoutForm, ofSchedule]
  for (const nameOf of ways) {
    const found = names.filter((name) => nameOf(name).includes(key))
    if (found.length > 0) return found
  }
  return []
}

const lettersOf = (text: string): string => toComparable(text).replaceAll(' ', '')

const fullName = (name: string): string[] => [lettersOf(name)]

/** Returns `990` for IRS990, `header` for ReturnHeader, `990schedulei` for IRS990ScheduleI. */
const withoutForm = (name: string): string[] => [lettersOf(name.replace(/^(IRS|Return)/, ''))]

/** Returns `schedulei`, `schi`, and `i` for IRS990ScheduleI. */
function ofSchedule(name: string): string[] {
  const letter = scheduleOf(name)?.toLowerCase()
  return letter === undefined ? [] : [`schedule${letter}`, `sch${letter}`, letter]
}
