insert into money_edge_count as kept (match_confidence, rows)
select match_confidence, sum(rows) from row_change group by match_confidence
on conflict (match_confidence) do update set rows = kept.rows + excluded.rows
