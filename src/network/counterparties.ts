import type { Postgres } from '#src/platform/clients/postgres.ts'
import { toRef } from '../domain/evidence.ts'
import { exactOrNull } from '../domain/exact-numbers.ts'
import type { Form } from '../domain/form.ts'
import { type EdgeCategory, GRANT_CATEGORIES, PAID_CATEGORIES } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Direction } from './direction.ts'
import { requireFiler } from './require-filer.ts'
import { counted, filedEdge, SIDES, type Side } from './sql.ts'

/** An organization that gave or received, with its sum over all rows that match. */
export type Counterparty = {
  ein: string
  /** As filed in its largest row when no organization has the EIN; so is its place. */
  name: string | null
  city: string | null
  /** USPS code. */
  state: string | null
  /** ISO 3166 alpha-2 */
  country: string | null
  /** Null: only registries know it, or only the returns that name it; it has no profile. */
  primaryForm: string | null
  entityType: string | null
  /** Dollars; null when no row files an amount, or the sum is too large to be exact. */
  amount: number | null
  grants: number
  earliestYear: number
  latestYear: number
  categories: EdgeCategory[]
}

/**
 * The part of a sum from rows whose filed EIN and name disagree, or whose EIN only one funder files
 * and no organization has.
 */
export type WeakPart = {
  /** Dollars; null when no such row files an amount, or the sum is too large to be exact. */
  amount: number | null
  rows: number
}

/** The counterparties with the largest amounts; count and total cover all that match. */
export type Counterparties<Item = Counterparty> = {
  items: Item[]
  count: number
  /** Dollars; null when no row files an amount, or the sum is too large to be exact. */
  totalAmount: number | null
  /** The tax years of all that match, oldest first; undefined if none do. */
  years?: number[]
}

/** Which rows count, and how many counterparties to return. */
export type CounterpartyFilter = {
  limit: number
  /** First tax year that counts. */
  minYear: number | undefined
  /** Dollars of a single row; excludes rows without an amount. */
  minAmount?: number | undefined
  /** Includes payments other than grants. */
  allCategories: boolean
}

/** Returns the categories of a sum; grants approved for later payment are in no sum. */
export const categoriesOf = ({
  allCategories,
}: Pick<CounterpartyFilter, 'allCategories'>): EdgeCategory[] => [
  ...(allCategories ? PAID_CATEGORIES : GRANT_CATEGORIES),
]

// Of the categories in $2, from tax year $3 on; `is true` as in `counted`.
const COUNTED = `${counted()} and (tax_year >= $3) is true`

const largestRow = ({ own, other }: Side, party: string, where = 'true') => `
    select e.path, e.name, e.city, e.state, e.country, largest.object_id
    from (
      select object_id, ordinal, category, amount from money_edge
      where ${own} = $1 and ${other} = ${party} and ${COUNTED} and ${where}
      order by amount desc nulls last, object_id, ordinal limit 1
    ) largest
    join ${filedEdge('largest')}`

/** The year of the lowest bit of a set of years. No return was filed electronically before it. */
const FIRST_YEAR = 1986

// Rows are summed in index order, first by category, so that nothing needs sorting.
const partiesSql = (side: Side) => `
  with party as materialized (
    select ein, sum(amount) as amount, sum(grants)::integer as grants,
      min(earliest_year) as "earliestYear", max(latest_year) as "latestYear",
      array_agg(category::text) as categories, bit_or(years) as years
    from (
      select ${side.other} as ein, category, sum(amount) as amount, count(*) as grants,
        min(tax_year) as earliest_year, max(tax_year) as latest_year,
        bit_or(1::bigint << (tax_year - ${FIRST_YEAR})) as years
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
    (select array_agg(year order by year)
      from generate_series(${FIRST_YEAR}, ${FIRST_YEAR + 62}) year,
        (select bit_or(years) as years from party) all_parties
      where years >> (year - ${FIRST_YEAR}) & 1 = 1) as "allYears",
    found.*
  from (select) one
  left join lateral (
    select page.ein, amount, grants, "earliestYear", "latestYear", categories,
      coalesce(o.name, filed.name) as name, coalesce(o.city, filed.city) as city,
      coalesce(o.state, filed.state) as state, coalesce(o.country, filed.country) as country,
      o.primary_form as "primaryForm", o.entity_type as "entityType"
    from page
    left join organization o on o.ein = page.ein
    left join lateral (${largestRow(side, 'page.ein', 'o.ein is null')}) filed on true
  ) found on true
  order by found.amount desc nulls last, found.ein`

/** The totals of a list, in each of its rows; a list without parties has one row without an EIN. */
type ListRow<Party> = { count: number; totalAmount: number | null } & (Party | { ein: null })

/**
 * Reads who gave to an organization, or who it gave to, the largest amount first, and whether it has
 * a filing; one round trip. Throws ApiError StoreUnavailable.
 */
export async function readParties(
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
): Promise<Counterparties & { isFiler: boolean }> {
  const { minYear = 0, minAmount = null, limit } = filter
  type Row = { isFiler: boolean | null; allYears: number[] | null } & ListRow<Counterparty>
  const values = [ein, categoriesOf(filter), minYear, minAmount, limit]
  const rows = await db.query<Row>(partiesSql(SIDES[direction]), values)
  const items = rows.flatMap(({ isFiler, count, totalAmount, allYears, ...item }) =>
    item.ein === null ? [] : [{ ...item, amount: exactOrNull(item.amount) }],
  )
  const [first] = rows
  return {
    items,
    count: first?.count ?? 0,
    totalAmount: exactOrNull(first?.totalAmount ?? null),
    ...(first?.allYears && { years: first.allYears }),
    isFiler: first?.isFiler ?? false,
  }
}

