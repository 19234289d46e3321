-- Who is gone, and still has names or receives; those that wait for the next run are left out.
with known as (
  select ein from organization_key
  union
  select recipient_ein from money_edge where recipient_ein is not null
)
select ein from known
where not exists (select from organization where organization.ein = known.ein)
  and not exists (select from network_due due where due.ein = known.ein)
order by ein
limit $1
