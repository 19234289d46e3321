-- Who names an organization that came, went or was renamed: by its EIN, or by a name that now
-- belongs to others; and whose rows were resolved to it.
insert into due_funder (ein)
with touched as (
  select e.object_id from filed_edge e join changed_key c on e.name_key = c.key and e.state = c.state
  where e.name_key <> ''
  union
  select e.object_id from filed_edge e join changed_key c on e.words_key = c.key and e.state = c.state
  where e.words_key <> ''
  union
  select e.object_id from filed_edge e join changed_ein c on e.ein = c.ein
)
select ein from touched join filing using (object_id) where is_current
union
select m.funder_ein from money_edge m join changed_ein c on m.recipient_ein = c.ein
on conflict do nothing
