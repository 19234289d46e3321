import {
  SECTOR_FIGURE_KEYS,
  SECTOR_FIGURES,
  SECTOR_RATIO_KEYS,
  SECTOR_RATIOS,
  type SectorFigureKey,
} from '#src/sector/figures.ts'

const quoted = (name: string): string => `"${name}"`

// Facts are unpacked once a filing, by the record; `->` for each figure would unpack them fifteen
// times. A leaf that holds something else than a number is no figure.
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
  const [above, below] = [SECTOR_RATIOS[key].numerator, SECTOR_RATIOS[key].denominator].map(quoted)
  const both = `filter (where is_summed and ${above} is not null and ${below} is not null)`
  return [
    `sum(${above}) ${both}::float8 as ${quoted(`${key}:numerator`)}`,
    `sum(${below}) ${both}::float8 as ${quoted(`${key}:denominator`)}`,
    `count(*) ${both} as ${quoted(`${key}:filings`)}`,
  ]
})

/** Figures that are also summed over each organization's latest return. */
export const LATEST_FIGURES = ['revenue', 'programExpenses'] as const satisfies SectorFigureKey[]

const LATEST_SUMS = LATEST_FIGURES.flatMap((key) => [
  `sum(${quoted(key)}) filter (where is_latest)::float8 as ${quoted(`latest:${key}:sum`)}`,
  `count(${quoted(key)}) filter (where is_latest) as ${quoted(`latest:${key}:filings`)}`,
])

/**
 * Sums over all current 990 returns: one row a tax year, and one for all years whose tax year is
 * null. Of the returns of an organization and tax year the one whose period ends later counts; a
 * group return counts only where no member of the group has a 990 of its own of that year. Among
 * latest returns, which are of several years, it counts only where no member has one of any year.
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
  -- First and last, to tell a member's return from one of the group return's own filer; by year,
  -- and of any year, where tax_year is null.
  select family_id, tax_year, min(ein) as first_ein, max(ein) as last_ein
  from filed
  where role = 'Member' and family_id is not null and not is_group_return
  group by grouping sets ((family_id, tax_year), (family_id))
), told as (
  select filed.*,
    is_group_return and (this.first_ein <> ein or this.last_ein <> ein) is true as is_covered,
    is_group_return and (ever.first_ein <> ein or ever.last_ein <> ein) is true
      as is_covered_ever
  from filed
  left join of_members this
    on this.family_id = filed.family_id and this.tax_year = filed.tax_year
  left join of_members ever on ever.family_id = filed.family_id and ever.tax_year is null
), placed as (
  select told.*,
    row_number() over (
      partition by ein, tax_year order by is_covered, tax_period_end desc, object_id desc
    ) as place,
    row_number() over (partition by ein order by tax_period_end desc, object_id desc) = 1
      and not is_covered_ever as is_latest,
    -- tax_year is never null: counted are the organization's returns of the year before.
    count(*) over (
      partition by ein order by tax_year range between 1 preceding and 1 preceding
    ) > 0 as has_year_before
  from told
), marked as (
  select placed.*, place = 1 and not is_covered as is_summed from placed
)
select tax_year as "taxYear",
  count(*) as filings,
  count(*) filter (where is_summed) as summed,
  count(*) filter (where is_covered) as "groupReturnsLeftOut",
  count(*) filter (where not is_covered and place > 1) as "shortYearsLeftOut",
  count(*) filter (where place = 1) as filers,
  count(*) filter (where place = 1 and has_year_before) as returning,
  count(*) filter (where is_latest) as latest,
  min(tax_year) filter (where is_latest) as "firstYear",
  max(tax_year) filter (where is_latest) as "lastYear",
  ${[...FIGURE_SUMS, ...RATIO_SUMS, ...LATEST_SUMS].join(',\n  ')}
from marked
group by grouping sets ((tax_year), ())
order by tax_year`
