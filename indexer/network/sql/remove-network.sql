-- Edges of a portion's funders that are not as they are made now.
with gone as (
  delete from network_edge n using due_batch b
  where b.batch = $1 and n.funder_ein = b.ein and not exists (
    select from due_network d
    where d.funder_ein = n.funder_ein and d.category = n.category
      and d.counterparty = n.counterparty
      and (d.recipient_ein, d.name, d.city, d.state, d.country, d.region, d.amount, d.amounts,
          d.uncounted_amount, d.count, d.tax_year, d.object_id, d.match_method,
          d.match_confidence, d.paths)
        is not distinct from
        (n.recipient_ein, n.name, n.city, n.state, n.country, n.region, n.amount, n.amounts,
          n.uncounted_amount, n.count, n.tax_year, n.object_id, n.match_method,
          n.match_confidence, n.paths))
  returning n.funder_ein, n.recipient_ein
)
insert into network_changed
select funder_ein from gone
union select recipient_ein from gone where recipient_ein is not null
