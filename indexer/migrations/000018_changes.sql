-- Up Migration

create index network_version_by_release on network_version (release, ein);

-- Organizations whose filings were stored, replaced or removed, or whose facts changed when they
-- were derived again: written in the transaction that changes them, removed by the next release. An
-- organization's own row does not change with an earlier year's return. A plain heap, so that
-- loaders do not wait for each other; an EIN may occur many times.
create table filings_due (
  ein text not null
);

-- The release in which an organization's filings last changed. Absent: not since this table came.
create table filings_version (
  ein text primary key,
  release text not null
);
create index filings_version_by_release on filings_version (release, ein);

-- The release in which an organization's matches on restriction lists last changed, to none as
-- well. Absent: not since this table came.
create table screening_version (
  ein text primary key,
  release text not null
);
create index screening_version_by_release on screening_version (release, ein);

-- Organizations whose rating was taken away, as they are no longer rated, with the release that did
-- it: the rating's own mark goes with it. One that is rated again leaves this table.
create table rating_removed (
  ein text primary key,
  release text not null
);
create index rating_removed_by_release on rating_removed (release, ein);

-- Unique entity identifiers whose awards or subawards came, changed or went: written in the
-- transaction that changes them, taken by the next release of awards, which knows whose they are. A
-- plain heap as filings_due.
create table awards_due (
  uei text not null
);

-- The release in which an organization's awards, subawards or the identifiers that attach them last
-- changed. Those of before this table are all of the release in which any changed last.
create table awards_version (
  ein text primary key,
  release text not null
);
create index awards_version_by_release on awards_version (release, ein);

-- Organizations that no source has any more, with the release that removed them, for clients that
-- keep a copy. An organization that returns is removed from this table.
create table organization_removed (
  ein text primary key,
  name text not null,
  release text not null
);
create index organization_removed_by_release on organization_removed (release, ein);

-- For statements about the loaded filings without reading them all: tax years and newest period of
-- each form; the latest receipt, and its delay after the period.
create index filing_by_year on filing (form, tax_year, tax_period_end);
create index filing_by_receipt on filing (received_on, tax_period_end) where form <> '990N';
