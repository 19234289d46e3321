-- Counts and releases at the end of a run.
-- Counts are kept as differences, so that no run reads every row.

-- name: count-again
-- After a whole run the counts start from zero.
delete from money_edge_count;
truncate row_change;
insert into row_change select match_confidence, count(*) from money_edge group by match_confidence

-- name: write-counts
insert into money_edge_count as kept (match_confidence, rows)
select match_confidence, sum(rows) from row_change group by match_confidence
on conflict (match_confidence) do update set rows = kept.rows + excluded.rows

-- name: write-versions
-- The release in which the edges of an organization, given or received, last changed.
insert into network_version (ein, release)
select distinct ein, $1 from network_changed
on conflict (ein) do update set release = excluded.release
