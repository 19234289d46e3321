-- Up Migration

-- What listed parties are found by, as the screening writes names (indexer/screen/keys.ts), so that
-- screening a few organizations asks for the few parties they may be. Written when everybody is
-- screened.
create table screening_key (
  key text not null,
  list text not null,
  entry text not null
);

-- A key may be longer than a btree bears: some letters are normalized to a dozen.
create index screening_key_key on screening_key using hash (key);

-- One row: the lists, and the spelling of keys, that screening_key is of.
create table screening_key_source (
  lists text not null
);
