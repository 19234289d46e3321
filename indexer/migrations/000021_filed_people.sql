-- Up Migration

-- Each row of a return that lists an officer, director, trustee, key employee, or highest paid
-- employee (indexer/records/filed-people.ts); written with the filing's parts, whether the filing is
-- current or not.
create table filed_person (
  object_id text not null,
  -- Counts the rows of a return in the order of its tables, from 1.
  ordinal integer not null,
  -- The row: /IRS990/Form990PartVIISectionAGrp[3].
  path text not null,
  -- As filed.
  name text not null,
  title text,
  -- Dollars from the organization, and the element of the row that holds them; null if not filed.
  pay double precision,
  pay_leaf text,
  -- The same from related organizations.
  related_pay double precision,
  related_leaf text,
  primary key (object_id, ordinal)
);
