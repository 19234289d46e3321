-- Everybody who gives, or gave when edges were last resolved.
insert into due_funder (ein)
select f.ein from filing f join filed_edge using (object_id) where f.is_current
union select funder_ein from money_edge
union select funder_ein from network_edge
on conflict do nothing
