-- The rows of latest filings, one for each category and counterparty: the recipient; else its name
-- and place as they are compared and the EIN filed, if any; else the region, behind a bar, with which
-- no name begins; a row that tells of none of them stands alone. Name, place, method and confidence are
-- of the same row, the least sure one: the name shown is that which is doubted.
-- $1: how many rows are named one by one (MOST_PATHS). Names are cut at 300 characters: with the
-- counterparty, 2,700 bytes of an index must hold them.
insert into due_network (
  funder_ein, category, counterparty, recipient_ein, name, city, state, country, region,
  amount, amounts, uncounted_amount, count, tax_year, object_id, match_method, match_confidence,
  paths)
with placed as (
  select d.*, m.recipient_ein, m.match_method, m.match_confidence,
    coalesce(
      m.recipient_ein,
      case when d.name_key <> ''
        then concat_ws('|', d.name_key, d.city_key, coalesce(d.state, d.country, ''), d.ein) end,
      case when d.category = 'ScheduleF' then '|' || left(d.region, 300) end,
      left(d.path, 300)
    ) as counterparty
  from due_edge d join edge_match m using (object_id, ordinal)
  where d.is_latest
)
select funder_ein, category, counterparty, recipient_ein,
  coalesce(left((array_agg(name order by match_confidence, match_method desc, ordinal))[1], 300), ''),
  (array_agg(city order by match_confidence, match_method desc, ordinal))[1],
  (array_agg(state order by match_confidence, match_method desc, ordinal))[1],
  (array_agg(country order by match_confidence, match_method desc, ordinal))[1],
  (array_agg(region order by match_confidence, match_method desc, ordinal))[1],
  coalesce(sum(amount order by ordinal), 0), count(amount),
  coalesce(
    sum(amount order by ordinal) filter (where not is_counted and category <> 'FoundationApproved'),
    0),
  count(*), tax_year, object_id,
  (array_agg(match_method order by match_confidence, match_method desc, ordinal))[1],
  min(match_confidence),
  case when count(*) <= $1 then array_agg(path order by ordinal)
    else array_agg(distinct '/' || split_part(path, '/', 2)) end
from placed
group by funder_ein, category, counterparty, recipient_ein, tax_year, object_id
