-- Finds the recipient of each row of one batch: filed EINs first, then names.
-- Each table is analyzed, because the planner cannot guess how many rows name one recipient.

-- name: due-edge
-- The rows of the current filings of batch $1.
insert into due_edge
select {filed of e},
  f.ein as funder_ein, f.tax_year,
  coalesce(o.latest_object_id = f.object_id, false) as is_latest,
  e.uncounted is null and e.category <> 'FoundationApproved' as is_counted
from due_batch b
join filing f on f.ein = b.ein and f.is_current
join filed_edge e on e.object_id = f.object_id
left join organization o on o.ein = f.ein
where b.batch = $1

-- name: match-tables
-- Returns the one of `n` organizations, first and last by EIN, that is not the funder; null if there
-- are more or none.
create or replace function pg_temp.only_one(n bigint, first text, last text, funder text)
returns text language sql immutable parallel safe
return case
  when n = 1 and first <> funder then first
  when n = 2 and first = funder then last
  when n = 2 and last = funder then first
end;
-- Filed EINs that belong to an organization, never the funder's own, with the filed name and
-- whether the organization has that name.
create temporary table match_filed on commit drop as
with pair as materialized (
  select distinct ein, coalesce(name, '') as name, name_key from due_edge
  where ein is not null and ein <> funder_ein
    and exists (select from organization where organization.ein = due_edge.ein)
)
-- Two joins instead of one subquery per row, so that the planner may hash either.
select ein, name, name_key, true as agrees from pair
where exists (select from organization_key k where k.ein = pair.ein and k.key = pair.name_key)
union all
select ein, name, name_key, false from pair
where not exists (select from organization_key k where k.ein = pair.ein and k.key = pair.name_key);
analyze match_filed;
-- Names to look for, with their places: those of rows in the United States that no filed EIN settles.
create temporary table match_asked on commit drop as
select distinct key, state, city_key as city
from due_edge d cross join lateral (values (name_key), (words_key)) as asked (key)
where key <> '' and state is not null and (country is null or country = 'US')
  and not exists (
    select from match_filed f
    where f.ein = d.ein and f.name = coalesce(d.name, '') and d.ein <> d.funder_ein);
analyze match_asked;
-- Organizations with one of these names in its state. Members of a group ruling often have the name
-- of their central organization.
create temporary table match_held on commit drop as
select k.key, k.state, k.city, k.ein, not k.is_member as is_own
from (select distinct key, state from match_asked) a
join organization_key k on k.key = a.key and k.state = a.state;
analyze match_held;
-- How many organizations have each name in the city (`own`: not as members) and in the state, with the
-- first and the last of them by EIN.
create temporary table match_named on commit drop as
with in_city as (
  select key, state, city, count(*) as n, min(ein) as first, max(ein) as last,
    count(*) filter (where is_own) as own_n,
    min(ein) filter (where is_own) as own_first, max(ein) filter (where is_own) as own_last
  from match_held where city <> '' group by key, state, city
), in_state as (
  select key, state, count(distinct ein) as n, min(ein) as first, max(ein) as last
  from match_held group by key, state
)
select key, state, city, c.n as city_n, c.first as city_first, c.last as city_last,
  c.own_n, c.own_first, c.own_last, s.n as state_n, s.first as state_first, s.last as state_last
from match_asked join in_state s using (key, state) left join in_city c using (key, state, city);
analyze match_named

-- name: match-doubted
-- Filed EINs whose organization does not have the filed name, with the names it has.
select f.ein, f.name, coalesce(o.city, '') as city, array(
  select o.name
  union all
  select organization_name.name from organization_name where organization_name.ein = f.ein
) as known
from match_filed f join organization o using (ein)
where not f.agrees and f.name_key <> ''

-- name: match-unlisted
-- EINs of the batch that belong to no organization, each with the names that all filings give it, the
-- most common first. Of the funders of a name, the number and two are enough.
select ein, json_agg(json_build_object('key', name_key, 'name', name, 'funders', funders,
    'first', first, 'last', last) order by funders desc, name_key) as names
from (
  select ein, name_key, min(name) as name, count(*) as funders,
    min(funder_ein) as first, max(funder_ein) as last
  from filed_ein
  where ein in (select d.ein from due_edge d where d.ein is not null)
  group by ein, name_key
) as named
group by ein

-- name: match-agreed
-- The organization has a name much like the filed one (match.ts).
update match_filed f set agrees = true
from match_alike a
where (a.ein, a.name) = (f.ein, f.name)

-- name: edge-match
-- The recipient of each row, by the first method that finds one. If no organization has the name in
-- the city, its words in any order are looked for there, then the name in the state. An EIN that
-- belongs to no organization counts unless the name certainly finds one, whose EIN was then mistyped.
create temporary table edge_match on commit drop as
select d.object_id, d.ordinal,
  case when is_by_ein then d.ein else named.ein end as recipient_ein,
  (case
    when is_by_ein and d.is_ein_related then 'RelatedEIN'
    when is_by_ein then 'FiledEIN'
    else named.method
  end)::match_method as match_method,
  case
    when f.ein is null and is_by_ein then u.confidence
    when f.agrees then 'Authoritative'
    when is_by_ein then 'Weak'
    else named.confidence
  end as match_confidence
from due_edge d
left join match_filed f
  on f.ein = d.ein and f.name = coalesce(d.name, '') and f.name_key = d.name_key
  and d.ein <> d.funder_ein
left join match_unlisted u
  on u.ein = d.ein and u.name_key = d.name_key and d.ein <> d.funder_ein
left join match_named m
  on m.key = d.name_key and m.state = d.state and m.city = d.city_key
  and (d.country is null or d.country = 'US')
left join match_named w
  on m.city_n is null and w.key = d.words_key and w.state = d.state and w.city = d.city_key
  and (d.country is null or d.country = 'US')
cross join lateral (
  select coalesce(
      pg_temp.only_one(m.city_n, m.city_first, m.city_last, d.funder_ein),
      pg_temp.only_one(w.city_n, w.city_first, w.city_last, d.funder_ein)) as city_ein,
    coalesce(
      pg_temp.only_one(m.own_n, m.own_first, m.own_last, d.funder_ein),
      pg_temp.only_one(w.own_n, w.own_first, w.own_last, d.funder_ein)) as own_ein,
    case when m.city_n is null
      then pg_temp.only_one(m.state_n, m.state_first, m.state_last, d.funder_ein)
    end as state_ein
) as found
cross join lateral (
  select coalesce(city_ein, own_ein, state_ein) as ein,
    case
      when city_ein is not null or own_ein is not null then 'NameCityState'
      when state_ein is not null then 'NameState'
      else 'Unresolved'
    end as method,
    (case
      when city_ein = own_ein then 'Strong'
      -- Many chapters have their group's name, and some are registered under another one: the row
      -- may mean any of them.
      when city_ein is not null or own_ein is not null then 'Moderate'
      -- Another organization of the name may be in the row's city, and not loaded.
      when state_ein is not null then 'Moderate'
      else 'None'
    end)::match_confidence as confidence
) as named
cross join lateral (
  select f.ein is not null or u.ein is not null and named.confidence <> 'Strong' as is_by_ein
) as chosen;
-- Two recipients for one row would count its money twice; the run fails instead.
alter table edge_match add primary key (object_id, ordinal)
