import { FICTIONAL_PREFIXES } from '../domain/ein.ts'

/** Tables with an index that is ordered by EIN. */
type KeyedTable = 'organization' | 'filing' | 'bmf' | 'pub78' | 'revocation'

type Range = [from: string, to: string]

const next = (prefix: string): string => String(Number(prefix) + 1).padStart(2, '0')

/** Returns the fictional EINs and all others as ranges of their first two digits. */
function toRanges(): { fictional: Range[]; other: Range[] } {
  const fictional = FICTIONAL_PREFIXES.map((prefix): Range => [prefix, next(prefix)])
  const ends = ['00', ...fictional.map(([, to]) => to)]
  // A letter sorts after every digit.
  const begins = [...fictional.map(([from]) => from), 'z']
  const other = ends.flatMap((from, at): Range[] => {
    const to = begins[at] ?? 'z'
    return from < to ? [[from, to]] : []
  })
  return { fictional, other }
}

const { fictional, other } = toRanges()

// Each range is one index lookup. With a single condition, the planner may read the whole table.
const anyIn = (table: KeyedTable, ranges: readonly Range[], where: string): string =>
  `exists (select from (values ${ranges.map(([from, to]) => `('${from}', '${to}')`).join(', ')})
    as prefix (lo, hi) where (select ein from ${table}
      where ein >= lo and ein < hi ${where} order by ein limit 1) is not null)`

/** Returns SQL for whether the EINs of a table are fictional: 'All', 'Some', or null. */
export const fictionalIn = (table: KeyedTable, where = ''): string =>
  `case when ${anyIn(table, fictional, where)}
    then case when ${anyIn(table, other, where)} then 'Some' else 'All' end end`

/** The loaded tax years of a form, and the latest end of a tax period, YYYY-MM-DD. */
export type FormRow = { form: string; first: number; last: number; newestPeriodEnd: string }

/**
 * SQL for a `FormRow` of each form with filings. It steps from one tax year to the next in the index,
 * because grouping millions of filings takes seconds.
 */
export const FORMS = `
  with recursive year as (
    (select distinct on (form) form, tax_year
      from unnest(array['990', '990EZ', '990N', '990PF', '990T']) as one(form)
      cross join lateral (select min(tax_year) as tax_year from filing f where f.form = one.form) m
      where tax_year is not null)
    union all
    select year.form, (select min(f.tax_year) from filing f
      where f.form = year.form and f.tax_year > year.tax_year)
    from year where year.tax_year is not null
  )
  select form, min(tax_year)::int as first, max(tax_year)::int as last,
    to_char(max((select max(f.tax_period_end) from filing f
      where f.form = year.form and f.tax_year = year.tax_year)), 'YYYY-MM-DD') as "newestPeriodEnd"
  from year where tax_year is not null group by form`
