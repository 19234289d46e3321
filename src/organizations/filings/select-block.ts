import { FORMS, type Form, scheduleOf } from '#src/domain/form.ts'
import { toComparable } from '#src/domain/similarity.ts'
import { ApiError, type ParameterIssue } from '#src/platform/errors.ts'
import type { FilingSummary } from '../organization.ts'
import type { HeldContents } from '../store/read-parts.ts'

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
