-- Up Migration

-- Every finished load, resolve, rate or enrich run mints a release.
-- The id is its UTC time, 20261121t033012345z, so that ids sort by age and fit an index name.
create table release (
  id text primary key check (id ~ '^\d{8}t\d{9}z$'),
  minted_at timestamptz not null,
  cause text not null check (cause in ('load', 'resolve', 'rate', 'enrich'))
);

-- One submission of one form; a postcard (990N) is one too.
create table filing (
  object_id text primary key,
  ein text not null check (ein ~ '^\d{9}$'),
  form text not null check (form in ('990', '990EZ', '990N', '990PF', '990T')),
  tax_period_begin date,
  tax_period_end date not null,
  tax_year smallint not null,
  schema_version text,
  received_on date,
  -- ReturnTs as filed; breaks ties between filings received on one day.
  returned_at timestamptz,
  is_amended boolean not null default false,
  is_initial boolean not null default false,
  is_final boolean not null default false,
  is_group_return boolean not null default false,
  -- The latest received of its EIN, form and period end; others are history.
  is_current boolean not null default true,
  -- Facts of the catalogue (src/domain/facts): key -> {"value": …, "path": "/IRS990/…"}.
  facts jsonb not null,
  warnings text[] not null default '{}',
  source_archive text not null,
  source_member text,
  content_sha256 bytea not null,
  -- Former names are looked for in every filing; reading facts of millions for one text is minutes.
  filer_name text generated always as (facts #>> '{filerName,value}') stored,
  -- Elements of the return that hold its mission, programs and regions of work, as
  -- [{block, ordinal, content}] (src/domain/facts/narrative.ts): 98 % of a return's bytes are
  -- something else, and a reindex would unpack them all to cut these out. Null: it has none.
  narrative json,
  -- What a return holds, so that a page knows its sections without opening its parts:
  -- {"blocks": [{block, ordinal, bytes}], "rows": {path: count}, "cut": [path]}
  -- (src/domain/filing-contents.ts).
  contents jsonb,
  -- The version of the rules that facts, narrative, contents and references were derived with
  -- (indexer/derive); lower than the code's: `npm run derive` derives them again from the parts.
  derived_version smallint not null default 0,
  -- What the rows of a return add up to and whom they name (src/domain/facts/row-facts.ts), so that
  -- cross-checks, ratings and screening need not open its parts.
  row_facts jsonb
);
create index filing_by_organization on filing (ein, form, tax_period_end desc);
create index filing_by_derived_version on filing (derived_version);

-- Each part of a return, whole: element names, order of repeats and attributes kept, so that
-- every leaf has an XPath. json, not jsonb: it keeps document order and is cheaper to load, and
-- nothing searches inside it. Hashed into 16 parts so that vacuum and backups work in portions.
create table filing_block (
  object_id text not null,
  block text not null,
  -- Counts repeats of one block in a return (Schedule K, Schedule A of the 990-T), from 1.
  ordinal smallint not null,
  content json not null,
  primary key (object_id, block, ordinal)
) partition by hash (object_id);

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
      'create table filing_block_%s partition of filing_block for values with (modulus 16, remainder %s)',
      to_char(part, 'FM00'), part
    );
    execute format(
      'create table filing_rows_%s partition of filing_rows for values with (modulus 16, remainder %s)',
      to_char(part, 'FM00'), part
    );
  end loop;
end $$;

-- lz4 costs a fifth of the default's time to write and both read and shrink about as well. A server
-- built without it keeps its default.
do $$
begin
  alter table filing alter column facts set compression lz4;
  for part in 0..15 loop
    execute format(
      'alter table filing_block_%s alter column content set compression lz4', to_char(part, 'FM00'));
    execute format(
      'alter table filing_rows_%s alter column items set compression lz4', to_char(part, 'FM00'));
  end loop;
exception when feature_not_supported then null;
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

-- Rows of index_YYYY.csv: what the IRS says it published, to tell what is missing here.
create table filing_index (
  object_id text primary key,
  ein text not null,
  form text not null,
  tax_period text not null,
  submitted text,
  taxpayer_name text,
  dln text,
  batch text,
  index_year smallint not null
);

