-- Rows of a portion's funders that are not as they are resolved now.
with gone as (
  delete from money_edge m using due_batch b
  where b.batch = $1 and m.funder_ein = b.ein and not exists (
    select from due_edge d join edge_match e using (object_id, ordinal)
    where d.object_id = m.object_id and d.ordinal = m.ordinal
      and d.funder_ein = m.funder_ein and d.category = m.category and d.tax_year = m.tax_year
      and d.amount is not distinct from m.amount
      and e.recipient_ein is not distinct from m.recipient_ein
      and e.match_method = m.match_method and e.match_confidence = m.match_confidence
      and d.is_counted = m.is_counted)
  returning m.funder_ein, m.recipient_ein, m.match_confidence
), counted as (
  insert into row_change select match_confidence, -count(*) from gone group by match_confidence
)
insert into network_changed
select funder_ein from gone
union select recipient_ein from gone where recipient_ein is not null
