import type { Postgres } from '../../clients/postgres.ts'
import { exactOrNull } from '../../domain/exact-numbers.ts'
import {
  type Counterparties,
  type Counterparty,
  type CounterpartyFilter,
  categoriesOf,
} from '../counterparty.ts'
import { COUNTED, DETAILS } from './counterparty-sql.ts'

/** Undefined where nothing that the organization filed is known. */
export type CounterpartiesOf = Counterparties | undefined

// Rows are summed in the order of the index that holds them, first by category, so that neither
// sums nor lists of categories sort anything.
const toSql = (own: string, other: string) => `
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

const GRANTEES = toSql('funder_ein', 'recipient_ein')
const FUNDERS = toSql('recipient_ein', 'funder_ein')

type Answer = { isFiler: boolean | null; count: number; totalAmount: number | null } & (
  | Counterparty
  | { ein: null }
)

/** Whom an organization gave to, the largest amount first; one round trip. */
export const readGranteesOf = (
  db: Pick<Postgres, 'query'>,
  ein: string,
  filter: CounterpartyFilter,
): Promise<CounterpartiesOf> => read(db, GRANTEES, ein, filter)

/** Who gave to an organization, the largest amount first; one round trip. */
export const readFundersOf = (
  db: Pick<Postgres, 'query'>,
  ein: string,
  filter: CounterpartyFilter,
): Promise<CounterpartiesOf> => read(db, FUNDERS, ein, filter)

async function read(
  db: Pick<Postgres, 'query'>,
  sql: string,
  ein: string,
  filter: CounterpartyFilter,
): Promise<CounterpartiesOf> {
  const { minYear = 0, minAmount = null, limit } = filter
  const answers = await db.query<Answer>(sql, [
    ein,
    categoriesOf(filter),
    minYear,
    minAmount,
    limit,
  ])
  const [first] = answers
  if (!first?.isFiler) return undefined
  const items = answers.flatMap(({ isFiler, count, totalAmount, ...item }) =>
    item.ein === null ? [] : [{ ...item, amount: exactOrNull(item.amount) }],
  )
  return { items, count: first.count, totalAmount: exactOrNull(first.totalAmount) }
}
