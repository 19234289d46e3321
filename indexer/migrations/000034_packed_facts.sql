-- Up Migration

-- Long: about half an hour for 5 million returns, and free disk space for a copy of `filing`
-- The facts that no SQL statement reads, packed (src/domain/facts/stored-facts.ts), and packed texts.
-- Stored filings stay as they are until `npm run derive` packs them.
alter table filing
  add column other_facts bytea,
  alter column other_facts set storage external,
  alter column narrative type bytea using convert_to(narrative::text, 'UTF8'),
  alter column narrative set storage external;
