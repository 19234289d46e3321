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
