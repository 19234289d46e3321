-- Which filed EINs belong to an organization, never the funder's own, with the names they stand
-- beside, and whether the organization is known by that name.
create temporary table match_filed on commit drop as
with pair as materialized (
  select distinct ein, coalesce(name, '') as name, name_key from due_edge
  where ein is not null and ein <> funder_ein
    and exists (select from organization where organization.ein = due_edge.ein)
)
-- Two joins, not one question for each row: the planner may hash either.
select ein, name, name_key, true as agrees from pair
where exists (select from organization_key k where k.ein = pair.ein and k.key = pair.name_key)
union all
select ein, name, name_key, false from pair
where not exists (select from organization_key k where k.ein = pair.ein and k.key = pair.name_key)
