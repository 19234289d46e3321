-- Portions of some $1 rows each; all rows of a funder are in one. One that has none any more has
-- rows to be removed.
create temporary table due_batch on commit drop as
with given as (
  select d.ein, count(*) as rows
  from due_funder d
  join filing f on f.ein = d.ein and f.is_current
  join filed_edge e on e.object_id = f.object_id
  group by d.ein
)
select ein, coalesce(rows, 0) as rows,
  (sum(coalesce(rows, 0)) over (order by ein) / $1::bigint)::integer as batch
from due_funder left join given using (ein)
