-- Up Migration

-- Federal awards to recipients (USAspending). One row an award, made of award_summary and
-- award_transaction (indexer/load/tables/write-awards.ts).
create table award (
  -- assistance_award_unique_key, contract_award_unique_key: ASST_NON_…, CONT_AWD_….
  award_key text primary key,
  kind text not null check (kind in ('assistance', 'contract')),
  -- FAIN, URI or PIID.
  award_id text not null,
  award_type_code text,
  award_type text,
  -- Dollars obligated in all, which may be negative, and paid out; null if not stated.
  amount double precision,
  outlays double precision,
  purpose text,
  awarding_agency text,
  awarding_sub_agency text,
  funding_agency text,
  funding_sub_agency text,
  -- Assistance listings: [{"number": "10.001", "title": "…"}].
  listings jsonb not null default '[]',
  place_city text,
  place_state text,
  -- ISO 3166 alpha-2 where it is known, else as written.
  place_country text,
  start_date date,
  end_date date,
  latest_action_date date,
  recipient_name text,
  recipient_uei text,
  recipient_parent_uei text,
  recipient_city text,
  recipient_state text,
  permalink text,
  last_modified date,
  -- From its newest transaction: there is no summary, or only an older one.
  is_from_transactions boolean not null,
  -- None of these states a total: the amount is the sum of the obligations of those that are loaded.
  is_amount_summed boolean not null default false,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null
);
-- Pages of a recipient in their order; what a cursor of them knows (extentOf), from the index alone.
create index award_by_recipient on award
  (recipient_uei, (coalesce(amount, 0)) desc, award_key) include (amount, source_id, source_row)
  where recipient_uei is not null;

-- The latest summary of each award.
create table award_summary (
  award_key text primary key,
  -- What it says of the award, under the names of table award's columns.
  award jsonb not null,
  last_modified date,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null
);

create table award_transaction (
  transaction_key text not null,
  -- Null where a file of deletions names the transaction alone.
  award_key text,
  modification text,
  action_date date,
  action_type text,
  -- May be negative; null if not stated.
  obligation double precision,
  -- correction_delete_indicator_code C: it goes before the row it corrects, whichever came first.
  is_correction boolean not null default false,
  -- The same, D: it takes the transaction of that key away. The row stays, for that may come later.
  is_deleted boolean not null default false,
  -- A deletion without a day: it takes away what stands under its key from files of its month or before.
  is_undated boolean not null default false,
  -- What the row says of its award, under the names of table award's columns.
  award jsonb not null,
  last_modified date,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null,
  primary key (transaction_key, is_undated)
);
create index award_transaction_by_award on award_transaction (award_key);

create table subaward (
  -- A hash of prime award, number, recipient and day.
  subaward_key text primary key,
  prime_award_key text not null,
  -- The report of the row that counts; other files may give the same subaward another.
  report_id text,
  report_system text check (report_system in ('SAM', 'FSRS')),
  prime_award_id text,
  prime_amount double precision,
  prime_recipient_name text,
  prime_recipient_uei text,
  subaward_type text,
  subaward_number text,
  amount double precision,
  action_date date,
  purpose text,
  awarding_agency text,
  awarding_sub_agency text,
  funding_agency text,
  funding_sub_agency text,
  listings jsonb not null default '[]',
  place_city text,
  place_state text,
  place_country text,
  recipient_name text,
  recipient_dba_name text,
  recipient_uei text,
  recipient_parent_uei text,
  recipient_city text,
  recipient_state text,
  permalink text,
  last_modified date,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null
);
create index subaward_by_recipient on subaward
  (recipient_uei, (coalesce(amount, 0)) desc, subaward_key) include (amount, source_id, source_row)
  where recipient_uei is not null;

-- Audits of the Federal Audit Clearinghouse, as they name auditee and auditor.
create table audit (
  report_id text primary key,
  audit_year smallint not null,
  -- As filed, whatever it is; what cannot be an identifier is sorted out when mapping.
  uei text,
  ein text,
  auditor_ein text,
  name text,
  city text,
  state text,
  accepted_on date,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null
);

-- Further EINs and UEIs an audit covers: entities of their own, not aliases.
create table audit_identifier (
  report_id text not null,
  kind text not null check (kind in ('ein', 'uei')),
  value text not null,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null,
  primary key (report_id, kind, value)
);

-- UEI -> EIN as the audits tell it, scored (indexer/awards). Only pairs with is_used attach awards.
create table uei_mapping (
  uei text not null,
  ein text not null,
  -- Audit years that name both, ascending.
  years smallint[] not null,
  audits integer not null,
  -- A name the auditee filed under is a known name of the organization.
  name_agrees boolean not null,
  -- Other EINs that audits give for this UEI.
  other_eins text[] not null default '{}',
  -- 0 to 1: MappingConfidence.
  score double precision not null,
  is_used boolean not null,
  -- Why it is not used, in one word (indexer/awards/judge.ts); null when it is.
  reason text check (is_used = (reason is null)),
  primary key (uei, ein)
);
create index uei_mapping_by_ein on uei_mapping (ein);

-- One row: the release in which awards or their mapping last changed; cursors made before are stale.
create table award_state (
  only_one boolean primary key default true check (only_one),
  release text not null
);
