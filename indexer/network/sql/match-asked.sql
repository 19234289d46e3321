-- Which names are looked for where: those of rows that no filed EIN settles, in the United States.
create temporary table match_asked on commit drop as
select distinct key, state, city_key as city
from due_edge d cross join lateral (values (name_key), (words_key)) as asked (key)
where key <> '' and state is not null and (country is null or country = 'US')
  and not exists (
    select from match_filed f
    where f.ein = d.ein and f.name = coalesce(d.name, '') and d.ein <> d.funder_ein)
