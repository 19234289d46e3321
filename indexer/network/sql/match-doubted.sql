-- Filed EINs whose organization is not known by the name beside them, with the names it has.
select f.ein, f.name, array(
  select name from organization where ein = f.ein
  union all
  select name from organization_name where ein = f.ein
) as known
from match_filed f
where not f.agrees and f.name_key <> ''
