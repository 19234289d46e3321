-- Rows of organization_key that come (+1) and go (-1): those of due organizations that stand in
-- one of both tables only.
create temporary table key_change on commit drop as
select ein, key, state, city, is_member, sum(side)::int as side
from (
  select ein, key, state, city, is_member, 1 as side from resolved_key
  union all
  select ein, key, state, city, is_member, -1 from organization_key join key_due using (ein)
) as both_sides
group by ein, key, state, city, is_member
having sum(side) <> 0
