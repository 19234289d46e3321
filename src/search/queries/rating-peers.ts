import type { Form } from '../../domain/form.ts'
import type { Clause, FieldOf } from './filters.ts'

/** What rated organizations should share with one. */
export type WantedPeers = {
  ein: string
  form: Form
  /** NTEE major group, A to Y; any if absent. */
  majorGroup?: string | undefined
  /** Dollars of the latest revenue. */
  revenue: number
}

const REVENUE: FieldOf<'sort'> = 'sort.revenue'
const RATING: FieldOf<'sort'> = 'sort.rating'
const FORM: FieldOf<'filter'> = 'filter.form'
const CAUSE: FieldOf<'filter'> = 'filter.cause'

/** Builds two searches for rated organizations: the next larger ones, and the next smaller ones. */
export const buildRatingPeers = (wanted: WantedPeers, size: number): Clause[] => [
  nextTo(wanted, { gte: wanted.revenue }, 'asc', size),
  nextTo(wanted, { lt: wanted.revenue }, 'desc', size),
]

const nextTo = (
  { ein, form, majorGroup }: WantedPeers,
  range: { gte: number } | { lt: number },
  order: 'asc' | 'desc',
  size: number,
): Clause => ({
  size,
  query: {
    bool: {
      filter: [
        { term: { [FORM]: form } },
        ...(majorGroup === undefined ? [] : [{ term: { [CAUSE]: majorGroup } }]),
        { exists: { field: RATING } },
        { range: { [REVENUE]: range } },
      ],
      must_not: [{ term: { ein } }],
    },
  },
  sort: [{ [REVENUE]: order }, { ein: 'asc' }],
  _source: ['ein', 'display'],
  track_total_hits: false,
})
