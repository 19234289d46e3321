-- Where the rows resolved are not those that current filings tell of, by funder, category and whether
-- sums hold them; those that wait for the next run are left out. Sums of cents may differ in their last
-- digits, and so may sums beyond 2^53, which are shown as unknown.
with filed as (
  select f.ein, e.category, e.uncounted is null and e.category <> 'FoundationApproved' as is_counted,
    count(*) as rows, coalesce(sum(e.amount), 0) as amount
  from filed_edge e join filing f using (object_id)
  where f.is_current
  group by 1, 2, 3
), resolved as (
  select funder_ein as ein, category, is_counted, count(*) as rows, coalesce(sum(amount), 0) as amount
  from money_edge
  group by funder_ein, category, is_counted
)
select ein, category, is_counted as "isCounted", coalesce(filed.rows, 0) as "expectedRows",
  coalesce(filed.amount, 0) as "expectedAmount", coalesce(resolved.rows, 0) as "rows",
  coalesce(resolved.amount, 0) as "amount"
from filed full join resolved using (ein, category, is_counted)
where (filed.rows is distinct from resolved.rows
    or abs(filed.amount - resolved.amount) > 0.01 and abs(filed.amount) <= 9007199254740991)
  and not exists (select from network_due due where due.ein = coalesce(filed.ein, resolved.ein))
order by ein, category, is_counted desc
limit $1
