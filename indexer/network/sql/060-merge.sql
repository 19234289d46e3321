-- Writes what differs for the funders of batch $1 and collects the organizations concerned in
-- network_changed. A row that differs is deleted and inserted again.

-- name: remove-money
with gone as (
  delete from money_edge m using due_batch b
  where b.batch = $1 and m.funder_ein = b.ein and not exists (
    select from due_edge d join edge_match e using (object_id, ordinal)
    where d.object_id = m.object_id and d.ordinal = m.ordinal
      and d.funder_ein = m.funder_ein and d.category = m.category and d.tax_year = m.tax_year
      and d.amount is not distinct from m.amount
      and e.recipient_ein is not distinct from m.recipient_ein
      and e.match_method = m.match_method and e.match_confidence = m.match_confidence
      and d.is_counted = m.is_counted)
  returning m.funder_ein, m.recipient_ein, m.match_confidence
), counted as (
  insert into row_change select match_confidence, -count(*) from gone group by match_confidence
)
insert into network_changed
select funder_ein from gone
union select recipient_ein from gone where recipient_ein is not null

-- name: remove-network
with gone as (
  delete from network_edge n using due_batch b
  where b.batch = $1 and n.funder_ein = b.ein and not exists (
    select from due_network d
    where d.funder_ein = n.funder_ein and d.category = n.category
      and d.counterparty = n.counterparty
      and ({edge of d}) is not distinct from ({edge of n}))
  returning n.funder_ein, n.recipient_ein
)
insert into network_changed
select funder_ein from gone
union select recipient_ein from gone where recipient_ein is not null

-- name: insert-money
-- $2: nothing was stored before this run. The subquery on the batch's funders keeps the statement from
-- reading rows of others.
with added as (
  insert into money_edge (
    funder_ein, recipient_ein, category, tax_year, amount, object_id, ordinal, match_method,
    match_confidence, is_counted)
  select d.funder_ein, e.recipient_ein, d.category, d.tax_year, d.amount, d.object_id, d.ordinal,
    e.match_method, e.match_confidence, d.is_counted
  from due_edge d join edge_match e using (object_id, ordinal)
  where not exists (
    select from due_batch b join money_edge m on m.funder_ein = b.ein
    where not $2 and b.batch = $1 and m.object_id = d.object_id and m.ordinal = d.ordinal
      and m.funder_ein = d.funder_ein and m.tax_year = d.tax_year)
  returning funder_ein, recipient_ein, match_confidence
), counted as (
  insert into row_change select match_confidence, count(*) from added group by match_confidence
)
insert into network_changed
select funder_ein from added
union select recipient_ein from added where recipient_ein is not null

-- name: insert-network
with added as (
  insert into network_edge (funder_ein, category, counterparty, {edge})
  select funder_ein, category, counterparty, {edge}
  from due_network
  on conflict do nothing
  returning funder_ein, recipient_ein
)
insert into network_changed
select funder_ein from added
union select recipient_ein from added where recipient_ein is not null
