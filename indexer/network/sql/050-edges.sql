-- Puts the edges of a batch together: the rows of latest filings, one edge per category and
-- counterparty.

-- name: due-network
-- The counterparty is the recipient's EIN; else name, place and filed EIN as they are compared; else
-- "|" and the region; else the path of the row alone. Name, place, method and confidence come from the
-- least certain row, so that the name shown is the doubtful one. $1: up to so many rows are cited one by
-- one (MAX_PATHS). Texts are cut at 300 characters, because an index entry holds 2,700 bytes.
insert into due_network (funder_ein, category, counterparty, {edge})
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
