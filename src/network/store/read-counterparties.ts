import type { Postgres } from '#src/platform/clients/postgres.ts'
import { exactOrNull } from '../../domain/exact-numbers.ts'
import type { Form } from '../../domain/form.ts'
import {
  type Counterparties,
  type Counterparty,
  type CounterpartyFilter,
  categoriesOf,
  type WeakPart,
} from '../counterparty.ts'
import type { Direction } from '../direction.ts'
import { COUNTED, filedEdge, SIDES, type Side } from './shared-sql.ts'

const largestRow = ({ own, other }: Side, party: string, where = 'true') => `
    select e.path, e.name, e.city, e.state, e.country, largest.object_id
    from (
      select object_id, ordinal, category, amount from money_edge
      where ${own} = $1 and ${other} = ${party} and ${COUNTED} and ${where}
      order by amount desc nulls last, object_id, ordinal limit 1
    ) largest
    join ${filedEdge('largest')}`

// Rows are summed in index order, first by category, so that nothing needs sorting.
const partiesSql = (side: Side) => `
  with party as materialized (
    select ein, sum(amount) as amount, sum(grants)::integer as grants,
      min(earliest_year) as "earliestYear", max(latest_year) as "latestYear",
      array_agg(category::text) as categories
    from (
      select ${side.other} as ein, category, sum(amount) as amount, count(*) as grants,
        min(tax_year) as earliest_year, max(tax_year) as latest_year
      from money_edge
      where ${side.own} = $1 and ${side.other} is not null and ${COUNTED}
        and ($4::float8 is null or amount >= $4)
      group by ${side.other}, category
    ) of_category
    group by ein
  ),
  page as (select * from party order by amount desc nulls last, ein limit $5)
  select (select primary_form is not null from organization where ein = $1) as "isFiler",
    (select count(*) from party) as count, (select sum(amount) from party) as "totalAmount",
    found.*
  from (select) one
  left join lateral (
    select page.*, coalesce(o.name, filed.name) as name, coalesce(o.city, filed.city) as city,
      coalesce(o.state, filed.state) as state, coalesce(o.country, filed.country) as country,
      o.primary_form as "primaryForm", o.entity_type as "entityType"
    from page
    left join organization o on o.ein = page.ein
    left join lateral (${largestRow(side, 'page.ein', 'o.ein is null')}) filed on true
  ) found on true
  order by found.amount desc nulls last, found.ein`

type Row = { isFiler: boolean | null; count: number; totalAmount: number | null } & (
  | Counterparty
  | { ein: null }
)

/**
 * Reads who gave to an organization, or who it gave to, the largest amount first, and whether it has
 * a filing; one round trip.
 */
export async function readCounterpartiesOf(
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
): Promise<Counterparties & { isFiler: boolean }> {
  const { minYear = 0, minAmount = null, limit } = filter
  const rows = await db.query<Row>(partiesSql(SIDES[direction]), [
    ein,
    categoriesOf(filter),
    minYear,
    minAmount,
    limit,
  ])
  const [first] = rows
  const items = rows.flatMap(({ isFiler, count, totalAmount, ...item }) =>
    item.ein === null ? [] : [{ ...item, amount: exactOrNull(item.amount) }],
  )
  return {
    items,
    count: first?.count ?? 0,
    totalAmount: exactOrNull(first?.totalAmount ?? null),
    isFiler: first?.isFiler ?? false,
  }
}

type Summed = Pick<CounterpartyFilter, 'minYear' | 'allCategories'>

/** Returns the values of a statement over the sums of some counterparties. */
const valuesOf = (ein: string, { minYear = 0, ...filter }: Summed, parties: readonly string[]) => [
  ein,
  categoriesOf(filter),
  minYear,
  [...parties],
]

/** The weak part of a counterparty's sum; `ein` is null for all together. */
type WeakSum = WeakPart & { ein: string | null }

// The index of the grants listing contains all these columns, so the table itself is not read.
const weakSql = ({ own, other }: Side) => `
  with weak as materialized (
    select ${other} as ein, sum(amount) as amount, count(*)::integer as rows
    from money_edge
    where ${own} = $1 and ${other} is not null and ${COUNTED} and match_confidence = 'Weak'
    group by ${other}
  )
  select null as ein, sum(amount) as amount, sum(rows)::integer as rows from weak
  having count(*) > 0
  union all
  select ein, amount, rows from weak where ein = any($4)`

/**
 * Reads the part of sums from rows whose filed EIN and name disagree, for all counterparties together
 * and for each of `parties`; one round trip. Throws ApiError StoreUnavailable.
 */
export const readWeakSums = async (
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  filter: Summed,
  parties: readonly string[],
): Promise<WeakSum[]> => {
  const values = valuesOf(ein, filter, parties)
  const sums = await db.query<WeakSum>(weakSql(SIDES[direction]), values)
  return sums.map((sum) => ({ ...sum, amount: exactOrNull(sum.amount) }))
}

/** A row of a filing, by the EIN of the counterparty. */
type LargestRow = {
  ein: string
  form: Form
  taxYear: number
  objectId: string
  path: string
}

const largestSql = (side: Side) => `
  select party.ein, f.form, f.tax_year as "taxYear", f.object_id as "objectId", row.path
  from unnest($4::text[]) party (ein)
  cross join lateral (${largestRow(side, 'party.ein')}) row
  join filing f on f.object_id = row.object_id`

/**
 * Reads the row with the largest amount in the sum of each counterparty; one round trip. Throws
 * ApiError StoreUnavailable.
 */
export const readLargestRows = (
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  filter: Summed,
  parties: readonly string[],
): Promise<LargestRow[]> =>
  db.query<LargestRow>(largestSql(SIDES[direction]), valuesOf(ein, filter, parties))

/**
 * Reads what an organization gave in all, including to recipients that were not found: dollars, or
 * null when no row files an amount or the sum is too large to be exact. Throws ApiError
 * StoreUnavailable.
 */
export async function readGiven(
  db: Pick<Postgres, 'query'>,
  ein: string,
  { minYear = 0, ...filter }: Summed,
): Promise<number | null> {
  const [row] = await db.query<{ amount: number | null }>(
    `select sum(amount) as amount from money_edge where funder_ein = $1 and ${COUNTED}`,
    [ein, categoriesOf(filter), minYear],
  )
  return exactOrNull(row?.amount ?? null)
}
