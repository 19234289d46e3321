import type { Form } from '#src/domain/form.ts'
import { isNear, nearestByTrigrams } from '#src/domain/similarity.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readCursor, toCursor } from '../cursor.ts'
import type { ProfileDeps } from '../deps.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { isRatedBy } from '../page/rating-view.ts'
import { hasSection, listSections, SECTIONS, summarizeSection } from './definitions.ts'
import { readerOf } from './read-bands.ts'
import { readTarget } from './read-target.ts'
import { SECTION_IDS, type SectionId, type SectionSummary } from './section.ts'
import type { Section } from './section-data.ts'

type SectionRequest = {
  section: string
  form?: Form | undefined
  year?: number | undefined
  cursor?: string | undefined
  limit: number
  ref?: string | undefined
}

/**
 * Reads a section of the selected filing, or the target of an EvidenceRef. Three round trips, and
 * two more if the Ref points to another filing. Throws ApiError SectionNotFound, ProfileNotFound,
 * FilingNotFound, InvalidCursor, StaleCursor, InvalidEvidenceRef, EvidenceNotFound,
 * InvalidParameters, StoreUnavailable.
 */
export async function readSection(
  deps: ProfileDeps,
  ein: string,
  request: SectionRequest,
): Promise<Section> {
  const id = requireId(request.section)
  const organization = await openFiler(deps, ein)
  const { ref } = request
  if (ref !== undefined) return await readTarget(deps, organization, id, { ...request, ref })
  const filing = await openFiling(deps, organization, request)
  return await readListed(deps, organization, filing, { ...request, id })
}

/** A section and the list of all sections of the filing. */
export type OpenedSection = {
  organization: Organization
  filing: Filing
  sections: SectionSummary[]
  /** Absent if the filing has no such section; `missing` says why. */
  section?: Section
  missing?: ApiError
}

/**
 * Reads a section of the selected filing and the list of its sections; three round trips. Does not
 * throw if the filing has no such section. Throws ApiError ProfileNotFound, FilingNotFound,
 * InvalidCursor, StaleCursor, StoreUnavailable.
 */
export async function openSection(
  deps: ProfileDeps,
  ein: string,
  request: Omit<SectionRequest, 'ref'>,
): Promise<OpenedSection> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, request)
  const opened = { organization, filing, sections: listSections(organization, filing) }
  try {
    const id = requireId(request.section)
    return { ...opened, section: await readListed(deps, organization, filing, { ...request, id }) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SectionNotFound') {
      return { ...opened, missing: error }
    }
    throw error
  }
}

async function readListed(
  deps: ProfileDeps,
  organization: Organization,
  filing: Filing,
  { id, ...request }: SectionRequest & { id: SectionId },
): Promise<Section> {
  if (!hasSection(organization, filing, id)) throw notFiled(organization, filing, id)
  return await readFiled(deps, organization, filing, id, request)
}

async function readFiled(
  deps: ProfileDeps,
  organization: Organization,
  filing: Filing,
  id: SectionId,
  { year, cursor, limit }: SectionRequest,
): Promise<Section> {
  const asked = ['section', id, organization.ein, filing.form, year ?? 'latest']
  const data = [filing.objectId, filing.version, ...othersData(id, organization)]
  if (cursor !== undefined && !SECTIONS[id].isPageable) {
    throw new ApiError('InvalidCursor', {
      message: `Section ${id} has only one page. Omit Cursor.`,
    })
  }
  const place = cursor === undefined ? undefined : readCursor(cursor, asked, data)
  const read = readerOf(id)
  const { next, ...section } = await read(deps, { id, organization, filing, place, limit })
  return {
    summary: summarizeSection(organization, filing, id),
    ...section,
    ...(next !== undefined && { nextCursor: toCursor(asked, data, next) }),
  }
}

// Any load may change which organizations name this one.
const othersData = (id: SectionId, { release }: Organization): string[] =>
  id === 'RelatedOrganizations' ? [release] : []

function requireId(text: string): SectionId {
  const id = SECTION_IDS.find((one) => one === text)
  if (id) return id
  const wanted = text.slice(0, 100)
  const meant = SECTION_IDS.find((one) => one.toLowerCase() === wanted.toLowerCase())
  const [near] = nearestByTrigrams(wanted, SECTION_IDS, (one) => one, 1)
  const nearest = meant ?? (near && isNear(wanted, near) ? near : undefined)
  throw new ApiError('SectionNotFound', {
    message: `There is no section with this ID. ${nearest ? `Did you mean ${nearest}?` : `Use one of ${SECTION_IDS.join(', ')}.`}`,
  })
}

function notFiled(organization: Organization, filing: Filing, id: SectionId): ApiError {
  const ids = listSections(organization, filing).map((section) => section.id)
  const { form, taxYear } = filing
  const elsewhere = id === 'Rating' ? pointToRating(organization) : ''
  return new ApiError('SectionNotFound', {
    message: `Form ${form} for tax year ${taxYear} has no section ${id}. Its sections are ${ids.join(', ')}.${elsewhere}`,
  })
}

/** States which return is rated, and how to request it. */
function pointToRating(organization: Organization): string {
  const { rating } = organization
  if (rating === null) return ''
  // Without a year, a newer return that is not yet rated would open.
  const opensAlone = isRatedBy(organization, selectFiling(organization, {}))
  const how = opensAlone ? 'without Form and Year' : `with Year=${rating.taxYear} and without Form`
  return ` The rating is based on Form ${rating.form} for tax year ${rating.taxYear}. To get the rating, send the request ${how}.`
}
