import type { NameKind } from '#mappings/organization-document.ts'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import type { Capture } from '#src/domain/enrichment.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import type { EntityType, Form } from '#src/domain/form.ts'
import { OPERATING_KEYS } from '#src/domain/operating-model/classify.ts'
import type { Band, Rating } from '#src/rating/rating.ts'

/** One organization as the store holds it, with what its latest filing says. Null is "not known". */
export type OrganizationRow = {
  ein: string
  name: string
  nameRef: string
  names: { name: string; kind: NameKind; ref: string }[] | null
  city: string | null
  state: string | null
  country: string | null
  primaryForm: Form | null
  forms: Form[]
  entityType: EntityType
  familyId: string | null
  role: 'Central' | 'Member' | 'Independent'
  isRevoked: boolean
  nteeCode: string | null
  /** Registry revenue in dollars and the extract's month, YYYY-MM. */
  registryRevenue: number | null
  registryAsOf: string | null
  /** Foundation code of the registry, which tells supporting organizations. */
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
  /** What the load kept of its parts (`cutNarrative`). */
  narrative: FilingBlocks | null
  /** Of its primary form; null where it is not scored. */
  rating: (Pick<Rating, 'objectId' | 'taxYear' | 'policyVersion'> & Scored) | null
  /** What its website said; it may be filed no more. */
  capture: Capture | null
}

type Scored = { score: number; band: Band }

/** Facts a document shows, sorts or filters by. */
export const FACT_KEYS = [
  'totalRevenue',
  'totalExpenses',
  // What the program ratio is the quotient of, by form.
  'programExpenses',
  'functionalExpenses',
  'functionalProgramExpenses',
  'totalAssetsEoy',
] as const

/** All facts that are read for a document; by the website is told whether a capture is of it. */
export const READ_KEYS: readonly FactKey[] = [
  ...new Set<FactKey>([...FACT_KEYS, ...OPERATING_KEYS, 'website']),
]
