-- Every name of the organizations of `key_due`, as written, with each place they are in. Abroad
-- there is no state, and nobody abroad is found by name.
with named as (
  select ein, name from organization join key_due using (ein)
  union
  select ein, name from organization_name join key_due using (ein)
  union
  select ein, name from bmf join key_due using (ein)
  union
  select ein, sort_name from bmf join key_due using (ein) where sort_name is not null
), placed as (
  select ein, coalesce(state, '') as state, coalesce(city, '') as city
  from organization join key_due using (ein)
  union
  -- Who moved, or files from another address than it registered, is known at both.
  select ein, state, coalesce(city, '') from bmf join key_due using (ein) where state is not null
)
select ein, name, state, city from named join placed using (ein) order by ein
