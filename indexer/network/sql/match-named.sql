-- Who bears the names of rows: how many in the row's city and in its state, with the first and the
-- last of them, which are all where there are two. `own`: without the members of group rulings, who
-- often bear the name of their central organization and are told from it by another line alone.
create temporary table match_named on commit drop as
with asked as (
  select distinct name_key as key, state, city_key as city from due_edge
  where name_key <> '' and state is not null and coalesce(country, 'US') = 'US'
), keyed as (
  select distinct key, state from asked
), held as (
  select k.key, k.state, k.city, k.ein, o.role <> 'Member' as is_own
  from keyed a join organization_key k on (k.key, k.state) = (a.key, a.state)
  join organization o using (ein)
), in_city as (
  select key, state, city, count(*) as n, min(ein) as first, max(ein) as last,
    count(*) filter (where is_own) as own_n,
    min(ein) filter (where is_own) as own_first, max(ein) filter (where is_own) as own_last
  from held where city <> '' group by key, state, city
), in_state as (
  select key, state, count(distinct ein) as n, min(ein) as first, max(ein) as last,
    bool_and(is_own) as is_own
  from held group by key, state
)
select key, state, city, c.n as city_n, c.first as city_first, c.last as city_last,
  c.own_n, c.own_first, c.own_last, s.n as state_n, s.first as state_first, s.last as state_last,
  s.is_own as state_is_own
from asked join in_state s using (key, state) left join in_city c using (key, state, city)
