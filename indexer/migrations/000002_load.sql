-- Up Migration

-- What was given to `load`, known by its content and not by its name or date: an archive given
-- again under another name is the same source.
create table load_source (
  id bigint generated always as identity primary key,
  fingerprint bytea not null unique,
  kind text not null,
  path text not null,
  as_of date,
  bytes bigint not null,
  members bigint not null,
  first_seen_at timestamptz not null default now(),
  finished_at timestamptz
);

-- A portion of a source that is loaded in one transaction, together with its mark `done_at`.
create table load_slice (
  source_id bigint not null references load_source (id) on delete cascade,
  ordinal integer not null,
  -- Where each member lies; emptied when done.
  members json not null,
  member_count bigint not null,
  bytes bigint not null,
  -- Rows of a table already merged: a killed load of a table goes on from here.
  position bigint not null default 0,
  loaded bigint not null default 0,
  unchanged bigint not null default 0,
  replaced bigint not null default 0,
  rejected bigint not null default 0,
  warned bigint not null default 0,
  seconds real not null default 0,
  done_at timestamptz,
  is_resolved boolean not null default false,
  -- The returns of a slice that were loaded with a warning, as [{file, member, codes}]: the table
  -- filing has the codes, but not which load they came with.
  warnings jsonb not null default '[]',
  primary key (source_id, ordinal)
);

-- What could not be read: file, member or row, the reason's code, the place and the detail.
create table reject (
  id bigint generated always as identity primary key,
  source_id bigint not null references load_source (id) on delete cascade,
  slice integer not null,
  file text not null,
  member text,
  line bigint,
  code text not null,
  place text not null,
  detail text not null
);
create index reject_by_source on reject (source_id, slice);
