import type { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import type { SearchFilters } from '#src/search/params.ts'
import { cause, causeLabel, dollars, oneOf, state } from './parameters.ts'

/**
 * The filters of a search on surface A, the web pages and exports: the domain's name of each, and its
 * parameter with the description.
 */
const FILTERS = {
  State: ['state', state('Registered state or territory, by code or name.')],
  Cause: ['causes', cause('NTEE code or prefix, or a cause label.')],
  MinRevenue: ['minRevenue', dollars('Least revenue of the latest filing, USD.')],
  MaxRevenue: ['maxRevenue', dollars('Most revenue of the latest filing, USD.')],
  PrimaryForm: ['primaryForm', oneOf(FORMS, 'Form the organization mainly files.').optional()],
  EntityType: ['entityType', oneOf(ENTITY_TYPES, 'Kind of organization.').optional()],
  EvidenceTier: [
    'evidenceTier',
    oneOf(EVIDENCE_TIERS, 'Best text about what it does; Mode=Discovery only.').optional(),
  ],
  CauseLabel: ['causeLabel', causeLabel('Exact canonical cause label.')],
} as const satisfies Record<string, readonly [keyof SearchFilters, z.ZodType]>

/** Name of a filter, as on surface A. */
export type FilterName = keyof typeof FILTERS

type FilterShape = { [Name in FilterName]: (typeof FILTERS)[Name][1] }

export const filterShape = Object.fromEntries(
  Object.entries(FILTERS).map(([name, [, parameter]]) => [name, parameter]),
) as FilterShape
type GivenFilters = z.output<z.ZodObject<FilterShape>>

/** Rejects filters that contradict each other or the mode. Without a query every mode is a listing. */
export function checkFilters(
  given: GivenFilters & { Query?: string | undefined; Mode?: string | undefined },
  check: z.RefinementCtx,
): void {
  if (given.EvidenceTier && given.Mode === 'Identity' && given.Query !== undefined) {
    check.addIssue({
      code: 'custom',
      path: ['EvidenceTier'],
      message: 'is taken with Mode=Discovery only',
      params: { type: 'not_in_this_mode' },
    })
  }
  if ((given.MinRevenue ?? -Infinity) > (given.MaxRevenue ?? Infinity)) {
    check.addIssue({
      code: 'custom',
      path: ['MinRevenue'],
      message: 'must not be more than MaxRevenue',
      params: { type: 'too_big' },
    })
  }
}

/** Returns the given filters as those of the domain. */
export function toSearchFilters(given: GivenFilters): SearchFilters {
  const named = Object.entries(FILTERS).map(([name, [own]]) => [
    own,
    given[name as keyof GivenFilters],
  ])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}
