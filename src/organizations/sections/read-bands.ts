import { parseRef } from '#src/domain/evidence.ts'
import { ApiError } from '#src/platform/errors.ts'
import { citeFigure } from '../evidence/derived-figures.ts'
import { readDerivedKey } from '../evidence/derived-ref.ts'
import {
  citeRef,
  type EvidenceRef,
  toDerivedEvidence,
  toEvidenceRef,
} from '../evidence/evidence-ref.ts'
import { type MoneyFlow, toFlowYears, toMoneyFlow } from '../figures/money-flow.ts'
import { toOperatingModel } from '../operating-model/operating-model.ts'
import type { Filing, Organization } from '../organization.ts'
import { readRelated } from '../relations/related.ts'
import { requireVersion } from '../store/filing-version.ts'
import { readYears } from '../store/read-filing.ts'
import { nextPlace, type Reader } from './reader.ts'
import { pathsOfRow } from './rows-data.ts'

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
