-- Up Migration

-- Filings that the operator excluded: they stay stored and open by their Refs, but none is ever
-- current. The mark is kept by object id alone, so that it survives when the filing is loaded again or
-- replaced, and can be set before the filing is loaded.
create table filing_exclusion (
  object_id text primary key,
  -- Shown with the filing.
  reason text not null check (length(reason) between 1 and 500),
  excluded_at timestamptz not null default now()
);

-- Organizations to resolve because a filing of theirs was excluded or included again. Written in the
-- transaction that does so, taken by the next resolve that covers the organization, which may have no
-- row in organization yet. A plain heap: an EIN may be in it many times.
create table resolve_due (
  ein text not null
);
