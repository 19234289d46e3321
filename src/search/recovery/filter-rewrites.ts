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
  revenue: 'revenue limits',
}

/** Returns the filters that are set; the one that the fewest organizations pass comes first. */
export const narrowestFirst = (
  filters: RecoveryFilters,
  passing: Partial<Record<FilterKind, number>>,
): FilterKind[] =>
  KINDS.filter((kind) => FIELDS[kind].some((field) => filters[field] !== undefined)).toSorted(
    (a, b) => (passing[a] ?? 0) - (passing[b] ?? 0),
  )

const LIST = new Intl.ListFormat('en')

/** Returns the filters without some kinds, and words for the removed ones. */
export function without(
  filters: RecoveryFilters,
  kinds: readonly FilterKind[],
): { filters: RecoveryFilters; words: string } {
  const given = kinds.flatMap((kind) => FIELDS[kind])
  const left = Object.entries(filters).filter(
    ([field, value]) => value !== undefined && !given.some((one) => one === field),
  )
  const words = `without the ${LIST.format(kinds.map((kind) => NAMES[kind]))}`
  return { filters: Object.fromEntries(left), words }
}
