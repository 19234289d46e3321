-- Up Migration

-- EINs in rows of current filings that belong to no loaded organization and that the IRS may have
-- assigned, with the names next to them: one of each funder for each key (indexer/network). A run
-- compares them to decide how reliable such an EIN is.
create table filed_ein (
  ein text not null,
  funder_ein text not null,
  name_key text not null,
  name text not null,
  primary key (ein, funder_ein, name_key)
);
create index filed_ein_by_funder on filed_ein (funder_ein);
