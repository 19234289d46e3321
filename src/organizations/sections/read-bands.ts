import { ApiError } from '#src/platform/errors.ts'
import { citeDerivedOrFiled, citeRef, toEvidenceRef } from '../evidence/evidence-ref.ts'
import { type MoneyFlow, toFlowYears, toMoneyFlow } from '../figures/money-flow.ts'
import { toOperatingModel } from '../figures/operating-model.ts'
import { evidenceOfChecks, showChecks } from '../filings/shown-checks.ts'
import { toRatingView } from '../page/rating-view.ts'
import { readRelated } from '../relations/related.ts'
import { readYears, requireVersion, requireVersionIn } from '../store/read-filing.ts'
import { pathsOfRow, readLeadershipSection, readRowsSection } from './read-rows.ts'
import { readSchedules } from './read-schedules.ts'
import type { SectionId } from './section.ts'
import { nextPlace, type Reader } from './section-data.ts'

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

/** Returns the reader of a section; most sections consist of facts, statements, and tables. */
export const readerOf = (id: SectionId): Reader => READERS[id] ?? readRowsSection
