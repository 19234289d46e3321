-- Of each name and place looked for: how many bear the name in the city (`own`: as no members) and
-- in the state, with the first and the last of them, which are all where there are two.
create temporary table match_named on commit drop as
with in_city as (
  select key, state, city, count(*) as n, min(ein) as first, max(ein) as last,
    count(*) filter (where is_own) as own_n,
    min(ein) filter (where is_own) as own_first, max(ein) filter (where is_own) as own_last
  from match_held where city <> '' group by key, state, city
), in_state as (
  select key, state, count(distinct ein) as n, min(ein) as first, max(ein) as last,
    bool_and(is_own) as is_own
  from match_held group by key, state
)
select key, state, city, c.n as city_n, c.first as city_first, c.last as city_last,
  c.own_n, c.own_first, c.own_last, s.n as state_n, s.first as state_first, s.last as state_last,
  s.is_own as state_is_own
from match_asked join in_state s using (key, state) left join in_city c using (key, state, city)
