-- Every name of the organizations of `key_due`, as written, with each place they are in. Abroad
-- there is no state, and nobody abroad is found by name. The registry's second line of a name says
-- which chapter it is ("UNIVERSITY OF DELAWARE") or whose care it is in as often as it names: it
-- stands without a place, so that it can confirm an EIN and not find one.
with second_line as (
  select ein, sort_name as name from bmf join key_due using (ein) where sort_name is not null
  union
  select ein, name from bmf_name join key_due using (ein) where kind = 'sort_name'
), named as (
  select ein, name from organization join key_due using (ein)
  union
  select ein, name from bmf join key_due using (ein)
  union
  (select ein, name from organization_name join key_due using (ein)
  where ref not like 'bmf:%:SORT_NAME')
), placed as (
  select ein, coalesce(state, '') as state, coalesce(city, '') as city
  from organization join key_due using (ein)
  union
  -- Who moved, or files from another address than it registered, is known at both.
  select ein, state, coalesce(city, '') from bmf join key_due using (ein) where state is not null
)
select ein, named.name, placed.state, placed.city, role = 'Member' as "isMember"
from named join placed using (ein) join organization using (ein)
union all
select ein, name, '', '', false from second_line
order by ein
