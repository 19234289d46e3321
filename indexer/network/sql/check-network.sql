-- Where the network is not made of the rows of latest filings, by funder and category. Sums beyond 2^53
-- depend on the order in which they are added up, and are shown as unknown.
with latest as (
  select m.funder_ein as ein, m.category, count(*) as rows, coalesce(sum(m.amount), 0) as amount,
    coalesce(
      sum(m.amount) filter (where not m.is_counted and m.category <> 'FoundationApproved'), 0
    ) as uncounted
  from money_edge m join organization o on o.ein = m.funder_ein and o.latest_object_id = m.object_id
  group by m.funder_ein, m.category
), shown as (
  select funder_ein as ein, category, sum(count)::bigint as rows, sum(amount) as amount,
    sum(uncounted_amount) as uncounted
  from network_edge
  group by funder_ein, category
)
select ein, category, coalesce(latest.rows, 0) as "expectedRows",
  coalesce(latest.amount, 0) as "expectedAmount", coalesce(shown.rows, 0) as "rows",
  coalesce(shown.amount, 0) as "amount",
  coalesce(latest.uncounted, 0) as "expectedUncounted", coalesce(shown.uncounted, 0) as "uncounted"
from latest full join shown using (ein, category)
where (latest.rows is distinct from shown.rows
    or abs(latest.amount - shown.amount) > 0.01 and abs(latest.amount) <= 9007199254740991
    or abs(latest.uncounted - shown.uncounted) > 0.01 and abs(latest.uncounted) <= 9007199254740991)
  and not exists (select from network_due due where due.ein = coalesce(latest.ein, shown.ein))
order by ein, category
limit $1
