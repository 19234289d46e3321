import { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import type { SearchFilters } from '#src/search/params.ts'
import { cause, causeLabel, dollars, oneOf, state } from './parameters.ts'

/** The filters of a search, with the names and descriptions of surface A and the web pages. */
export const filterShape = {
  State: state('Registered state or territory, by code or name.'),
  Cause: cause('NTEE code or prefix, or a cause label.'),
  MinRevenue: dollars('Least revenue of the latest filing, USD.'),
  MaxRevenue: dollars('Most revenue of the latest filing, USD.'),
  PrimaryForm: oneOf(FORMS, 'Form the organization mainly files.').optional(),
  EntityType: oneOf(ENTITY_TYPES, 'Kind of organization.').optional(),
  EvidenceTier: oneOf(
    EVIDENCE_TIERS,
    'Best text about what it does; Mode=Discovery only.',
  ).optional(),
  CauseLabel: causeLabel('Exact canonical cause label.'),
}
const filters = z.object(filterShape)
type GivenFilters = z.output<typeof filters>

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
  return {
    ...(given.State !== undefined && { state: given.State }),
    ...(given.Cause !== undefined && { causes: given.Cause }),
    ...(given.CauseLabel !== undefined && { causeLabel: given.CauseLabel }),
    ...(given.MinRevenue !== undefined && { minRevenue: given.MinRevenue }),
    ...(given.MaxRevenue !== undefined && { maxRevenue: given.MaxRevenue }),
    ...(given.PrimaryForm !== undefined && { primaryForm: given.PrimaryForm }),
    ...(given.EntityType !== undefined && { entityType: given.EntityType }),
    ...(given.EvidenceTier !== undefined && { evidenceTier: given.EvidenceTier }),
  }
}
