-- Up Migration

-- Set once organizations were resolved from what the slice stored: a load that is killed between
-- storing and resolving leaves it false, and the next load makes up for it.
alter table load_slice add column is_resolved boolean not null default false;
create index load_slice_unresolved on load_slice (source_id, ordinal) where not is_resolved;
