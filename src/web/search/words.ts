import type { EvidenceTier } from '#mappings/organization-document.ts'
import type { FacetKey, Sort } from '#src/search/params.ts'

/** What the best text of an organization is, for people. */
export const TIER_WORDS: Record<EvidenceTier, string> = {
  OfficialWebsite: 'Described by its website',
  FiledProgram: 'Described by its filed programs',
  FiledMission: 'Described by its filed mission',
  ClassificationOnly: 'Known by its classification only',
}

export const SORT_WORDS: Record<Sort, string> = {
  Relevance: 'Best match',
  Revenue: 'Revenue',
  Assets: 'Assets',
  Rating: 'Rating',
  ProgramRatio: 'Program share',
  Recent: 'Latest filing',
}

export const FACET_WORDS: Record<FacetKey, string> = {
  State: 'State',
  Cause: 'Cause',
  Form: 'Form',
  EntityType: 'Kind of organization',
  RevenueBand: 'Revenue',
}