type Read = (deps: ProfileDeps, ein: string, filter: CounterpartyFilter) => Promise<Counterparties>

const reader =
  (direction: Direction): Read =>
  async (deps, ein, filter) => {
    const { isFiler, ...found } = await readParties(deps.postgres, ein, direction, filter)
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

const largestSql = (side: Side) => `
  select party.ein, f.form, f.tax_year as "taxYear", f.object_id as "objectId", row.path
  from unnest($4::text[]) party (ein)
  cross join lateral (${largestRow(side, 'party.ein')}) row
  join filing f on f.object_id = row.object_id`

type LargestRow = { ein: string; form: Form; taxYear: number; objectId: string; path: string }

/**
 * Reads the Ref of the row with the largest amount in the sum of each counterparty, by its EIN;
 * leaves out rows whose filing is being replaced. One round trip at most. Throws ApiError
 * StoreUnavailable.
 */
async function readLargestRows(
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  { minYear = 0, ...filter }: CounterpartyFilter,
  { items }: Counterparties,
): Promise<ReadonlyMap<string, string>> {
  if (items.length === 0) return new Map()
  const values = [ein, categoriesOf(filter), minYear, items.map((party) => party.ein)]
  const rows = await db.query<LargestRow>(largestSql(SIDES[direction]), values)
  return new Map(rows.map((row) => [row.ein, toRef(row)]))
}

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

/** The weak part of a counterparty's sum; `ein` is null for all together. */
type WeakSum = WeakPart & { ein: string | null }

/** Reads the weak part of each counterparty's sum, and of all together. */
async function readWeakSums(
  postgres: ProfileDeps['postgres'],
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
  { items }: Counterparties,
): Promise<WeakSum[]> {
  if (items.length === 0) return []
  const values = [ein, categoriesOf(filter), filter.minYear ?? 0, items.map((party) => party.ein)]
  const sums = await postgres.query<WeakSum>(weakSql(SIDES[direction]), values)
  return sums.map((sum) => ({ ...sum, amount: exactOrNull(sum.amount) }))
}

// Includes money given to recipients that were not found.
const GIVEN = `select sum(amount) as "totalAmount" from money_edge where funder_ein = $1 and ${COUNTED}`

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
  const list = await reader(direction)(deps, ein, filter)
  return citeParties(deps.postgres, ein, direction, filter, list)
}

/** Does the same for counterparties that have been read. */
export async function citeParties(
  postgres: ProfileDeps['postgres'],
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
  list: Counterparties,
): Promise<CitedCounterparties> {
  const [largestRows, weak, [given]] = await Promise.all([
    readLargestRows(postgres, ein, direction, filter, list),
    readWeakSums(postgres, ein, direction, filter, list),
    list.items.length === 0 || direction === 'Incoming'
      ? []
      : postgres.query<Pick<Counterparties, 'totalAmount'>>(GIVEN, [
          ein,
          categoriesOf(filter),
          filter.minYear ?? 0,
        ]),
  ])
  return {
    ...list,
    largestRows,
    weakParts: new Map(weak.flatMap(({ ein, ...part }) => (ein === null ? [] : [[ein, part]]))),
    weakTotal: weak.find(({ ein }) => ein === null),
    givenAmount: exactOrNull(given?.totalAmount ?? null),
  }
}

/** A funder, and how many organizations of the cohort it gave to. */
type CohortFunder = Counterparty & { recipients: number }

// Reach and amount determine the order and need all rows. Years, categories, and the number of rows
// are read only for the funders that are shown.
const OF_COHORT = `recipient_ein = any($1) and ${COUNTED}`
const COHORT = `
  with reach as materialized (
    select funder_ein as ein, count(*) as recipients, sum(amount) as amount
    from (
      select recipient_ein, funder_ein, sum(amount) as amount
      from money_edge where ${OF_COHORT}
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
    select page.*, given.*, o.name, o.city, o.state, o.country,
      o.primary_form as "primaryForm", o.entity_type as "entityType"
    from page
    cross join lateral (
      select sum(grants)::integer as grants, min(earliest_year) as "earliestYear",
        max(latest_year) as "latestYear", array_agg(category::text) as categories
      from (
        select category, count(*) as grants, min(tax_year) as earliest_year,
          max(tax_year) as latest_year
        from money_edge where funder_ein = page.ein and ${OF_COHORT}
        group by category
      ) of_category
    ) given
    left join organization o on o.ein = page.ein
  ) found on true
  order by found.recipients desc, found.amount desc nulls last, found.ein`

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
  const values = [[...eins], categoriesOf(filter), minYear, limit]
  const rows = await postgres.query<ListRow<CohortFunder>>(COHORT, values)
  const items = rows.flatMap(({ count, totalAmount, ...item }) =>
    item.ein === null ? [] : [{ ...item, amount: exactOrNull(item.amount) }],
  )
  const [{ count = 0, totalAmount = null } = {}] = rows
  return { items, count, totalAmount: exactOrNull(totalAmount) }
}
