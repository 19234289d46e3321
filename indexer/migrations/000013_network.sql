-- Up Migration

-- The kind of money flow that a row of a return names (src/domain/network.ts).
create type edge_category as enum
  ('ScheduleI', 'FoundationPaid', 'ScheduleF', 'RelatedTransfer', 'Contractor', 'FoundationApproved');

-- By what a recipient was found among the organizations; least sure last.
create type match_method as enum
  ('FiledEIN', 'RelatedEIN', 'NameCityState', 'NameState', 'Unresolved');

-- How far that can be relied on, in rising order: min() gives the least.
create type match_confidence as enum ('None', 'Weak', 'Moderate', 'Strong', 'Authoritative');

-- Each row of a return that names money given, as filed (indexer/records/filed-edges.ts); written
-- with the filing's parts, whether the filing is current or not.
create table filed_edge (
  object_id text not null,
  -- Counts the rows of a return in the order of its tables, from 1.
  ordinal integer not null,
  category edge_category not null,
  -- The row: /IRS990ScheduleI/RecipientTable[3].
  path text not null,
  -- As filed; null where no recipient is named (Schedule F).
  name text,
  -- As names are compared (toNameKey); '' for no name and for texts that name no recipient.
  name_key text not null default '',
  -- Its words in any order, without those of the city (toWordsKey); '' if they do not identify an
  -- organization, and without a city and state.
  words_key text not null default '',
  -- Nine digits as filed, or as Schedule R gives them elsewhere for the name (is_ein_related).
  ein text,
  is_ein_related boolean not null default false,
  street text,
  city text,
  city_key text not null default '',
  -- USPS code of an address in the United States.
  state text,
  zip text,
  -- ISO 3166 alpha-2, of an address abroad.
  country text,
  -- Schedule F: the region as filed.
  region text,
  -- Dollars: cash and noncash together; null where none is filed.
  amount double precision,
  purpose text,
  -- Why it is in no sum over counterparties (src/domain/network.ts); null where it counts.
  uncounted text check (uncounted in ('ListedOnScheduleI', 'LoanOrGuarantee')),
  primary key (object_id, ordinal)
);
-- Their rows are resolved again when an organization is added, removed or renamed.
create index filed_edge_by_name on filed_edge (name_key) where name_key <> '';
create index filed_edge_by_words on filed_edge (words_key) where words_key <> '';
create index filed_edge_by_ein on filed_edge (ein) where ein is not null;

do $$
begin
  alter table filed_edge alter column purpose set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Organizations whose filings changed since edges were last resolved, or that are gone: written in
-- the transaction that changes them, read and removed by the next run. A plain heap, so that loaders
-- do not wait for each other; an EIN may occur many times.
create table network_due (
  ein text not null
);

-- Names of every organization as they are compared, each with its places ('' where not known; the
-- registry's second line of a name has none: it confirms an EIN and finds no recipient). Two kinds of keys:
-- of toNameKey, which have no space, and of toWordsKey, which have one or more.
create table organization_key (
  ein text not null,
  key text not null,
  state text not null default '',
  city text not null default '',
  -- A member of a group ruling.
  is_member boolean not null default false
);
create index organization_key_by_ein on organization_key (ein);
create index organization_key_by_key on organization_key (key, state, city, ein);

-- Each row of a current filing with its recipient resolved: the narrow half of filed_edge.
create table money_edge (
  funder_ein text not null,
  -- Null where it is not resolved.
  recipient_ein text,
  category edge_category not null,
  tax_year smallint not null,
  amount double precision,
  object_id text not null,
  ordinal integer not null,
  match_method match_method not null,
  match_confidence match_confidence not null,
  -- In sums over counterparties: not what was only approved, nor what filed_edge calls uncounted.
  is_counted boolean not null
);
-- Sums over counterparties, read from the index alone.
create index money_edge_given on money_edge (funder_ein, recipient_ein, category, tax_year)
  include (amount) where recipient_ein is not null and is_counted;
create index money_edge_received on money_edge (recipient_ein, funder_ein, category, tax_year)
  include (amount) where recipient_ein is not null and is_counted;
-- Single rows in the order of the grants listing, with all that it filters by and counts: a filter
-- that matches little walks all rows of an organization, which in the heap takes ten times as long.
create index money_edge_listed_given on money_edge
  (funder_ein, tax_year desc, amount desc nulls last, object_id, ordinal)
  include (recipient_ein, category, match_method, match_confidence, is_counted);
create index money_edge_listed_received on money_edge
  (recipient_ein, tax_year desc, amount desc nulls last, object_id, ordinal)
  include (funder_ein, category, match_method, match_confidence, is_counted)
  where recipient_ein is not null;

-- How many rows of money_edge there are, kept by every run: to count them takes a while.
create table money_edge_count (
  match_confidence match_confidence primary key,
  rows bigint not null
);

-- The network of latest filings: the rows of a funder's latest filing, one for each category and
-- counterparty. Incoming edges of an organization are those whose recipient it is.
create table network_edge (
  funder_ein text not null,
  category edge_category not null,
  -- The recipient's EIN; else its name and place as they are compared and the EIN filed; else the
  -- region.
  counterparty text not null,
  recipient_ein text,
  -- recipient_ein, or 'none', which sorts behind every EIN.
  sort_ein text not null generated always as (coalesce(recipient_ein, 'none')) stored,
  -- Of the least sure row, the first of such, as filed; '' where no recipient is named.
  name text not null default '',
  city text,
  state text,
  country text,
  region text,
  -- What an unresolved recipient is called, behind every resolved one, whose EIN tells it from others.
  sort_name text collate "C" not null generated always as (
    case
      when recipient_ein is not null then ''
      when name <> '' then name
      else 'Unnamed recipient' || coalesce(', ' || left(region, 300), '')
    end) stored,
  -- Sum of the rows that file an amount, and how many do: 0 is not known.
  amount double precision not null,
  amounts integer not null,
  -- Of amount, what is in no sum over counterparties (filed_edge.uncounted).
  uncounted_amount double precision not null default 0,
  count integer not null,
  tax_year smallint not null,
  object_id text not null,
  -- Of the same row.
  match_method match_method not null,
  match_confidence match_confidence not null,
  -- Rows in filed order if they are few (MOST_PATHS), else the part that contains them.
  paths text[] not null,
  primary key (funder_ein, category, counterparty)
);
create index network_edge_outgoing on network_edge
  (funder_ein, amount desc, sort_ein, sort_name, category, counterparty);
create index network_edge_incoming on network_edge
  (recipient_ein, amount desc, funder_ein, category) where recipient_ein is not null;

-- The release in which the edges of an organization, given or received, last changed: a cursor made
-- on an earlier one is stale. Absent: never had any.
create table network_version (
  ein text primary key,
  release text not null
);

-- One row: what edges were last resolved by.
create table network_state (
  only_one boolean primary key default true check (only_one),
  -- Newest release of the organizations that organization_key is of.
  organizations_release text,
  -- NAME_KEY_VERSION of the keys.
  keys_version smallint not null,
  -- NETWORK_VERSION (indexer/network/state.ts): when it is raised, every row is resolved again.
  network_version smallint not null default 0,
  -- The newest release of all when the last run ended: without a newer one, and without marks in
  -- network_due, there is nothing to do.
  release text
);
