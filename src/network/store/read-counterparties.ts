import type { Postgres } from '#src/platform/clients/postgres.ts'
import { exactOrNull } from '../../domain/exact-numbers.ts'
import {
  type Counterparties,
  type Counterparty,
  type CounterpartyFilter,
  categoriesOf,
} from '../counterparty.ts'
import type { Direction } from '../direction.ts'
import { COUNTED, DETAILS, SIDES, type Side } from './shared-sql.ts'

// Rows are summed in index order, first by category, so that nothing needs sorting.
const toSql = ({ own, other }: Side) => `
  with party as materialized (
    select ein, sum(amount) as amount, sum(grants)::integer as grants,
      min(earliest_year) as "earliestYear", max(latest_year) as "latestYear",
      array_agg(category::text) as categories
    from (
      select ${other} as ein, category, sum(amount) as amount, count(*) as grants,
        min(tax_year) as earliest_year, max(tax_year) as latest_year
      from money_edge
      where ${own} = $1 and ${other} is not null and ${COUNTED}
        and ($4::float8 is null or amount >= $4)
      group by ${other}, category
    ) of_category
    group by ein
  ),
  page as (select * from party order by amount desc nulls last, ein limit $5)
  select (select primary_form is not null from organization where ein = $1) as "isFiler",
    (select count(*) from party) as count, (select sum(amount) from party) as "totalAmount",
    found.*
  from (select) one
  left join lateral (
    select page.*, ${DETAILS} from page left join organization o on o.ein = page.ein
  ) found on true
  order by found.amount desc nulls last, found.ein`

type Row = { isFiler: boolean | null; count: number; totalAmount: number | null } & (
  | Counterparty
  | { ein: null }
)

/**
 * Reads who gave to an organization, or who it gave to, the largest amount first; one round trip.
 * Undefined when the organization has no filing.
 */
export async function readCounterpartiesOf(
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
): Promise<Counterparties | undefined> {
  const { minYear = 0, minAmount = null, limit } = filter
  const rows = await db.query<Row>(toSql(SIDES[direction]), [
    ein,
    categoriesOf(filter),
    minYear,
    minAmount,
    limit,
  ])
  const [first] = rows
  if (!first?.isFiler) return undefined
  const items = rows.flatMap(({ isFiler, count, totalAmount, ...item }) =>
    item.ein === null ? [] : [{ ...item, amount: exactOrNull(item.amount) }],
  )
  return { items, count: first.count, totalAmount: exactOrNull(first.totalAmount) }
}
