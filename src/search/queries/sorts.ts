import { firstOrder, type Sort, type SortOrder } from '../params.ts'
import type { Clause, FieldOf } from './filters.ts'

/** The field of each sort. */
export const SORT_FIELDS: Record<Exclude<Sort, 'Relevance'>, FieldOf<'sort'>> = {
  Revenue: 'sort.revenue',
  Assets: 'sort.assets',
  Rating: 'sort.rating',
  ProgramRatio: 'sort.programRatio',
  Recent: 'sort.recent',
}

/** 1 when only a classification is known; such organizations rank after all others. */
export const EVIDENCE_FIELD: FieldOf<'sort'> = 'sort.evidence'

/**
 * Builds the sort, highest figures first unless `order` is `asc`; missing values are always last. Every
 * sort ends in `ein`: scores and ratings often tie or are missing, and without a last key pages repeat
 * some hits and skip others.
 */
export function buildSort(sort: Sort, order: SortOrder = firstOrder(sort)): Clause[] {
  if (sort === 'Relevance') {
    return [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }]
  }
  return [
    { [SORT_FIELDS[sort]]: { order, missing: '_last' } },
    { _score: 'desc' },
    { 'sort.prominence': 'desc' },
    { ein: 'asc' },
  ]
}
