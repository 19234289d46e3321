-- What the Business Master File says of each organization.
create temporary table registry on commit drop as
with extent as (
  -- A file covers one area: a row that its newest extract no longer has left the registry.
  select source_file, max(as_of) as newest from bmf group by source_file
)
select bmf.ein, bmf.as_of, bmf.as_of = extent.newest as is_listed,
  'bmf:' || to_char(bmf.as_of, 'YYYY-MM') || ':' || bmf.ein || ':' as ref,
  bmf.name, bmf.sort_name, bmf.street,
  -- Abroad the state is empty and the city holds the country's name.
  case when abroad.alpha2 is null then bmf.city end as city,
  bmf.state,
  case when bmf.state is not null then bmf.zip end as zip,
  case when bmf.state is not null then 'US' else abroad.alpha2 end as country,
  bmf.ntee_code, bmf.subsection, bmf.ruling, bmf.affiliation, bmf.deductibility,
  nullif(bmf.group_exemption, '0000') as group_exemption,
  (to_char(bmf.as_of, 'YYYY-MM'), bmf.foundation, bmf.revenue_amount)::text as shown
from wanted join bmf using (ein) join extent using (source_file)
left join country_code as abroad
  on bmf.state is null and abroad.spelling = 'name' and abroad.written = bmf.city
