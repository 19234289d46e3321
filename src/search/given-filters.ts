import type { z } from 'zod'
import { type Check, refuse } from '../platform/parameters.ts'
import { checkRanges, shapeOf, toFilters } from './filter-table.ts'
import { FILTERS, type SearchFilters } from './filters.ts'

/** The filters as parameters, by their names on surface A. */
export const filterShape = shapeOf(FILTERS)

/** The filters of a request, by their names on surface A. */
export type GivenFilters = Partial<z.output<z.ZodObject<typeof filterShape>>>

type Given = GivenFilters & { [Name in 'Query' | 'Mode' | 'Sort' | 'Order']?: string | undefined }

/** Query that lists all organizations that match the filters. */
const ALL = '*'

/** Returns the domain's text of a query; empty if it lists all. */
export const toQueryText = (query: string | undefined): string =>
  query === undefined || query === ALL ? '' : query

/**
 * Rejects filters that contradict each other or the mode. Without a query, every mode is a listing.
 * `shown` returns the name of a parameter that the caller knows.
 */
export function checkFilters(
  given: Given,
  check: Check,
  shown: (name: string) => string = (name) => name,
): void {
  const isListing = toQueryText(given.Query) === ''
  if (given.EvidenceTier && given.Mode === 'Identity' && !isListing) {
    const message = 'is accepted only with Mode=Discovery'
    refuse(check, 'not_in_this_mode', message, shown('EvidenceTier'))
  }
  checkRanges(FILTERS, given, check, shown)
  if (given.WithinKm !== undefined && given.Near === undefined) {
    refuse(check, 'missing', `is accepted only with ${shown('Near')}`, shown('WithinKm'))
  }
  if (given.Order === 'asc' && (given.Sort ?? 'Relevance') === 'Relevance') {
    refuse(check, 'no_sort', 'is accepted only with a Sort other than Relevance', 'Order')
  }
}

/** Returns the given filters as those of the domain. */
export function toSearchFilters(given: GivenFilters): SearchFilters {
  const filters: SearchFilters = toFilters(FILTERS, given)
  const { WithinKm: km } = given
  return filters.near && km !== undefined ? { ...filters, near: { ...filters.near, km } } : filters
}
