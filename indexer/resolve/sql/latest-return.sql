-- Whose header names the organization: the latest return of any form. A 990-T of the same period
-- comes after the form that shows the whole organization.
create temporary table latest_return on commit drop as
select distinct on (ein) ein, object_id
from form_latest
where form <> '990N'
order by ein, tax_period_end desc, form = '990T',
  received_on desc nulls last, object_id collate "C" desc
