-- Brings organization_key up to date with the organizations and their names.
-- Leaves the tables changed_key and changed_ein, which decide whose rows are due.

-- name: key-due
-- Organizations whose keys may differ from the stored ones: those changed since release $1 and
-- those marked, such as removed ones. With $1 null, every organization.
create temporary table key_due on commit drop as
select ein from organization where $1::text is null or changed_release > $1
union
select key from due where step = 'network'
union
select ein from organization_key where $1::text is null

-- name: key-candidates
-- Every name of the organizations in key_due, as written, with each of their places. Nobody abroad
-- is found by name, because there is no state. The registry's second name line often names a chapter
-- ("UNIVERSITY OF DELAWARE") or a caretaker: it gets no place, so it can confirm an EIN but not find one.
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
  -- An organization that moved, or files from another address than its registered one, has both.
  select ein, state, coalesce(city, '') from bmf join key_due using (ein) where state is not null
)
select ein, named.name, placed.state, placed.city, role = 'Member' as "isMember"
from named join placed using (ein) join organization using (ein)
union all
select ein, name, '', '', false from second_line
order by ein

-- name: key-changes
-- Rows of organization_key to add (+1) and to remove (-1).
create temporary table key_change on commit drop as
select ein, key, state, city, is_member, sum(side)::int as side
from (
  select ein, key, state, city, is_member, 1 as side from resolved_key
  union all
  select ein, key, state, city, is_member, -1 from organization_key join key_due using (ein)
) as both_sides
group by ein, key, state, city, is_member
having sum(side) <> 0;
-- Names and states whose set of organizations changed: rows that name them are matched again.
create temporary table changed_key on commit drop as
select distinct key, state from key_change;
-- Organizations whose names changed, or which came without a name that can be compared: rows that
-- give their EIN are matched again.
create temporary table changed_ein on commit drop as
select ein from key_change
union
select ein from key_due where not exists (
  select from resolved_key where resolved_key.ein = key_due.ein);
analyze key_change

-- name: key-merge
delete from organization_key as stored using key_change as change
where change.side < 0 and (stored.ein, stored.key, stored.state, stored.city, stored.is_member)
  = (change.ein, change.key, change.state, change.city, change.is_member);
insert into organization_key (ein, key, state, city, is_member)
select ein, key, state, city, is_member from key_change where side > 0
order by key, state, city, ein
