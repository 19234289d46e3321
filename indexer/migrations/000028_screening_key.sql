-- Up Migration

-- Screening always reads every listed party.
drop table screening_key;
drop table screening_key_source;
