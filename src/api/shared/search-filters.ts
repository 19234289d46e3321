import type { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import type { SearchFilters } from '#src/search/params.ts'
import { cause, causeLabel, dollars, oneOf, state } from './parameters.ts'

/** Describes the parameter Query. */
export const QUERY =
  'Name, alias, or EIN. With Mode=Discovery, a description of what the organizations do.'

/**
 * The filters of a search on surface A, the web pages, and exports: the domain's name for each, and
 * its parameter with the description.
 */
const FILTERS = {
  State: ['state', state('State or territory of registration, by code or name.')],
  Cause: ['causes', cause('NTEE code, code prefix, or cause label.')],
  MinRevenue: ['minRevenue', dollars('Minimum revenue in the latest filing, in US dollars.')],
  MaxRevenue: ['maxRevenue', dollars('Maximum revenue in the latest filing, in US dollars.')],
  PrimaryForm: ['primaryForm', oneOf(FORMS, 'Primary form of the organization.').optional()],
  EntityType: ['entityType', oneOf(ENTITY_TYPES, 'Kind of organization.').optional()],
  EvidenceTier: [
    'evidenceTier',
    oneOf(
      EVIDENCE_TIERS,
      'Source of the best text that describes what the organization does. Accepted only with Mode=Discovery.',
    ).optional(),
  ],
  CauseLabel: ['causeLabel', causeLabel('Exact cause label.')],
} as const satisfies Record<string, readonly [keyof SearchFilters, z.ZodType]>

/** Name of a filter, as on surface A. */
export type FilterName = keyof typeof FILTERS

type FilterShape = { [Name in FilterName]: (typeof FILTERS)[Name][1] }

export const filterShape = Object.fromEntries(
  Object.entries(FILTERS).map(([name, [, parameter]]) => [name, parameter]),
) as FilterShape
type GivenFilters = z.output<z.ZodObject<FilterShape>>

/**
 * Rejects filters that contradict each other or the mode. Without a query, every mode is a listing.
 */
export function checkFilters(
  given: GivenFilters & { Query?: string | undefined; Mode?: string | undefined },
  check: z.RefinementCtx,
): void {
  if (given.EvidenceTier && given.Mode === 'Identity' && given.Query !== undefined) {
    check.addIssue({
      code: 'custom',
      path: ['EvidenceTier'],
      message: 'is accepted only with Mode=Discovery',
      params: { type: 'not_in_this_mode' },
    })
  }
  if ((given.MinRevenue ?? -Infinity) > (given.MaxRevenue ?? Infinity)) {
    check.addIssue({
      code: 'custom',
      path: ['MinRevenue'],
      message: 'must not be greater than MaxRevenue',
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
