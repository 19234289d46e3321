import type { Form } from '#src/domain/form.ts'
import { isNear, nearestByTrigrams } from '#src/domain/similarity.ts'
import { ApiError, type ParameterIssue } from '#src/platform/errors.ts'
import { readCursor, toCursor } from '../cursor.ts'
import type { ProfileDeps } from '../deps.ts'
import {
  citeDerivedOrFiled,
  citeRef,
  type EvidenceRef,
  type ResolvedEvidence,
  toEvidenceRef,
} from '../evidence/evidence-ref.ts'
import { resolveShown } from '../evidence/resolve-evidence.ts'
import { type MoneyFlow, toFlowYears, toMoneyFlow } from '../figures/money-flow.ts'
import { toOperatingModel } from '../figures/operating-model.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { evidenceOfChecks, showChecks } from '../filings/shown-checks.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { isRatedBy, toRatingView } from '../page/rating-view.ts'
import { readRelated } from '../relations/related.ts'
import { readYears, requireVersion, requireVersionIn } from '../store/read-organization.ts'
import { hasSection, listSections, SECTIONS, sectionOn, summarizeSection } from './definitions.ts'
import { pathsOfRow, readLeadershipSection, readRowsSection } from './read-rows.ts'
import { readSchedules } from './read-schedules.ts'
import { SECTION_IDS, type SectionId } from './section.ts'
import { nextPlace, type Reader, type Section } from './section-data.ts'

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

/**
 * Reads a section of the selected filing; three round trips. `section` is absent if the filing has no
 * such section. Throws ApiError SectionNotFound for an unknown id, ProfileNotFound, FilingNotFound,
 * InvalidCursor, StaleCursor, StoreUnavailable.
 */
export async function openSection(
  deps: ProfileDeps,
  ein: string,
  request: Omit<SectionRequest, 'ref'>,
): Promise<{ organization: Organization; filing: Filing; id: SectionId; section?: Section }> {
  const id = requireId(request.section)
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, request)
  if (!hasSection(organization, filing, id)) return { organization, filing, id }
  const section = await readListed(deps, organization, filing, { ...request, id })
  return { organization, filing, id, section }
}

/**
 * Reads those of the given sections that a filing has data for, with at most `limit` rows each.
 * Throws ApiError StoreUnavailable.
 */
export const readSections = (
  deps: ProfileDeps,
  organization: Organization,
  filing: Filing,
  { ids, limit }: { ids: readonly SectionId[]; limit: number },
): Promise<Section[]> =>
  Promise.all(
    ids
      .filter((id) => hasSection(organization, filing, id))
      .map((id) => readListed(deps, organization, filing, { id, section: id, limit })),
  )

