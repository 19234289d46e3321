-- Up Migration

-- The returns of a slice that were loaded with a warning, as [{file, member, codes}]: the table
-- filing has the codes, but not which load they came with.
alter table load_slice add column warnings jsonb not null default '[]';
