-- Rows of the current filings of a portion's funders, which is what recipients are found for.
insert into due_edge
select e.object_id, e.ordinal, e.category, e.path, e.name, e.name_key, e.words_key, e.ein,
  e.is_ein_related, e.street, e.city, e.city_key, e.state, e.zip, e.country, e.region, e.amount,
  f.ein as funder_ein, f.tax_year,
  coalesce(o.latest_object_id = f.object_id, false) as is_latest,
  e.uncounted is null and e.category <> 'FoundationApproved' as is_counted
from due_batch b
join filing f on f.ein = b.ein and f.is_current
join filed_edge e on e.object_id = f.object_id
left join organization o on o.ein = f.ein
where b.batch = $1
