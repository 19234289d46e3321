-- Up Migration

-- Former names are looked for in every filing; reading facts of millions for one text is minutes.
alter table filing
  add column filer_name text generated always as (facts #>> '{filerName,value}') stored;

-- The content of the filing an organization is shown with: when an object id comes again with
-- other content, the organization has changed though none of its own fields has.
alter table organization add column latest_content_sha256 bytea;
