delete from money_edge_count;
truncate row_change;
insert into row_change select match_confidence, count(*) from money_edge group by match_confidence
