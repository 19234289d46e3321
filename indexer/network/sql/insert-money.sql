-- What is not there, or was removed because it was otherwise ($1: nothing is there at all).
with added as (
  insert into money_edge (
    funder_ein, recipient_ein, category, tax_year, amount, object_id, ordinal, match_method,
    match_confidence)
  select d.funder_ein, e.recipient_ein, d.category, d.tax_year, d.amount, d.object_id, d.ordinal,
    e.match_method, e.match_confidence
  from due_edge d join edge_match e using (object_id, ordinal)
  where $1 or not exists (
    select from money_edge m
    where m.funder_ein = d.funder_ein and m.tax_year = d.tax_year
      and m.object_id = d.object_id and m.ordinal = d.ordinal)
  returning funder_ein, recipient_ein
)
insert into network_changed
select funder_ein from added
union select recipient_ein from added where recipient_ein is not null
