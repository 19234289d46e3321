-- Fills the cohort: how the values of each metric in $1 ([{key, cap}]) are distributed in each peer
-- group of at least $2 returns that have it. A value above the metric's cap counts as the cap. If $4,
-- the scores of each form instead, under the key `score`.
--
-- A group keeps each value at which the count of values so far passes another of $3 equal steps: all
-- values if there are few, otherwise about $3 of them, including every common one.
insert into rating_distribution (metric, peer_group, size, value, below, upto)
with ranked as (
  select metric::smallint, key, cap
  from rows from (json_to_recordset($1) as (key text, cap float8)) with ordinality
    as ranked(key, cap, metric)
), filed as (
  -- Sorted by numbers only, several times as fast as by texts.
  select ranked.metric, (input.form <> '990')::int as form, ascii(input.major_group) as major_group,
    case when input.major_group is not null then input.revenue_decade end as decade,
    least(filed.value, ranked.cap) as value
  from rating_input input
  cross join lateral jsonb_to_recordset(input.metrics) as filed(key text, value float8)
  join ranked on ranked.key = filed.key
  where not $4
  union all
  select ranked.metric, (rating.form <> '990')::int, null, null, rating.score
  from rating cross join ranked
  where $4 and rating.state = 'Scored'
), tied as (
  select metric, form, major_group, decade, value, count(*)::int as ties,
    grouping(major_group, decade) as dropped
  from filed
  group by grouping sets ((metric, form, major_group, decade, value),
    (metric, form, major_group, value), (metric, form, value))
), counted as (
  select *, sum(ties) over (peers order by value) as upto, sum(ties) over peers as size
  from tied
  -- Returns whose cause or revenue is unknown are not a group of their own.
  where dropped = 3 or (major_group is not null and (dropped = 1 or decade is not null))
  window peers as (partition by metric, form, dropped, major_group, decade)
)
select key, concat_ws(':', case form when 0 then '990' else '990EZ' end, chr(major_group), decade),
  size, array_agg(value order by value), array_agg(upto - ties order by value),
  array_agg(upto order by value)
from counted join ranked using (metric)
where size >= $2 and upto * $3 / size > (upto - ties) * $3 / size
group by key, form, dropped, major_group, decade, size
