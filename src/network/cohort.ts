import { exactOrNull } from '../domain/exact-numbers.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import {
  type Counterparties,
  type Counterparty,
  type CounterpartyFilter,
  categoriesOf,
} from './counterparty.ts'
import { COUNTED, DETAILS } from './store/shared-sql.ts'

/** A funder, and how many organizations of the cohort it gave to. */
type CohortFunder = Counterparty & { recipients: number }

// Reach and amount determine the order and need all rows. Years, categories, and the number of rows
// are read only for the funders that are shown.
const WANTED = `recipient_ein = any($1) and ${COUNTED}`
const SQL = `
  with reach as materialized (
    select funder_ein as ein, count(*) as recipients, sum(amount) as amount
    from (
      select recipient_ein, funder_ein, sum(amount) as amount
      from money_edge where ${WANTED}
      group by recipient_ein, funder_ein
    ) of_recipient
    group by funder_ein
  ),
  page as (
    select * from reach order by recipients desc, amount desc nulls last, ein limit $4
  )
  select (select count(*) from reach) as count, (select sum(amount) from reach) as "totalAmount",
    found.*
  from (select) one
  left join lateral (
    select page.*, given.*, ${DETAILS}
    from page
    cross join lateral (
      select sum(grants)::integer as grants, min(earliest_year) as "earliestYear",
        max(latest_year) as "latestYear", array_agg(category::text) as categories
      from (
        select category, count(*) as grants, min(tax_year) as earliest_year,
          max(tax_year) as latest_year
        from money_edge where funder_ein = page.ein and ${WANTED}
        group by category
      ) of_category
    ) given
    left join organization o on o.ein = page.ein
  ) found on true
  order by found.recipients desc, found.amount desc nulls last, found.ein`

type Row = { count: number; totalAmount: number | null } & (CohortFunder | { ein: null })

/**
 * Reads who funds up to 25 organizations: funders of the most organizations first, then by amount;
 * one round trip. A funder that is itself in the cohort counts like any other, and an unknown EIN
 * has no funders. Throws ApiError StoreUnavailable.
 */
export async function readCohortFunders(
  { postgres }: ProfileDeps,
  eins: readonly string[],
  filter: CounterpartyFilter,
): Promise<Counterparties<CohortFunder>> {
  const { minYear = 0, limit } = filter
  const rows = await postgres.query<Row>(SQL, [[...eins], categoriesOf(filter), minYear, limit])
  const items = rows.flatMap(({ count, totalAmount, ...item }) =>
    item.ein === null ? [] : [{ ...item, amount: exactOrNull(item.amount) }],
  )
  const [{ count = 0, totalAmount = null } = {}] = rows
  return { items, count, totalAmount: exactOrNull(totalAmount) }
}
