-- Where each ranked metric of each organization stands among its peers: for every organization a
-- list of [key, group, size, percentile]. A value above the metric's cap counts as the cap.
--
-- The percentile is the mid-rank share: (number below + half of the equal ones, itself included) ÷
-- size. `upto` counts those below and the equal ones, so that nothing is rounded before the one
-- division. The narrowest group that is large enough counts; organizations whose trait is unknown
-- form no group.
insert into rating_rank (ein, ranks)
with ranked as (
  select metric::smallint, key, cap
  from rows from (json_to_recordset($1) as (key text, cap float8)) with ordinality
    as ranked(key, cap, metric)
), placed as (
  -- Sorted by numbers only, several times as fast as by texts.
  select input.ein, ranked.metric, (input.form <> '990')::int as form,
    ascii(input.major_group) as major_group,
    case when input.major_group is not null then input.revenue_decade end as decade,
    least(filed.value, ranked.cap) as value
  from rating_input input
  cross join lateral jsonb_to_recordset(input.metrics) as filed(key text, value float8)
  join ranked on ranked.key = filed.key
), counted as (
  select *,
    rank() over narrow - 1 as narrow_below, count(*) over narrow as narrow_upto,
    count(*) over (partition by metric, form, major_group, decade) as narrow_size,
    rank() over middle - 1 as middle_below, count(*) over middle as middle_upto,
    count(*) over (partition by metric, form, major_group) as middle_size,
    rank() over wide - 1 as wide_below, count(*) over wide as wide_upto,
    count(*) over (partition by metric, form) as wide_size
  from placed
  window narrow as (partition by metric, form, major_group, decade order by value),
    middle as (partition by metric, form, major_group order by value),
    wide as (partition by metric, form order by value)
), leveled as (
  select *, case
      when decade is not null and narrow_size >= $2 then 'narrow'
      when major_group is not null and middle_size >= $2 then 'middle'
      else 'wide'
    end as level
  from counted
), chosen as (
  select ein, metric, form,
    case level when 'narrow' then narrow_size when 'middle' then middle_size else wide_size
      end as size,
    case level when 'narrow' then narrow_below when 'middle' then middle_below else wide_below
      end as below,
    case level when 'narrow' then narrow_upto when 'middle' then middle_upto else wide_upto
      end as upto,
    case when level <> 'wide' then chr(major_group) end as major_group,
    case when level = 'narrow' then decade end as decade
  from leveled
)
select ein, json_agg(json_build_array(
    ranked.key,
    concat_ws(':', case form when 0 then '990' else '990EZ' end, major_group, decade),
    size,
    (below + upto)::float8 / (2 * size)
  ))
from chosen join ranked using (metric)
group by ein
