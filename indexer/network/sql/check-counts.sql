-- Where the counts that are kept of resolved rows are not of those there are.
with found as (
  select match_confidence, count(*) as rows from money_edge group by match_confidence
)
select match_confidence as confidence, coalesce(kept.rows, 0) as kept,
  coalesce(found.rows, 0) as found
from money_edge_count kept full join found using (match_confidence)
where coalesce(kept.rows, 0) <> coalesce(found.rows, 0)
order by match_confidence desc
