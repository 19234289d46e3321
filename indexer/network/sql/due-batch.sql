-- Portions of some $1 rows each; all rows of a funder are in one. One that has none any more has
-- rows to be removed.
create temporary table due_batch on commit drop as
with given as (
  select ein, count(*) as rows
  from due_funder join filing using (ein) join filed_edge using (object_id)
  where is_current
  group by ein
)
select ein, coalesce(rows, 0) as rows,
  (sum(coalesce(rows, 0)) over (order by ein) / $1::bigint)::integer as batch
from due_funder left join given using (ein)
