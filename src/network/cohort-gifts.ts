import { groupBy } from '../domain/es2024.ts'
import { toRef } from '../domain/evidence.ts'
import { exactOrNull } from '../domain/exact-numbers.ts'
import type { Form } from '../domain/form.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type CounterpartyFilter, categoriesOf } from './counterparties.ts'
import { counted, filedEdge } from './sql.ts'

/** What a funder gave to one organization of a cohort, and the newest grant. */
export type CohortGift = {
  ein: string
  name: string | null
  /** Dollars; null when no row files an amount, or the sum is too large to be exact. */
  amount: number | null
  grants: number
  newest: { taxYear: number; amount: number | null; ref: string }
}

const GIVEN = `${counted()} and (tax_year >= $3) is true`

// Only the newest row of each pair is joined with its filing.
const GIFTS = `
  with gift as materialized (
    select funder_ein, recipient_ein, sum(amount) as amount, count(*)::integer as grants
    from money_edge
    where recipient_ein = any($1) and funder_ein = any($4) and ${GIVEN}
    group by funder_ein, recipient_ein
  )
  select gift.funder_ein as funder, gift.recipient_ein as ein, o.name, gift.amount, gift.grants,
    newest.amount as "newestAmount", newest.object_id as "objectId", f.form,
    f.tax_year as "taxYear", e.path
  from gift
  cross join lateral (
    select object_id, ordinal, category, amount from money_edge
    where recipient_ein = gift.recipient_ein and funder_ein = gift.funder_ein and ${GIVEN}
    order by tax_year desc, amount desc nulls last, object_id, ordinal limit 1
  ) newest
  join filing f on f.object_id = newest.object_id
  join ${filedEdge('newest')}
  left join organization o on o.ein = gift.recipient_ein
  order by gift.amount desc nulls last, gift.recipient_ein`

type Row = Omit<CohortGift, 'newest'> & {
  funder: string
  newestAmount: number | null
  form: Form
  taxYear: number
  objectId: string
  path: string
}

/**
 * Reads what each of some funders gave to each organization of a cohort, largest amount first, by the
 * funder's EIN; leaves out grants whose filing is being replaced. One round trip at most. Throws
 * ApiError StoreUnavailable.
 */
export async function readCohortGifts(
  { postgres }: ProfileDeps,
  eins: readonly string[],
  { minYear = 0, ...filter }: CounterpartyFilter,
  funders: readonly string[],
): Promise<ReadonlyMap<string, CohortGift[]>> {
  if (funders.length === 0) return new Map()
  const values = [[...eins], categoriesOf(filter), minYear, [...funders]]
  const rows = await postgres.query<Row>(GIFTS, values)
  return new Map(
    [...groupBy(rows, ({ funder }) => funder)].map(([funder, own]) => [funder, own.map(toGift)]),
  )
}

const toGift = ({ ein, name, amount, grants, newestAmount, ...row }: Row): CohortGift => ({
  ...{ ein, name, grants, amount: exactOrNull(amount) },
  newest: { taxYear: row.taxYear, amount: exactOrNull(newestAmount), ref: toRef(row) },
})
