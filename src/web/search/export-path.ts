import type { FilterName } from '#src/api/shared/search-filters.ts'
import type { SearchFilters } from '#src/search/params.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { withQuery } from '../links.ts'
import { searchTexts } from '../texts/search.tsx'
import { type SearchAddress, searchPath } from './address.ts'
import type { FoundSearch } from './run-search.ts'

// The orders of surface A; the export has no others.
const EXPORTED_SORTS: ReadonlySet<string> = new Set(['Relevance', 'Revenue', 'Assets', 'Recent'])

/**
 * Returns the address of the CSV export of the same organizations, or undefined if the export has no
 * parameters for how the words were interpreted.
 */
export function exportPath(
  address: SearchAddress,
  { interpretation: { text, mode, applied, sort, order } }: Pick<FoundSearch, 'interpretation'>,
): string | undefined {
  const cause = causeOf(address, applied)
  if (applied.worksInStates || cause === undefined || !EXPORTED_SORTS.has(sort)) return undefined
  return withQuery('/api/v2/export', {
    Query: text,
    ...(text !== '' && { Mode: mode }),
    ...filterTexts(address, applied),
    ...(sort !== 'Relevance' && { Sort: sort }),
    ...(order === 'asc' && { Order: 'asc' }),
    Format: 'csv',
  })
}

/** Returns the parameters of the applied filters: those of the address as given, others by value. */
const filterTexts = (
  address: SearchAddress,
  applied: SearchFilters,
): Record<FilterName, string | number | undefined> => ({
  State: applied.state,
  City: address.City ?? applied.city,
  ZIP: applied.zip,
  County: address.County ?? applied.counties?.join(','),
  Near: address.Near ?? applied.near?.label,
  WithinKm: applied.near?.km,
  Cause: causeOf(address, applied),
  CauseLabel: applied.causeLabel,
  PrimaryForm: applied.primaryForm,
  EntityType: applied.entityType,
  EvidenceTier: applied.evidenceTier,
  MinRevenue: applied.minRevenue,
  MaxRevenue: applied.maxRevenue,
  MinAssets: applied.minAssets,
  MaxAssets: applied.maxAssets,
  MinRating: applied.minRating,
  MinProgramRatio: applied.minProgramRatio,
  MaxProgramRatio: applied.maxProgramRatio,
  FiledSince: applied.filedSince,
  Subsection: applied.subsection,
  MinRulingYear: applied.minRulingYear,
  MaxRulingYear: applied.maxRulingYear,
  Exclude: address.Exclude ?? excludeText(applied.exclude),
})

/** Returns exclusions as the parameter takes them. */
const excludeText = (exclusions: SearchFilters['exclude']): string | undefined =>
  exclusions
    ?.flatMap((one) => ('words' in one ? one.words : 'causes' in one ? one.causes : one.states))
    .join(',')

/** The parts of a search that the export does not support, and the nearest search it supports. */
export type Excess = { parts: string[]; nearest?: { href: string; differs: string } }

/** Returns why `exportPath` is undefined; without `nearest` if no similar search is supported. */
export function describeExcess(
  address: SearchAddress,
  { interpretation: { text, mode, applied, sort } }: Pick<FoundSearch, 'interpretation'>,
): Excess {
  const { worksInStates = [] } = applied
  const cause = causeOf(address, applied)
  const isSorted = EXPORTED_SORTS.has(sort)
  const states = worksInStates.map((code) => facetLabel('State', code))
  const order = searchTexts.sortingBy({ order: searchTexts.sorts[sort] })
  const parts = [
    states.length > 0 && searchTexts.worksIn({ states: OR.format(states) }),
    cause === undefined && searchTexts.severalCauses,
    !isSorted && order,
  ].filter((part) => part !== false)
  if (cause === undefined || states.length > 1) return { parts }
  const [state] = worksInStates
  const href = searchPath({
    ...(text !== '' && { Query: text, Mode: mode }),
    ...textsOf({ ...filterTexts(address, applied), State: applied.state ?? state }),
    ...(isSorted && sort !== 'Relevance' && { Sort: sort }),
  })
  const differs = [
    states[0] && searchTexts.registeredIn({ state: states[0] }),
    !isSorted && searchTexts.without({ part: order }),
  ]
  // Without words and filters, it would be the front page.
  return href === '/'
    ? { parts }
    : { parts, nearest: { href, differs: differs.filter(Boolean).join(', ') } }
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

const textsOf = (values: Readonly<Record<string, string | number | undefined>>): SearchAddress =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

/** Returns the given cause, or the code that the words stand for; undefined for several. */
function causeOf(address: SearchAddress, { causes = [] }: SearchFilters): string | undefined {
  if (address.Cause !== undefined) return address.Cause
  return causes.length > 1 ? undefined : (causes[0] ?? '')
}
