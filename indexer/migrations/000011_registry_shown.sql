-- Up Migration

-- What the index shows of the registry's row and no other column here holds: month of the extract,
-- foundation code, revenue. Kept to be compared alone: a row that changed in these changes the
-- organization. Null until it is next resolved.
alter table organization add column registry_shown text;
