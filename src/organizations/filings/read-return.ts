import { FORM_NAMES, partName } from '#src/domain/facts/citation.ts'
import { partTitle } from '#src/domain/facts/printed.ts'
import { layOut, type PrintedPart } from '#src/domain/facts/return-layout.ts'
import { CHUNK, cutsIn, findCut, type PartId, partPath } from '#src/domain/filing-contents.ts'
import { FORM_BLOCK, type Form, HEADER_BLOCK, scheduleOf } from '#src/domain/form.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openProfile } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { readFiling, replaced } from '../store/read-organization.ts'
import { readParts } from '../store/read-parts.ts'
import { fillRepeats, pageOf } from './blocks.ts'

/** A part of a return; `key` selects it in the address, unless the page of the form has it. */
type ReturnPart = { key: string; name: string; isForm: boolean }

/** What a page of a return shows. */
export type OpenedReturn = {
  organization: Organization
  filing: Filing
  /** All parts of the return, in the order of the form. */
  index: ReturnPart[]
  shown: (ReturnPart & { parts: PrintedPart[] })[]
  /** The key of the part that was asked for; absent for the form itself. */
  part?: string
  /** A page has a hundred items of each long repeat. */
  page: number
  pages: number
}

/**
 * JSON of a return that is shown on one page. With it, the compressed page has about 60 KB; a
 * larger return has a page for the form and one for each schedule.
 */
const ONE_PAGE = 100_000

type Part = Filing['contents']['blocks'][number]

/** Returns the name of a part in addresses: "form-990", "schedule-k.2". */
export const partKey = ({ block, ordinal }: PartId): string =>
  `${nameOf(block).toLowerCase().replaceAll(/\W+/g, '-')}${ordinal > 1 ? `.${ordinal}` : ''}`

const nameOf = (block: string): string => partTitle(block, '') || partName(block)

/** Orders the header, the form, its schedules by letter, and the attachments as filed. */
function orderOf(form: Form, { block }: Part): number {
  if (block === HEADER_BLOCK) return 0
  return block === FORM_BLOCK[form] ? 1 : (scheduleOf(block) ?? '~').charCodeAt(0)
}

type ReturnRequest = {
  objectId: string
  /** The key of a part. */
  part?: string | undefined
  page: number
  /** A path: its part and page, instead of `part` and `page`. */
  at?: string | undefined
}

/**
 * Reads a page of a return, superseded ones included, in the order of its form: the whole return if
 * it is short, otherwise the form itself or the requested part. Four round trips. Throws ApiError
 * ProfileNotFound, FilingNotFound, SectionNotFound for a part the return does not have,
 * InvalidParameters for a page out of range, and StoreUnavailable.
 */
export async function readReturnPage(
  deps: ProfileDeps,
  ein: string,
  { objectId, at, ...asked }: ReturnRequest,
): Promise<OpenedReturn> {
  const organization = await openProfile(deps, ein)
  if (!organization.filings.some((one) => one.objectId === objectId)) {
    throw new ApiError('FilingNotFound', {
      message: `No filing with the object ID ${objectId} of EIN ${ein} is loaded. Open one from the list at /charity/${ein}/filings.`,
    })
  }
  const filing = await readFiling(deps.postgres, objectId)
  if (!filing) throw replaced()
  const { contents, form, schemaVersion } = filing
  const all = contents.blocks.toSorted((one, other) => orderOf(form, one) - orderOf(form, other))
  const { part, page } = at === undefined ? asked : placeOf(filing, at)
  const wanted = selectParts(filing, all, part)
  const cuts = wanted.flatMap((one) => cutsIn(contents, one))
  const { pages, portions } = await pageOf(deps, objectId, cuts, { Page: page })
  const read = await readParts(deps.postgres, filing, { blocks: wanted, portions })
  const firsts = new Map(read.repeats.map((repeat) => [repeat.path, repeat.first]))
  const shown = wanted.map((one) => {
    const stored = read.blocks.find((own) => partKey(own) === partKey(one))
    if (!stored) throw replaced()
    const own = read.repeats.filter(({ path }) => path.startsWith(`${partPath(one)}/`))
    // Later pages continue the repeats only.
    const content = fillRepeats(page === 1 ? stored.content : {}, partPath(one), own)
    const parts = layOut({ ...stored, content }, schemaVersion ?? undefined, firsts)
    return { ...describe(form, one), parts }
  })
  const index = all.map((one) => describe(form, one))
  return { organization, filing, index, shown, ...(part && { part }), page, pages }
}

const isOfForm = (form: Form, { block }: PartId): boolean =>
  block === HEADER_BLOCK || block === FORM_BLOCK[form]

function describe(form: Form, part: PartId): ReturnPart {
  const { block, ordinal } = part
  const name = block === FORM_BLOCK[form] ? FORM_NAMES[form] : nameOf(block)
  const number = ordinal > 1 ? ` (${ordinal})` : ''
  return { key: partKey(part), name: name + number, isForm: isOfForm(form, part) }
}

/** Returns the part and the page that show a path; no part if the page of the form does. */
function placeOf({ contents, form }: Filing, path: string): { part?: string; page: number } {
  const [block = '', ordinal = '1'] = (path.split('/')[1] ?? '').split(/[[\]]/)
  const part = { block, ordinal: Number(ordinal) }
  const place = findCut(contents, path)?.place ?? 0
  const isAlone = !isShort(contents) && !isOfForm(form, part)
  return { ...(isAlone && { part: partKey(part) }), page: Math.floor(place / CHUNK) + 1 }
}

const isShort = ({ blocks, cut }: Filing['contents']): boolean =>
  cut.length === 0 && blocks.reduce((sum, { bytes }) => sum + bytes, 0) <= ONE_PAGE

function selectParts({ contents, form }: Filing, all: Part[], key: string | undefined): Part[] {
  if (key !== undefined) {
    const found = all.find((one) => partKey(one) === key)
    if (found) return [found]
    throw new ApiError('SectionNotFound', {
      message: `This return has no part ${key.slice(0, 60)}. Its parts are ${all.map(partKey).join(', ')}.`,
    })
  }
  return isShort(contents) ? all : all.filter((one) => isOfForm(form, one))
}
