import { readChecksSection } from './checks-section.ts'
import { readLeadershipSection, readRowsSection, pathsOfRow } from './read-rows.ts'
import { readSchedules } from './read-schedules.ts'
import { type Reader, nextPlace } from './section-data.ts'
import type { SectionId } from './section.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { ApiError } from '#src/platform/errors.ts'
import { citeFigure, readDerivedKey } from '../evidence/derived-figures.ts'
import { citeRef, type EvidenceRef, toDerivedEvidence, toEvidenceRef } from '../evidence/evidence-ref.ts'
import { type MoneyFlow, toFlowYears, toMoneyFlow } from '../figures/money-flow.ts'
import { toOperatingModel } from '../figures/operating-model.ts'
import type { Filing, Organization } from '../organization.ts'
import { readRelated } from '../relations/related.ts'
import { requireVersion, readYears, requireVersionIn } from '../store/read-filing.ts'
import { toRatingView } from '../page/rating-view.ts'

/** Sections with a reader of their own; the others are facts, statements and tables. */
const OWN_READERS: Partial<Record<SectionId, Reader>> = {
  MoneyFlow: readFlowSection,
  OperatingModel: readModelSection,
  Rating: readRatingSection,
  Checks: readChecksSection,
  Leadership: readLeadershipSection,
  RelatedOrganizations: readRelatedSection,
  Schedules: readSchedules,
}

/** The reader of a section. */
export const readerOf = (id: SectionId): Reader => OWN_READERS[id] ?? readRowsSection

/**
 * The flow of money: years of the form, and the lines of the filing. Throws ApiError
 * StoreUnavailable where the two reads saw it in different versions.
 */
export const readFlowSection: Reader = async ({ postgres }, { organization, filing }) => {
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

/** The operating model. */
export const readModelSection: Reader = async (_, { organization, filing }) => {
  const model = toOperatingModel(organization, filing)
  if (!model) throw new ApiError('SectionNotFound')
  const { resource, delivery, modifiers } = model
  const refs = [resource, delivery, ...modifiers].flatMap((one) => one.refs)
  return {
    data: { kind: 'model', model },
    evidence: [...new Set(refs)].flatMap((ref) => cite(organization, filing, ref)),
  }
}

/** The evidence of a Ref of the filing, a figure derived from it included. */
function cite(organization: Organization, filing: Filing, ref: string): EvidenceRef[] {
  const evidence = parseRef(ref)
  if (evidence?.kind !== 'derived') return [citeRef(organization, ref) ?? []].flat()
  const key = readDerivedKey(evidence.key)?.key
  const figure = key && citeFigure(organization, filing, key)
  return figure ? [toDerivedEvidence(organization, filing, figure)] : []
}

/** A page of related organizations. */
export const readRelatedSection: Reader = async (deps, question) => {
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
 * The rating with every input. Years of the form are read for the evidence of what grew. Throws
 * ApiError StoreUnavailable where the two reads saw the filing in different versions.
 */
export const readRatingSection: Reader = async ({ postgres }, { organization, filing }) => {
  const years = await readYears(postgres, organization.ein, filing.form)
  if (filing.isCurrent) requireVersionIn(filing, years)
  const rating = toRatingView(organization, filing, years)
  if (!rating) throw new ApiError('SectionNotFound')
  const cited = [rating.evidence, ...rating.metrics.map(({ evidence }) => evidence)]
  return {
    data: { kind: 'rating', rating },
    evidence: cited.filter((one) => one !== undefined),
  }
}
