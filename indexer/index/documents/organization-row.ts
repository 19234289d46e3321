import type { NameKind } from '#mappings/organization-document.ts'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import type { Capture } from '#src/domain/enrichment.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import type { EntityType, Form } from '#src/domain/form.ts'
import { OPERATING_KEYS } from '#src/domain/operating-model.ts'
import { FIGURES } from '#src/figures/figures.ts'
import { INDEX_FIGURES } from '#src/figures/sets.ts'
import type { Band, Rating } from '#src/rating/rating.ts'

/** One organization as stored, with facts of its latest filing. Null is unknown. */
export type OrganizationRow = {
  ein: string
  name: string
  nameRef: string
  names: { name: string; kind: NameKind; ref: string }[] | null
  city: string | null
  state: string | null
  /** As filed or registered: 60601, 606011234, or 60601-1234. */
  zip: string | null
  country: string | null
  primaryForm: Form | null
  forms: Form[]
  entityType: EntityType
  familyId: string | null
  role: 'Central' | 'Member' | 'Independent'
  isRevoked: boolean
  nteeCode: string | null
  /** Two digits, from the registry. */
  subsection: string | null
  /** YYYYMM, 000000 if unknown. */
  ruling: string | null
  /** Registry revenue in dollars and the extract's month, YYYY-MM. */
  registryRevenue: number | null
  registryAsOf: string | null
  /** Foundation code of the registry, which identifies supporting organizations. */
  foundation: string | null
  /** The latest current filing of the primary form. */
  objectId: string | null
  taxYear: number | null
  /** YYYY-MM-DD */
  periodEnd: string | null
  /** Its facts of `READ_KEYS` only. */
  facts: Facts | null
  /** The warnings of its load. */
  warnings: string[] | null
  /** The part of its text that the load kept (`cutNarrative`). */
  narrative: FilingBlocks | null
  /** Of its primary form; null if it is not scored. */
  rating: (Pick<Rating, 'objectId' | 'taxYear' | 'taxPeriodEnd' | 'policyVersion'> & Scored) | null
  /** Snapshot of a website, which may no longer be the filed one. */
  capture: Capture | null
}

type Scored = { score: number; band: Band }

/** Facts a document shows, sorts, or filters by. */
const FACT_KEYS = [
  ...INDEX_FIGURES.map((key) => FIGURES[key].fact),
  // The operands of the program ratio of each form.
  'programExpenses',
  'functionalExpenses',
  'functionalProgramExpenses',
] as const

/** All facts read for a document; the website fact decides whether a snapshot belongs to it. */
export const READ_KEYS: readonly FactKey[] = [
  ...new Set<FactKey>([...FACT_KEYS, ...OPERATING_KEYS, 'website']),
]
