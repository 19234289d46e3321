-- Up Migration

-- From the row, as `indexer/records/filed-people.ts` reads it. Each is null if it is not filed or not readable.
alter table filed_person
  -- Dollars in all columns of pay.
  add total_pay double precision,
  -- Hours a week at the organization and at related ones.
  add hours double precision,
  add is_former boolean not null default false;
