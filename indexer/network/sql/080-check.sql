-- Checks by reading everything (npm run verify). Returns the first $1 differences.
-- Organizations that wait for the next run are left out.

-- name: check-money
-- Resolved rows against the filed rows of current filings. Sums of cents may differ in their last
-- digits; sums beyond 2^53 are not exact and are shown as unknown.
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
  and not exists (select from due where step = 'network' and key = coalesce(filed.ein, resolved.ein))
order by ein, category, is_counted desc
limit $1

-- name: check-network
-- Edges against the resolved rows of latest filings. Sums beyond 2^53 depend on the order of addition.
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
  and not exists (select from due where step = 'network' and key = coalesce(latest.ein, shown.ein))
order by ein, category
limit $1

-- name: check-gone
-- Removed organizations that still have names or receive money. An EIN that filings give without an
-- organization may receive money.
with known as (
  select ein from organization_key
  union
  select recipient_ein from money_edge
  where recipient_ein is not null and not exists (
    select from filed_ein where filed_ein.ein = recipient_ein)
)
select ein from known
where not exists (select from organization where organization.ein = known.ein)
  and not exists (select from due where step = 'network' and key = known.ein)
order by ein
limit $1

-- name: check-counts
-- Kept counts that differ from the rows.
with found as (
  select match_confidence, count(*) as rows from money_edge group by match_confidence
)
select match_confidence as confidence, coalesce(kept.rows, 0) as kept,
  coalesce(found.rows, 0) as found
from money_edge_count kept full join found using (match_confidence)
where coalesce(kept.rows, 0) <> coalesce(found.rows, 0)
order by match_confidence desc
