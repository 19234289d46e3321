-- The temporary tables of a run. Batches truncate them, which frees their disk at once;
-- dropped tables would keep it until the commit.

-- name: tables
create temporary table due_funder (ein text primary key) on commit drop;
create temporary table network_changed (ein text not null) on commit drop;
create temporary table row_change (match_confidence match_confidence, rows bigint) on commit drop;
create temporary table due_edge on commit drop as
select {filed}, ''::text as funder_ein, 0::smallint as tax_year, false as is_latest,
  false as is_counted
from filed_edge with no data;
-- Two counterparties of one key fail here; the insert into network_edge skips an existing edge.
create temporary table due_network (
  like network_edge including generated,
  primary key (funder_ein, category, counterparty)
) on commit drop
