-- Up Migration

-- Filings that the operator excluded count again.
with touched as (
  select distinct ein, form, tax_period_end from filing join filing_exclusion using (object_id)
), ranked as (
  select filing.object_id, row_number() over (
    partition by ein, form, tax_period_end
    order by received_on desc nulls last, returned_at desc nulls last,
      filing.object_id collate "C" desc
  ) = 1 as should_be
  from touched join filing using (ein, form, tax_period_end)
)
update filing set is_current = should_be
from ranked where filing.object_id = ranked.object_id and is_current <> should_be;

insert into due (step, key)
select step, ein from filing join filing_exclusion using (object_id),
  unnest(array['network', 'resolve']) as step;

drop table filing_exclusion;
