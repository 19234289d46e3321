-- What each organization is called, in the order of trust of decisions part 4: the latest
-- return's header, BMF, postcard, Publication 78; else its row of the revocation list.
create temporary table chosen_name on commit drop as
select distinct on (ein) ein, name, ref
from (
  select ein, trust, name, name_ref as ref from header where name <> ''
  union all select ein, 2, name, ref || 'NAME' from registry
  union all select ein, 4, name, ref || 'LegalName' from deductible
  union all select ein, 5, name, ref || 'LegalName' from revoked
) as known
order by ein, trust
