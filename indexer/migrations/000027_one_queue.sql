-- Up Migration

-- Progress and queue of a load are one: open slices are taken with `for update skip locked`.
create index load_slice_open on load_slice (source_id, ordinal) where done_at is null;

-- What a later step has to do (indexer/store/due.ts). A plain heap, so that loaders do not wait for
-- each other; a key may occur many times. Takes the place of a table per step, of is_resolved, and of
-- a mark in the organization's own row.
create table due (
  step text not null,
  key text not null
);
create index due_by_step on due (step);

insert into due (step, key)
select 'network', ein from network_due
union all select 'filings', ein from filings_due
union all select 'resolve', ein from resolve_due
union all select 'awards', uei from awards_due
union all select 'resolve', ein from organization where latest_content_sha256 = '';

-- What loads stored and left unresolved.
insert into due (step, key)
select distinct step, '*'
from load_slice join load_source on load_source.id = source_id
cross join unnest(case
  when kind in ('sam', 'ofac-xml') or kind like 'ofac-%' then array['screen']
  when kind in ('audit', 'audit-identifier') then array['map']
  when kind in ('award', 'award-transaction', 'subaward') then array[]::text[]
  -- A killed resolve may not have come to mapping and screening.
  else array['resolve', 'map', 'screen'] end) as step
where not is_resolved and loaded + replaced + unchanged > 0;

drop table network_due, filings_due, resolve_due, awards_due;
drop index if exists organization_to_resolve;
alter table load_slice drop column is_resolved;

-- A submission is its own job: due at retry_at; null if no notification is queued. Jobs of the
-- earlier queue that were not delivered are carried over.
alter table submission add column retry_at timestamptz;
create index submission_due on submission (retry_at) where retry_at is not null;
do $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    execute $carry$
      update submission set retry_at = job.run_at from graphile_worker.jobs as job
      where job.task_identifier = 'notify' and job.key = submission.id
        and job.attempts < job.max_attempts and notified_at is null
    $carry$;
  end if;
end $$;
drop schema if exists graphile_worker cascade;

-- A list that is loaded replaces the one of the same name: SDN and consolidated of OFAC, and SAM.
-- Rows of superseded extracts go; the others belong to the list their file's name says.
drop view restricted_current;
delete from restricted_party using restricted_superseded as gone
where gone.source_id = restricted_party.source_id and gone.part = 'party';
delete from restricted_name using restricted_superseded as gone
where gone.source_id = restricted_name.source_id and gone.part = 'name';
delete from restricted_address using restricted_superseded as gone
where gone.source_id = restricted_address.source_id and gone.part = 'address';
delete from restricted_comment using restricted_superseded as gone
where gone.source_id = restricted_comment.source_id and gone.part = 'comment';
drop view restricted_superseded;
drop table restricted_extract, restricted_overlap, restricted_unread;

-- The source and month each part of a list was last loaded from.
create table restricted_list (
  name text not null check (name in ('SDN', 'consolidated', 'SAM')),
  part text not null check (part in ('party', 'name', 'address', 'comment')),
  as_of date not null,
  source_id bigint not null,
  primary key (name, part)
);
do $$
declare
  part text;
begin
  foreach part in array array['party', 'name', 'address', 'comment'] loop
    -- The lists that contain the row: OFAC's two share a few entries.
    execute format('alter table restricted_%s add column lists text[] not null default ''{}''', part);
    execute format($fill$
      update restricted_%s set lists = array[case when list = 'SAM' then 'SAM'
        when source_file ~* '(^|/)cons' then 'consolidated' else 'SDN' end]$fill$, part);
    execute format($list$
      insert into restricted_list (name, part, as_of, source_id)
      select distinct on (lists) lists[1], %1$L, as_of, source_id
      from restricted_%1$s order by lists, as_of desc, source_id desc$list$, part);
  end loop;
end $$;

-- Parties with whole remarks. It includes exclusions that have ended; compare ends_on with the day.
create view restricted_current as
  select list, entry, name, programs,
    case when comment.text is null then remarks else coalesce(remarks, '') || comment.text end
      as remarks,
    written, ends_on, as_of, published_on
  from restricted_party as party
  left join lateral (
    select text from restricted_comment as continued
    where continued.list = party.list and continued.entry = party.entry and party.takes_comment
  ) as comment on true;
