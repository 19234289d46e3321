-- Which funders' rows are resolved again, in batches.
-- Fills due_funder, then due_batch.

-- name: due-marked
-- Funders whose filings changed since the last run. A mark made in between stays for the next run.
with taken as (delete from due where step = 'network' returning key)
insert into due_funder (ein) select distinct key from taken on conflict do nothing

-- name: due-whole
-- At the first run and after a change of rules: everybody who gives, or gave at the last run.
insert into due_funder (ein)
select f.ein from filing f join filed_edge using (object_id) where f.is_current
union select funder_ein from money_edge
union select funder_ein from network_edge
on conflict do nothing;
truncate filed_ein

-- name: due-latest
-- Organizations whose latest filing differs from the one the network shows. A filing is marked when
-- it is loaded, and may become the latest only after a run has taken the mark. $1: the release the
-- last run knew.
insert into due_funder (ein)
select o.ein from organization o
where o.changed_release > $1 and case
  when exists (select from network_edge n where n.funder_ein = o.ein)
  then exists (select from network_edge n
    where n.funder_ein = o.ein and n.object_id is distinct from o.latest_object_id)
  else exists (select from filed_edge e where e.object_id = o.latest_object_id)
end
on conflict do nothing

-- name: due-renamed
-- Funders that name an organization which was added, removed or renamed: by its EIN, or by a name
-- that now belongs to others; and funders whose rows were resolved to it.
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

-- name: filed-change
-- Rows of filed_ein to add (+1) and to remove (-1) for the due funders. $1: prefixes that the IRS does
-- not assign.
create temporary table filed_change on commit drop as
select ein, funder_ein, name_key, name, sum(side)::int as side
from (
  select e.ein, f.ein as funder_ein, e.name_key, min(e.name) as name, 1 as side
  from due_funder d
  join filing f on f.ein = d.ein and f.is_current
  join filed_edge e using (object_id)
  where e.ein <> f.ein and e.name_key <> '' and left(e.ein, 2) <> all($1)
    and not exists (select from organization o where o.ein = e.ein)
  group by e.ein, f.ein, e.name_key
  union all
  select f.ein, f.funder_ein, f.name_key, f.name, -1
  from filed_ein f join due_funder d on d.ein = f.funder_ein
) as both_sides
group by ein, funder_ein, name_key, name
having sum(side) <> 0

-- name: filed-merge
-- The other funders that file a changed EIN are due, too: their match depends on the names of all.
delete from filed_ein as stored using filed_change as change
where change.side < 0 and (stored.ein, stored.funder_ein, stored.name_key)
  = (change.ein, change.funder_ein, change.name_key);
insert into filed_ein (ein, funder_ein, name_key, name)
select ein, funder_ein, name_key, name from filed_change where side > 0;
insert into due_funder (ein)
select distinct funder_ein from filed_ein where ein in (select ein from filed_change)
on conflict do nothing

-- name: due-batch
-- Batches of about $1 rows; all rows of a funder are in one. A funder without rows may have stored
-- rows to remove.
create temporary table due_batch on commit drop as
with given as (
  select d.ein, count(*) as rows
  from due_funder d
  join filing f on f.ein = d.ein and f.is_current
  join filed_edge e on e.object_id = f.object_id
  group by d.ein
)
select ein, coalesce(rows, 0) as rows,
  (sum(coalesce(rows, 0)) over (order by ein) / $1::bigint)::integer as batch
from due_funder left join given using (ein)
