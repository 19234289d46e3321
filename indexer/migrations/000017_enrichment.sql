-- Up Migration

-- What an organization's own website said of it (decisions part 4, website enrichment). One row
-- for each distinct content, so that a Ref to it keeps holding what it held:
-- `web:<EIN>:<content_id>:<Field>`.
create table web_capture (
  ein text not null check (ein ~ '^\d{9}$'),
  -- 16 hex digits of the SHA-256 of `fields`.
  content_id text not null check (content_id ~ '^[0-9a-f]{16}$'),
  -- Where the page was read, after redirects.
  url text not null,
  -- Field -> text or list: Title, Description, SocialLinks, ….
  fields jsonb not null,
  captured_at timestamptz not null,
  primary key (ein, content_id)
);

-- Raster images by content; several organizations may share one.
create table web_icon (
  sha256 bytea primary key,
  media_type text not null,
  content bytea not null
);

-- Where the enrichment of each organization stands. `content_id` is what holds now; null where the
-- last success is none or the website it was of is filed no more.
create table enrichment (
  ein text primary key check (ein ~ '^\d{9}$'),
  -- The address made of the filed text, and the Ref of that text.
  website text not null,
  website_ref text not null,
  content_id text,
  icon_sha256 bytea references web_icon (sha256),
  icon_url text,
  captured_at timestamptz,
  tried_at timestamptz not null,
  -- Why the last try fetched nothing, in words for operators; null when it did.
  failure text,
  -- The release in which what it shows last changed.
  release text references release (id)
);

-- Down Migration is not given: migrations go forward only.
