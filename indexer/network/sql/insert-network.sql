-- What is not there, or was removed because it was otherwise.
with added as (
  insert into network_edge (
    funder_ein, category, counterparty, recipient_ein, name, city, state, country, region,
    amount, amounts, uncounted_amount, count, tax_year, object_id, match_method, match_confidence,
    paths)
  select funder_ein, category, counterparty, recipient_ein, name, city, state, country, region,
    amount, amounts, uncounted_amount, count, tax_year, object_id, match_method, match_confidence,
    paths
  from due_network
  on conflict do nothing
  returning funder_ein, recipient_ein
)
insert into network_changed
select funder_ein from added
union select recipient_ein from added where recipient_ein is not null
