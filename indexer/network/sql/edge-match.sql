-- The recipient of each row, by the first method that finds one (decisions part 4). Where nobody
-- bears the name in the row's city, its words in any order are looked for there, then the name in
-- the state.
create temporary table edge_match on commit drop as
select d.object_id, d.ordinal,
  coalesce(f.ein, city_ein, own_ein, state_ein) as recipient_ein,
  (case
    when f.ein is not null and d.is_ein_related then 'RelatedEIN'
    when f.ein is not null then 'FiledEIN'
    when city_ein is not null or own_ein is not null then 'NameCityState'
    when state_ein is not null then 'NameState'
    else 'Unresolved'
  end)::match_method as match_method,
  (case
    when f.ein is not null then
      case when f.agrees then 'Authoritative' else 'Weak' end
    when city_ein = own_ein then 'Strong'
    -- Many chapters of a group bear its name, and not each is registered under it: members of the
    -- group, registered or not, may be meant as well.
    when city_ein is not null or own_ein is not null then 'Moderate'
    when state_ein is not null and not m.state_is_own then 'Moderate'
    when state_ein is not null then 'Strong'
    else 'None'
  end)::match_confidence as match_confidence
from due_edge d
left join match_filed f
  on f.ein = d.ein and f.name = coalesce(d.name, '') and f.name_key = d.name_key
  and d.ein <> d.funder_ein
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
) as found;
-- A row that came out twice would be paid twice: rather no run at all.
alter table edge_match add primary key (object_id, ordinal)
