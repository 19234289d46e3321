import type { SectorFigure, SectorRatio, SectorYearBody, StatsBody } from '#mappings/sector.ts'
import { isExact } from '#src/domain/exact-numbers.ts'
import {
  SECTOR_FIGURES,
  SECTOR_GROWTH,
  SECTOR_RATIO_KEYS,
  SECTOR_RATIOS,
} from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS, type SectorFigureKey } from '#src/figures/sets.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { latestComplete, toCompleteness } from '#src/sector/front.ts'

const quoted = (name: string): string => `"${name}"`

// The record unpacks facts once per filing; `->` for each figure would unpack them fifteen times. A
// leaf that is not a number is not a figure.
const FACT_COLUMNS = SECTOR_FIGURE_KEYS.map(
  (key) => `${quoted(SECTOR_FIGURES[key].fact)} jsonb`,
).join(', ')

const amountOf = (key: SectorFigureKey): string => {
  const fact = `fact.${quoted(SECTOR_FIGURES[key].fact)}`
  return `case jsonb_typeof(${fact} -> 'value') when 'number' then (${fact} ->> 'value')::numeric end as ${quoted(key)}`
}

const FIGURE_SUMS = SECTOR_FIGURE_KEYS.flatMap((key) => [
  `sum(${quoted(key)}) filter (where is_summed)::float8 as ${quoted(`${key}:sum`)}`,
  `count(${quoted(key)}) filter (where is_summed) as ${quoted(`${key}:filings`)}`,
])

const RATIO_SUMS = SECTOR_RATIO_KEYS.flatMap((key) => {
  const [above, below] = SECTOR_RATIOS[key].map(quoted)
  const both = `filter (where is_summed and ${above} is not null and ${below} is not null)`
  return [
    `sum(${above}) ${both}::float8 as ${quoted(`${key}:numerator`)}`,
    `sum(${below}) ${both}::float8 as ${quoted(`${key}:denominator`)}`,
    `count(*) ${both} as ${quoted(`${key}:filings`)}`,
  ]
})

const GROWN = Object.values(SECTOR_GROWTH)

// The value of the organization's summed return for the year before.
const VALUES_BEFORE = GROWN.map(
  (key) => `max(${quoted(key)}) filter (where ordinal = 1 and not is_covered) over (
      partition by ein order by tax_year range between 1 preceding and 1 preceding
    ) as ${quoted(`${key}:before`)}`,
)

const GROWTH_SUMS = GROWN.flatMap((key) => {
  const [now, before] = [quoted(key), quoted(`${key}:before`)]
  const both = `filter (where is_summed and ${now} is not null and ${before} is not null)`
  return [
    `sum(${now}) ${both}::float8 as ${quoted(`growth:${key}:numerator`)}`,
    `sum(${before}) ${both}::float8 as ${quoted(`growth:${key}:denominator`)}`,
    `count(*) ${both} as ${quoted(`growth:${key}:filings`)}`,
  ]
})

/** Figures that are also summed over each organization's latest return. */
export const LATEST_FIGURES = ['revenue', 'programExpenses'] as const satisfies SectorFigureKey[]

const LATEST_SUMS = LATEST_FIGURES.flatMap((key) => [
  `sum(${quoted(key)}) filter (where is_latest)::float8 as ${quoted(`latest:${key}:sum`)}`,
  `count(${quoted(key)}) filter (where is_latest) as ${quoted(`latest:${key}:filings`)}`,
])

/**
 * Sums over all current 990 returns: one row per tax year, and one for all years, whose tax year is
 * null. For each organization and tax year, the return whose period ends last counts. A group
 * return counts only if no member of the group has its own 990 for that year. Among latest returns,
 * which are from several years, it counts only if no member has one for any year.
 */
