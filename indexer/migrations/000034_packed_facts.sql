-- Up Migration

-- Long: about an hour for 5 million returns, and free disk space for a copy of `filing`
-- The facts that no SQL statement reads, packed (src/domain/facts/stored-facts.ts), packed texts, and
-- the people of a return, which had a table. Stored filings are packed by `npm run derive`.
create function pg_temp.people_of(id text) returns json language sql stable as $$
  select json_agg(json_build_object('path', path, 'name', name, 'title', title, 'pay', pay,
    'payLeaf', pay_leaf, 'relatedPay', related_pay, 'relatedLeaf', related_leaf,
    'totalPay', total_pay, 'hours', hours, 'isFormer', is_former) order by ordinal)
  from filed_person where object_id = id
$$;
alter table filing
  add column other_facts bytea,
  -- Persons of its lists (FiledPerson of indexer/records/filed-people.ts), and how many rows they are.
  add column people bytea,
  add column people_count integer not null default 0;
alter table filing
  alter column narrative type bytea using convert_to(narrative::text, 'UTF8'),
  alter column people type bytea using convert_to(pg_temp.people_of(object_id)::text, 'UTF8'),
  alter column people_count type integer
    using coalesce(json_array_length(pg_temp.people_of(object_id)), 0);
alter table filing
  alter column other_facts set storage external,
  alter column narrative set storage external,
  alter column people set storage external;
drop table filed_person;
