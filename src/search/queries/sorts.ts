import type { Sort } from '../params.ts'
import type { Clause } from './filters.ts'

/** The field a sort reads; highest first, missing values last. */
export const SORT_FIELDS: Record<Exclude<Sort, 'Relevance'>, string> = {
  Revenue: 'sort.revenue',
  Assets: 'sort.assets',
  Rating: 'sort.rating',
  ProgramRatio: 'sort.programRatio',
  Recent: 'sort.recent',
}

/** 1 where nothing but a classification is known, which ranks after (decisions part 4). */
export const EVIDENCE_FIELD = 'sort.evidence'

// Every sort ends in `ein`. Scores and ratings tie often, or are missing, and without it a page
// repeats some hits and skips others.
export function buildSort(sort: Sort): Clause[] {
  if (sort === 'Relevance') {
    return [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }]
  }
  return [
    { [SORT_FIELDS[sort]]: { order: 'desc', missing: '_last' } },
    { _score: 'desc' },
    { 'sort.prominence': 'desc' },
    { ein: 'asc' },
  ]
}
