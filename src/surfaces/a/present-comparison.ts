import { toLocation } from '../../domain/places.ts'
import {
  type Comparison as Compared,
  type ComparedOrganization,
  isCompared,
  type NotCompared,
} from '../../profiles/compare.ts'
import type { ComparedField } from '../../profiles/compared-fields.ts'
import type { FilingSummary } from '../../profiles/organization.ts'
import type { RatingOutline } from '../../profiles/rating-view.ts'
import type { Comparison } from './compare-schema.ts'
import { presentReadiness } from './diligence.ts'
import { fieldName } from './field-name.ts'
import { presentCategory } from './present-rating.ts'

type Shown = Comparison['Organizations'][number]

/** A's form of a comparison; what is unknown is left out, or says why it is. */
export const presentComparison = ({
  organizations,
  cautions,
  compiledAt,
}: Compared): Comparison => ({
  Organizations: organizations.map((one) =>
    isCompared(one) ? presentCompared(one) : presentNotCompared(one),
  ),
  Cautions: cautions,
  ...(compiledAt !== undefined && { CompiledAt: compiledAt }),
})

const presentNotCompared = ({ ein, name, readiness, why }: NotCompared): Shown => ({
  EIN: ein,
  ...(name !== undefined && { Name: name }),
  ...(readiness && { Readiness: presentReadiness(readiness) }),
  NotCompared: why,
})

function presentCompared(one: ComparedOrganization): Shown {
  const location = toLocation(one)
  return {
    EIN: one.ein,
    Name: one.name,
    ...(location !== undefined && { Location: location }),
    ...(one.cause && { Cause: one.cause.label }),
    ...(one.primaryForm && { PrimaryForm: one.primaryForm }),
    Filing: presentFiling(one.filing),
    Figures: one.figures.map(presentField),
    Governance: one.governance.map(presentField),
    Rating: presentOutline(one.rating),
    ...(one.readiness && { Readiness: presentReadiness(one.readiness) }),
  }
}

const presentFiling = (filing: FilingSummary): NonNullable<Shown['Filing']> => ({
  Form: filing.form,
  TaxYear: filing.taxYear,
  ...(filing.taxPeriodBegin !== null && { TaxPeriodBegin: filing.taxPeriodBegin }),
  TaxPeriodEnd: filing.taxPeriodEnd,
  Amended: filing.isAmended,
  GroupReturn: filing.isGroupReturn,
  SourceDocument: filing.objectId,
})

function presentField(field: ComparedField<string>): NonNullable<Shown['Figures']>[number] {
  const named = { Key: fieldName(field.key), Label: field.label }
  if (field.unknown) {
    const { state, why, ref } = field.unknown
    return { ...named, Unknown: state, Why: why, ...(ref !== undefined && { EvidenceRef: ref }) }
  }
  const { value, unit, ref, formula, derivedFrom } = field
  return {
    ...named,
    ...(typeof value !== 'string' && { Value: value }),
    ...(unit && { Unit: unit }),
    EvidenceRef: ref,
    ...(formula !== undefined && { Formula: formula }),
    ...(derivedFrom && { DerivedFrom: derivedFrom }),
  }
}

const presentOutline = ({
  verdict,
  categories,
  evidence,
}: RatingOutline): NonNullable<Shown['Rating']> => ({
  State: verdict.state,
  ...(verdict.score !== undefined && { Score: verdict.score }),
  ...(verdict.band !== undefined && { Verdict: verdict.band }),
  PolicyVersion: verdict.policyVersion,
  BottomLine: verdict.bottomLine,
  ...(evidence && { EvidenceRef: evidence.ref }),
  Categories: categories.map(presentCategory),
})
