-- Where each organization is, whole from one source, in the same order of trust as its name.
create temporary table chosen_place on commit drop as
select distinct on (ein) ein, nullif(street, '') as street, city, state, zip, country, ref
from (
  select ein, trust, street, city, state, zip, country, address_ref as ref from header
  union all
  select ein, 2, street, city, state, zip, country, ref || 'CITY' from registry
  union all
  select ein, 4, null, city, state, null, country, ref || 'City' from deductible
  union all
  select ein, 5, street, city, state, zip, alpha2, ref || 'City' from revoked
) as known
where coalesce(nullif(street, ''), city) is not null
order by ein, trust
