import { toRef } from '../domain/evidence.ts'
import { exactOrNull } from '../domain/exact-numbers.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import {
  type Counterparties,
  type Counterparty,
  type CounterpartyFilter,
  categoriesOf,
  type WeakPart,
} from './counterparty.ts'
import type { Direction } from './direction.ts'
import { requireFiler } from './require-filer.ts'
import {
  readCounterpartiesOf,
  readGiven,
  readLargestRows,
  readWeakSums,
} from './store/read-counterparties.ts'
import { COUNTED, DETAILS } from './store/shared-sql.ts'

type Read = (deps: ProfileDeps, ein: string, filter: CounterpartyFilter) => Promise<Counterparties>

const reader =
  (direction: Direction): Read =>
  async (deps, ein, filter) => {
    const { isFiler, ...found } = await readCounterpartiesOf(deps.postgres, ein, direction, filter)
    if (!isFiler) await requireFiler(deps, ein)
    return isFiler ? found : { items: [], count: 0, totalAmount: null }
  }

/**
 * Reads the resolved recipients of an organization in all its current filings, the largest amount
 * first; one round trip. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export const readGrantees = reader('Outgoing')

/**
 * Reads who gave to an organization in the current filings of all others, the largest amount first;
 * one round trip. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export const readFunders = reader('Incoming')

/** Counterparties with the Ref of each one's largest row, and the weak part of each sum, by EIN. */
export type CitedCounterparties = Counterparties & {
  largestRows: ReadonlyMap<string, string>
  weakParts: ReadonlyMap<string, WeakPart>
  /**
   * The weak part of the total, including rows beyond the limit; undefined when nothing is weak.
   */
  weakTotal: WeakPart | undefined
  /**
   * Dollars given in all, including to recipients that were not found; null when no row files an
   * amount, and for money received.
   */
  givenAmount: number | null
}

/**
 * Reads funders or grantees with the largest row of each; two round trips. Rows whose filing is being
 * replaced are left out. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readCitedCounterparties(
  deps: ProfileDeps,
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
): Promise<CitedCounterparties> {
  const found = await reader(direction)(deps, ein, filter)
  const parties = found.items.map((party) => party.ein)
  const asked = [deps.postgres, ein, direction, filter, parties] as const
  const [rows, weak, givenAmount] =
    parties.length === 0
      ? [[], [], null]
      : await Promise.all([
          readLargestRows(...asked),
          readWeakSums(...asked),
          direction === 'Outgoing' ? readGiven(deps.postgres, ein, filter) : null,
        ])
  return {
    ...found,
    largestRows: new Map(rows.map((row) => [row.ein, toRef(row)])),
    weakParts: new Map(weak.flatMap(({ ein, ...part }) => (ein === null ? [] : [[ein, part]]))),
    weakTotal: weak.find(({ ein }) => ein === null),
    givenAmount,
  }
}

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
