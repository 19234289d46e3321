import type { FilterKind, RecoveryFilters } from './recovery.ts'

const FIELDS: Record<FilterKind, readonly (keyof RecoveryFilters)[]> = {
  state: ['state'],
  cause: ['cause'],
  revenue: ['minRevenue', 'maxRevenue'],
}
const KINDS: readonly FilterKind[] = ['revenue', 'cause', 'state']

const NAMES: Record<FilterKind, string> = {
  state: 'state',
  cause: 'cause',
  revenue: 'limits of revenue',
}

/** The filters that are set, the one that fewest organizations pass first; unknown ones before. */
export const narrowestFirst = (
  filters: RecoveryFilters,
  passing: Partial<Record<FilterKind, number>>,
): FilterKind[] =>
  KINDS.filter((kind) => FIELDS[kind].some((field) => filters[field] !== undefined)).toSorted(
    (a, b) => (passing[a] ?? 0) - (passing[b] ?? 0),
  )

/** Filters without those of a kind, and what is so left out, in words. */
export function without(
  filters: RecoveryFilters,
  kind: FilterKind,
): { filters: RecoveryFilters; words: string } {
  const left = Object.entries(filters).filter(
    ([field, value]) => value !== undefined && !FIELDS[kind].some((dropped) => dropped === field),
  )
  return { filters: Object.fromEntries(left), words: `without the ${NAMES[kind]}` }
}
