-- Up Migration

-- What each rated organization is compared by, as its latest return and those before it say; kept
-- apart from the ratings, so that only changes are read again.
create table rating_input (
  ein text primary key,
  object_id text not null,
  form text not null,
  tax_year smallint not null,
  -- NTEE major group, A to Y; null where the registry has no code, or Z, Unknown.
  major_group text,
  -- floor(log10(total revenue)); null where revenue is not filed or not above 0.
  revenue_decade smallint,
  -- Total revenue in dollars, so that top lists need not open facts; null where it is not filed.
  revenue double precision,
  -- [{key, value, ref}] of src/rating/inputs.ts; what is not known is absent.
  metrics jsonb not null,
  failed_checks text[] not null,
  -- Of everything it was read from: filings, classification, rules.
  fingerprint bytea not null
);

-- The rating of each organization whose primary form is rated (src/rating/model.ts).
create table rating (
  ein text primary key,
  object_id text not null,
  form text not null,
  tax_year smallint not null,
  policy_version text not null,
  state text not null check (state in ('Scored', 'NotEnoughData')),
  -- 0 to 100 with two decimals, and its band; null unless Scored.
  score double precision,
  band text,
  -- Every input with its percentile, peers and score (RatedMetric), and the categories.
  metrics jsonb not null,
  categories jsonb not null,
  failed_checks text[] not null,
  -- That of the inputs it was made of (rating_input.fingerprint).
  input_fingerprint bytea not null default '',
  -- Of all of the above: a rating that comes out as it was is not written again.
  fingerprint bytea not null default '',
  -- When what indexes and lists show of it changed: state, score, band, return or policy.
  changed_release text not null references release (id)
);
create index rating_by_change on rating (changed_release, ein);

-- lz4 takes a fraction of the time of Postgres's own compression; a server built without it keeps
-- that one.
do $$
begin
  alter table rating_input alter column metrics set compression lz4;
  alter table rating alter column metrics set compression lz4;
  alter table rating alter column categories set compression lz4;
exception when feature_not_supported then null;
end $$;
