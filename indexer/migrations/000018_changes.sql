-- Up Migration

-- Superseded by table `due`, which takes over their rows.
create table filings_due (
  ein text not null
);
create table awards_due (
  uei text not null
);

-- For statements about the loaded filings without reading them all: tax years and newest period of
-- each form; the latest receipt, and its delay after the period.
create index filing_by_year on filing (form, tax_year, tax_period_end);
create index filing_by_receipt on filing (received_on, tax_period_end) where form <> '990N';
