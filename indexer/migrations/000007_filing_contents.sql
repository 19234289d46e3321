-- Up Migration

-- What a return holds, so that a page knows its sections without opening its parts:
-- {"blocks": [{block, ordinal, bytes}], "rows": {path: count}, "cut": [path]}
-- (src/domain/filing-contents.ts). Null: loaded before the column was there; `npm run derive`.
alter table filing add column contents jsonb;

-- The version of the rules that facts, narrative, contents and references were derived with
-- (indexer/derive); lower than the code's: `npm run derive` derives them again from the parts.
alter table filing add column derived_version smallint not null default 0;
create index filing_by_derived_version on filing (derived_version);

-- Long repeats of a return (10,000 grants) in chunks of 100, so that a page of them is read without
-- the rest. In its block such a repeat stands as an empty array, which nothing else does.
create table filing_rows (
  object_id text not null,
  -- XPath of the repeating element, without its index: /IRS990ScheduleI/RecipientTable.
  path text not null,
  -- From 0; holds the repeats 100 × chunk + 1 to 100 × chunk + 100.
  chunk integer not null,
  items json not null,
  primary key (object_id, path, chunk)
) partition by hash (object_id);

do $$
begin
  for part in 0..15 loop
    execute format(
      'create table filing_rows_%s partition of filing_rows for values with (modulus 16, remainder %s)',
      to_char(part, 'FM00'), part
    );
    begin
      execute format(
        'alter table filing_rows_%s alter column items set compression lz4', to_char(part, 'FM00'));
    exception when feature_not_supported then null;
    end;
  end loop;
end $$;

-- Organizations that a return's Schedule R names by their EIN: who is named by whom.
create table related_reference (
  object_id text not null,
  -- The row of Schedule R: /IRS990ScheduleR/IdRelatedTaxExemptOrgGrp[3].
  path text not null,
  related_ein text not null,
  primary key (object_id, path)
);
create index related_reference_by_ein on related_reference (related_ein);
