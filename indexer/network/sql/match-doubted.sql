-- Filed EINs whose organization is not known by the name beside them, with the names it has.
select f.ein, f.name, coalesce(o.city, '') as city, array(
  select o.name
  union all
  select organization_name.name from organization_name where organization_name.ein = f.ein
) as known
from match_filed f join organization o using (ein)
where not f.agrees and f.name_key <> ''
