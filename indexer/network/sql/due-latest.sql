-- Organizations whose latest filing is another than the network shows: a filing is marked when it
-- is loaded, and may become its organization's latest only after a run has taken the mark ($1: the
-- release the network last knew of).
insert into due_funder (ein)
select o.ein from organization o
where o.changed_release > $1 and case
  when exists (select from network_edge n where n.funder_ein = o.ein)
  then exists (select from network_edge n
    where n.funder_ein = o.ein and n.object_id is distinct from o.latest_object_id)
  else exists (select from filed_edge e where e.object_id = o.latest_object_id)
end
on conflict do nothing