-- The Business Master File: the newest row of each EIN. as_of is the month of the extract.
create table bmf (
  ein text primary key check (ein ~ '^\d{9}$'),
  as_of date not null,
  name text not null,
  sort_name text,
  in_care_of text,
  street text,
  city text,
  state text,
  zip text,
  group_exemption text,
  subsection text,
  affiliation text,
  classification text,
  ruling text,
  deductibility text,
  foundation text,
  activity text,
  organization text,
  status text,
  tax_period text,
  asset_code text,
  income_code text,
  filing_requirement text,
  pf_filing_requirement text,
  accounting_period text,
  asset_amount bigint,
  income_amount bigint,
  revenue_amount bigint,
  ntee_code text,
  source_file text not null,
  source_row integer not null
);

-- Names the BMF has carried, with the extracts in which each was seen: older ones are former names.
create table bmf_name (
  ein text not null,
  name text not null,
  kind text not null check (kind in ('name', 'sort_name')),
  first_as_of date not null,
  last_as_of date not null,
  primary key (ein, kind, name)
);

create table pub78 (
  ein text primary key,
  as_of date not null,
  name text not null,
  city text,
  state text,
  country text,
  deductibility_codes text[] not null,
  source_file text not null,
  source_row integer not null
);

-- An EIN may be revoked, reinstated and revoked again: one row an event.
create table revocation (
  ein text not null,
  revoked_on date not null,
  posted_on date,
  reinstated_on date,
  as_of date not null,
  name text not null,
  dba_name text,
  street text,
  city text,
  state text,
  zip text,
  country text,
  exemption_type text,
  source_file text not null,
  source_row integer not null,
  primary key (ein, revoked_on)
);

-- Identity of every EIN with a filing, a postcard or a registry row, resolved in the order of
-- trust: latest return's header, BMF, postcard, Publication 78.
create table organization (
  ein text primary key,
  name text not null,
  -- Ref of the leaf or row that gave the name, and of the address.
  name_ref text not null,
  street text,
  city text,
  state text,
  zip text,
  -- ISO 3166 alpha-2; filings carry FIPS codes, translated by src/domain/places.
  country text,
  address_ref text,
  primary_form text,
  forms text[] not null default '{}',
  entity_type text not null,
  -- Latest current filing of the primary form.
  latest_object_id text,
  latest_tax_year smallint,
  latest_period_end date,
  ntee_code text,
  subsection text,
  ruling text,
  group_exemption text,
  affiliation text,
  family_id text,
  role text not null check (role in ('Central', 'Member', 'Independent')),
  deductibility text,
  -- On the revocation list, not reinstated since, and not in a newer BMF.
  is_revoked boolean not null default false,
  is_in_bmf boolean not null default false,
  changed_release text not null references release (id),
  -- The content of the filing an organization is shown with: when an object id comes again with
  -- other content, the organization has changed though none of its own fields has.
  latest_content_sha256 bytea,
  -- What the index shows of the registry's row and no other column here holds: month of the extract,
  -- foundation code, revenue. Kept to be compared alone: a row that changed in these changes the
  -- organization.
  registry_shown text
);
-- Pages of what changed after a release are read in the order of releases, and within one of EINs: a
-- load of a registry gives millions of organizations one release.
create index organization_by_change on organization (changed_release, ein);

-- Every name an organization is known by besides organization.name.
create table organization_name (
  ein text not null,
  name text not null,
  kind text not null check (kind in ('legal', 'doing-business-as', 'former')),
  ref text not null,
  primary key (ein, kind, name)
);

-- Vectors by text and model, so that a reindex embeds only what changed.
create table embedding (
  model text not null,
  text_sha256 bytea not null,
  -- 32-bit little-endian floats, normalized to length 1.
  vector bytea not null,
  primary key (model, text_sha256)
);

-- Keys are stored as SHA-256; the key itself is shown once, when it is made.
create table api_key (
  id integer generated always as identity primary key,
  key_sha256 bytea not null unique,
  tier text not null check (tier in ('Paid', 'Site', 'Internal')),
  owner text not null check (length(owner) between 1 and 200),
  -- Requests a UTC day; null means the tier's default, -1 unlimited.
  data_limit integer,
  advanced_limit integer,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- Down Migration is given by no file: migrations go forward only.