export const YEARS = `
with filed as materialized (
  select f.object_id, f.ein, f.tax_year::int as tax_year, f.tax_period_end, f.is_group_return,
    o.family_id, o.role,
    ${SECTOR_FIGURE_KEYS.map(amountOf).join(',\n    ')}
  from filing f
  left join organization o on o.ein = f.ein
  cross join lateral jsonb_to_record(f.facts) as fact (${FACT_COLUMNS})
  where f.form = '990' and f.is_current
), of_members as (
  -- First and last, to tell a member's return from one of the group return's own filer; by year, and
  -- for any year in the rows with tax_year null.
  select family_id, tax_year, min(ein) as first_ein, max(ein) as last_ein
  from filed
  where role = 'Member' and family_id is not null and not is_group_return
  group by grouping sets ((family_id, tax_year), (family_id))
), covered as (
  select filed.*,
    is_group_return and (this.first_ein <> ein or this.last_ein <> ein) is true as is_covered,
    is_group_return and (ever.first_ein <> ein or ever.last_ein <> ein) is true
      as is_covered_ever
  from filed
  left join of_members this
    on this.family_id = filed.family_id and this.tax_year = filed.tax_year
  left join of_members ever on ever.family_id = filed.family_id and ever.tax_year is null
), ordered as (
  select covered.*,
    row_number() over (
      partition by ein, tax_year order by is_covered, tax_period_end desc, object_id desc
    ) as ordinal,
    row_number() over (partition by ein order by tax_period_end desc, object_id desc) = 1
      and not is_covered_ever as is_latest,
    -- Counts the organization's returns of the year before; tax_year is never null.
    count(*) over (
      partition by ein order by tax_year range between 1 preceding and 1 preceding
    ) > 0 as has_year_before
  from covered
), marked as (
  select ordered.*, ordinal = 1 and not is_covered as is_summed,
    ${VALUES_BEFORE.join(',\n    ')}
  from ordered
)
select tax_year as "taxYear",
  count(*) as filings,
  count(*) filter (where is_summed) as summed,
  count(*) filter (where is_covered) as "groupReturnsLeftOut",
  count(*) filter (where not is_covered and ordinal > 1) as "shortYearsLeftOut",
  count(*) filter (where ordinal = 1) as filers,
  count(*) filter (where ordinal = 1 and has_year_before) as returning,
  count(*) filter (where is_latest) as latest,
  min(tax_year) filter (where is_latest) as "firstYear",
  max(tax_year) filter (where is_latest) as "lastYear",
  ${[...FIGURE_SUMS, ...RATIO_SUMS, ...GROWTH_SUMS, ...LATEST_SUMS].join(',\n  ')}
from marked
group by grouping sets ((tax_year), ())
order by tax_year`

type Counts = {
  filings: number
  summed: number
  groupReturnsLeftOut: number
  shortYearsLeftOut: number
  filers: number
  returning: number
  latest: number
  firstYear: number
  lastYear: number
}
type YearRow = Counts & { taxYear: number | null } & Record<string, number | null>

export type SectorYears = Pick<StatsBody, 'latestReturns' | 'overview'> & {
  /** Oldest first. */
  years: SectorYearBody[]
}

/** Sums all current 990 returns by tax year, and each organization's latest one. */
export async function readYears(session: Pick<Session, 'query'>): Promise<SectorYears> {
  const rows = await session.query<YearRow>(YEARS)
  const whole = rows.find(({ taxYear }) => taxYear === null)
  const years = toYears(rows.filter(isOfYear))
  if (!whole || years.length === 0) return { years: [] }
  const complete = latestComplete(years)
  return {
    years,
    latestReturns: toLatestReturns(whole),
    overview: {
      organizations: whole.latest,
      filings: whole.filings,
      ...(complete !== undefined && { latestCompleteYear: complete }),
    },
  }
}

type OfYear = YearRow & { taxYear: number }
const isOfYear = (row: YearRow): row is OfYear => row.taxYear !== null

function toYears(rows: OfYear[]): SectorYearBody[] {
  const complete = toCompleteness(rows)
  return rows.map((row) => ({
    taxYear: row.taxYear,
    organizations: row.summed,
    filings: row.filings,
    groupReturnsLeftOut: row.groupReturnsLeftOut,
    shortYearsLeftOut: row.shortYearsLeftOut,
    ...complete.get(row.taxYear),
    figures: Object.fromEntries(
      SECTOR_FIGURE_KEYS.flatMap((key) => entryOf(key, toFigure(row, key))),
    ),
    ratios: Object.fromEntries(SECTOR_RATIO_KEYS.flatMap((key) => entryOf(key, toRatio(row, key)))),
    growth: Object.fromEntries(GROWN.flatMap((key) => entryOf(key, toRatio(row, `growth:${key}`)))),
  }))
}

const entryOf = <Value>(key: string, value: Value | undefined): [string, Value][] =>
  value === undefined ? [] : [[key, value]]

/** Returns undefined if no return reports the figure, or if its sum is too large to be exact. */
function toFigure(row: YearRow, key: string): SectorFigure | undefined {
  const sum = row[`${key}:sum`] ?? undefined
  return sum === undefined || !isExact(sum)
    ? undefined
    : { sum, filings: row[`${key}:filings`] ?? 0 }
}

function toRatio(row: YearRow, key: string): SectorRatio | undefined {
  const numerator = row[`${key}:numerator`] ?? undefined
  const denominator = row[`${key}:denominator`] ?? undefined
  // A share of nothing or of a loss is undefined.
  if (numerator === undefined || denominator === undefined || denominator <= 0) return undefined
  if (!isExact(numerator) || !isExact(denominator)) return undefined
  return { numerator, denominator, filings: row[`${key}:filings`] ?? 0 }
}

function toLatestReturns(row: YearRow): NonNullable<StatsBody['latestReturns']> {
  const figures = LATEST_FIGURES.flatMap((key) => entryOf(key, toFigure(row, `latest:${key}`)))
  return {
    organizations: row.latest,
    firstYear: row.firstYear,
    lastYear: row.lastYear,
    ...Object.fromEntries(figures),
  }
}
