-- Where each ranked metric of each organization stands among its peers: for every organization a
-- list of [key, group, size, percentile]. A value above the metric's cap counts as the cap.
--
-- The percentile is the mid-rank share: (those below + half of the equal ones, itself included) ÷
-- size. `upto` counts those below and the equal ones, so that nothing is rounded before the one
-- division. The narrowest group that is large enough is taken; a partition of organizations whose
-- trait is not known is no group.
insert into rate_rank (ein, ranks)
with ranked as (
  select key, cap from json_to_recordset($1) as ranked(key text, cap float8)
), placed as (
  -- The "C" collation sorts bytes, several times as fast as a language's order.
  select input.ein, metric.key collate "C" as key, input.form collate "C" as form,
    input.major_group collate "C" as major_group,
    case when input.major_group is not null then input.revenue_decade end as decade,
    least(metric.value, ranked.cap) as value
  from rating_input input
  cross join lateral jsonb_to_recordset(input.metrics) as metric(key text, value float8)
  join ranked on ranked.key = metric.key
), counted as (
  select *,
    rank() over narrow - 1 as narrow_below, count(*) over narrow as narrow_upto,
    count(*) over (partition by key, form, major_group, decade) as narrow_size,
    rank() over middle - 1 as middle_below, count(*) over middle as middle_upto,
    count(*) over (partition by key, form, major_group) as middle_size,
    rank() over wide - 1 as wide_below, count(*) over wide as wide_upto,
    count(*) over (partition by key, form) as wide_size
  from placed
  window narrow as (partition by key, form, major_group, decade order by value),
    middle as (partition by key, form, major_group order by value),
    wide as (partition by key, form order by value)
), leveled as (
  select *, case
      when decade is not null and narrow_size >= $2 then 'narrow'
      when major_group is not null and middle_size >= $2 then 'middle'
      else 'wide'
    end as level
  from counted
)
select ein, json_agg(json_build_array(
    key,
    case level
      when 'narrow' then concat_ws(':', form, major_group, decade)
      when 'middle' then concat_ws(':', form, major_group)
      else form
    end,
    case level when 'narrow' then narrow_size when 'middle' then middle_size else wide_size end,
    case level
      when 'narrow' then (narrow_below + narrow_upto)::float8 / (2 * narrow_size)
      when 'middle' then (middle_below + middle_upto)::float8 / (2 * middle_size)
      else (wide_below + wide_upto)::float8 / (2 * wide_size)
    end
  ))
from leveled
group by ein
