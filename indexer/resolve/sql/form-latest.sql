-- Which filing of each form is its latest: the latest period end among the current ones
-- (decisions part 4, Latest).
create temporary table form_latest on commit drop as
select distinct on (ein, form)
  ein, form, object_id, tax_year, tax_period_end, received_on, content_sha256
from filing join wanted using (ein)
where is_current
order by ein, form, tax_period_end desc, received_on desc nulls last, object_id collate "C" desc
