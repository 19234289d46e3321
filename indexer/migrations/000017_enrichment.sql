-- Up Migration

-- What an organization's own website says about it. One row for each distinct content, so that a Ref
-- to it never changes:
-- `web:<EIN>:<content_id>:<Field>`.
create table web_capture (
  ein text not null check (ein ~ '^\d{9}$'),
  -- 16 hex digits of the SHA-256 of `fields`.
  content_id text not null check (content_id ~ '^[0-9a-f]{16}$'),
  -- Where and when the page was first read with this content; after redirects.
  url text not null,
  -- Field -> text, list or object: Title, Description, SocialLinks, Icon, ….
  fields jsonb not null,
  captured_at timestamptz not null,
  primary key (ein, content_id)
);

-- Raster images by content; several organizations may share one. Other types are never stored.
create table web_icon (
  sha256 bytea primary key check (sha256 = sha256(content)),
  media_type text not null check (media_type in ('image/avif', 'image/gif', 'image/jpeg',
    'image/png', 'image/webp', 'image/x-icon')),
  content bytea not null
);

-- The state of each organization's enrichment. `content_id` is the current content; null if nothing
-- was read, the site removed it, or its website is no longer filed.
create table enrichment (
  ein text primary key check (ein ~ '^\d{9}$'),
  -- The address made of the filed text, and the Ref of that text. Null when it is no longer
  -- filed: then only `release` counts.
  website text,
  website_ref text not null,
  content_id text,
  icon_sha256 bytea references web_icon (sha256),
  -- When it was last read with this content.
  captured_at timestamptz,
  tried_at timestamptz not null,
  next_try_at timestamptz not null,
  -- Tries in a row that read nothing, and why the last one did: a kind to count by and a sentence
  -- for operators. Null when it read the page.
  failures smallint not null default 0,
  failure_kind text,
  failure text,
  -- Its content changed, but no release includes the change yet: the run continues or was killed.
  is_unreleased boolean not null default false,
  -- The release in which what it shows last changed.
  release text references release (id),
  foreign key (ein, content_id) references web_capture,
  check ((content_id is null) = (captured_at is null)),
  check (website is not null or content_id is null),
  check (icon_sha256 is null or content_id is not null)
);
create index enrichment_by_release on enrichment (release, ein);
create index enrichment_unreleased on enrichment (ein) where is_unreleased;
create index enrichment_by_icon on enrichment (icon_sha256);
