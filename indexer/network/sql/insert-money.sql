-- What is not there, or was removed because it was otherwise ($2: nothing was there at all). Asked of
-- a portion's funders ($1) in a subquery, so that rows of no others are read.
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