async function readListed(
  deps: ProfileDeps,
  organization: Organization,
  filing: Filing,
  { id, year, cursor, limit }: SectionRequest & { id: SectionId },
): Promise<Section> {
  if (!hasSection(organization, filing, id)) throw notFiled(organization, filing, id)
  const asked = ['section', id, organization.ein, filing.form, year ?? 'latest']
  const data = [filing.objectId, filing.version, ...othersData(id, organization)]
  if (cursor !== undefined && !SECTIONS[id].isPageable) {
    throw new ApiError('InvalidCursor', {
      message: `Section ${id} has only one page. Omit Cursor.`,
    })
  }
  const place = cursor === undefined ? undefined : readCursor(cursor, asked, data)
  // Most sections consist of facts, statements, and tables.
  const read = READERS[id] ?? readRowsSection
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

/**
 * Reads the money flow: the years of the form, and the lines of the filing. Throws ApiError
 * StoreUnavailable if the two statements read different versions.
 */
const readFlow: Reader = async ({ postgres }, { organization, filing }) => {
  const years = await readYears(postgres, organization.ein, filing.form)
  const again = years.find(({ objectId }) => objectId === filing.objectId)
  if (filing.isCurrent || again) requireVersion(filing.version, again?.version)
  const flow = toMoneyFlow(years, filing)
  const evidence = refsOfFlow(flow).flatMap((ref) => citeRef(organization, ref) ?? [])
  return { data: { kind: 'flow', flow, years: toFlowYears(years) }, evidence }
}

function refsOfFlow({ trend, ...lines }: MoneyFlow): string[] {
  const points = [...Object.values(trend).flat(), ...Object.values(lines).flat()]
  return [...new Set(points.flatMap(({ ref }) => ref ?? []))]
}

const readModel: Reader = async (_, { organization, filing }) => {
  const model = toOperatingModel(organization, filing)
  if (!model) throw new ApiError('SectionNotFound')
  const { resource, delivery, modifiers } = model
  const refs = new Set([resource, delivery, ...modifiers].flatMap((one) => one.refs))
  return {
    data: { kind: 'model', model },
    evidence: [...refs].flatMap((ref) => citeDerivedOrFiled(organization, filing, ref) ?? []),
  }
}

const readChecks: Reader = async (_, { organization, filing }) => ({
  data: { kind: 'checks', checks: showChecks(organization, filing) },
  evidence: evidenceOfChecks(organization, filing),
})

const readRelatedSection: Reader = async (deps, question) => {
  const { organization, filing, place: offset = 0, limit } = question
  const { relationships, total } = await readRelated(deps, organization, filing, { offset, limit })
  const evidence = relationships
    .flatMap((one) => one.evidence)
    .flatMap((one) => pathsOfRow(one).map((path) => toEvidenceRef(one.filing, path)))
  const byRef = new Map(evidence.map((one) => [one.ref, one]))
  return {
    data: { kind: 'related', relationships },
    evidence: [...byRef.values()],
    ...nextPlace(offset, limit, total),
  }
}

/**
 * Reads the rating with every input. The evidence of growth needs the years of the form. Throws
 * ApiError StoreUnavailable if the two statements read different versions.
 */
const readRating: Reader = async ({ postgres }, { organization, filing }) => {
  const years = await readYears(postgres, organization.ein, filing.form)
  if (filing.isCurrent) requireVersionIn(filing, years)
  const rating = toRatingView(organization, filing, years)
  if (!rating) throw new ApiError('SectionNotFound')
  const cited = [rating.evidence, ...rating.metrics.map(({ evidence }) => evidence)]
  return { data: { kind: 'rating', rating }, evidence: cited.filter((one) => one !== undefined) }
}

const READERS: Partial<Record<SectionId, Reader>> = {
  MoneyFlow: readFlow,
  OperatingModel: readModel,
  Rating: readRating,
  Checks: readChecks,
  Leadership: readLeadershipSection,
  RelatedOrganizations: readRelatedSection,
  Schedules: readSchedules,
}

const SUPERSEDED = { label: 'Superseded filing', tone: 'Caution' } as const

type Asked = Omit<SectionRequest, 'section' | 'limit' | 'ref'> & { ref: string }

/**
 * Reads the target of an EvidenceRef as a section, which may have any id. Throws ApiError
 * InvalidEvidenceRef, EvidenceNotFound, and InvalidParameters if Cursor, Form, or Year contradict
 * it.
 */
async function readTarget(
  deps: ProfileDeps,
  organization: Organization,
  id: SectionId,
  asked: Asked,
): Promise<Section> {
  const { found: target } = await resolveShown(deps, organization, asked.ref)
  requireAgreement(asked, target.evidence)
  // A Form or Year without a filing is rejected with any Ref.
  if (!target.filing) selectFiling(organization, asked)
  const { kind = 'Evidence', title, isPageable } = SECTIONS[id]
  return {
    summary: {
      id,
      kind,
      title,
      ...describeTarget(id, target),
      pageable: isPageable === true,
    },
    data: { kind: 'target', target },
    evidence: [target.evidence, ...sourcesOf(organization, target.evidence)],
  }
}

/** Returns the summary of a target. Only a target in a return has form, year, and parts. */
function describeTarget(
  id: SectionId,
  { evidence: { citation }, filing }: ResolvedEvidence,
): Pick<Section['summary'], 'summary' | 'sourceTags' | 'form' | 'year' | 'status'> {
  if (!filing) {
    const summary = `${citation}. It is shown without its section because it is not from a return.`
    return { summary, sourceTags: [] }
  }
  const { form, taxYear: year, isCurrent } = filing
  const sourceTags = [...(sectionOn(id, form)?.tags ?? [])]
  if (isCurrent) return { summary: `${citation}.`, sourceTags, form, year }
  const summary = `${citation}. A later filing for the same period has superseded this one.`
  return { summary, sourceTags, form, year, status: SUPERSEDED }
}

/** Returns the evidence of the inputs of a derived figure. */
const sourcesOf = (organization: Organization, { derivedFrom = [] }: EvidenceRef): EvidenceRef[] =>
  derivedFrom.flatMap((ref) => citeRef(organization, ref) ?? [])

function requireAgreement({ form, year, cursor }: Asked, evidence: EvidenceRef): void {
  const issues: ParameterIssue[] = []
  const refuse = (name: string, msg: string, input: unknown) =>
    issues.push({ loc: ['query', name], msg, type: 'contradiction', input })
  if (cursor !== undefined) {
    refuse(
      'Cursor',
      'cannot be combined with EvidenceRef, which identifies a single value; omit one of them',
      cursor,
    )
  }
  if (form !== undefined && evidence.form !== undefined && form !== evidence.form) {
    refuse(
      'Form',
      `must be ${evidence.form}, the form of the EvidenceRef; correct or omit it`,
      form,
    )
  }
  if (year !== undefined && evidence.taxYear !== undefined && year !== evidence.taxYear) {
    refuse(
      'Year',
      `must be ${evidence.taxYear}, the year of the EvidenceRef; correct or omit it`,
      year,
    )
  }
  if (issues.length > 0) throw new ApiError('InvalidParameters', { issues })
}
