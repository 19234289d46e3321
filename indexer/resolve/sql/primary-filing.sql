-- Which form is an organization's primary one: that of the newest 990, 990EZ or 990PF; if there
-- is none the 990N, else the 990T (decisions part 4, Primary form).
create temporary table primary_filing on commit drop as
select distinct on (ein)
  ein, form, object_id, tax_year, tax_period_end, content_sha256,
  -- In one order, or a row would seem changed.
  array_agg(form) over (partition by ein order by form
    rows between unbounded preceding and unbounded following) as forms
from form_latest
order by ein, case form when '990T' then 2 when '990N' then 1 else 0 end,
  tax_period_end desc, received_on desc nulls last, object_id collate "C" desc
