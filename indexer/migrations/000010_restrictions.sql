-- Up Migration

-- Parties on restriction lists: OFAC's sanctions lists and SAM exclusions. Of each entry the row of
-- the newest extract is kept. It counts until a newer extract comes without it: restricted_current
-- tells the parties that count.
create table restricted_party (
  list text not null check (list in ('OFAC', 'SAM')),
  -- OFAC's entry number (ent_num, uid); SAM's number of the exclusion.
  entry text not null,
  kind text not null check (kind in ('organization', 'person', 'other')),
  name text not null,
  programs text[] not null,
  -- SAM: type of exclusion. OFAC: remarks.
  exclusion_type text,
  remarks text,
  -- SAM: its row as written, {"<column as Refs name it>": "<text>"}, without empty columns.
  written jsonb,
  -- Excluded in part only: the entry says that the party itself is not (shown as Review).
  is_partial boolean not null default false,
  -- Identifiers the list gives: EINs of nine digits, SAM's unique entity id.
  eins text[] not null default '{}',
  uei text,
  -- Names that OFAC's tables give in the remarks alone, all weak: [{"kind", "name"}].
  weak_names jsonb not null default '[]',
  -- From OFAC's tables, where remarks break off and restricted_comment goes on.
  takes_comment boolean not null default false,
  active_on date,
  ends_on date,
  -- The day the list gives itself, where it does.
  published_on date,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null,
  primary key (list, entry)
);

-- Other names of a party: aka, fka, nka.
create table restricted_name (
  list text not null,
  entry text not null,
  number text not null,
  kind text not null,
  name text not null,
  -- The list itself calls it weak: too common to be found by.
  is_weak boolean not null default false,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null,
  primary key (list, entry, number)
);

create table restricted_address (
  list text not null,
  entry text not null,
  number text not null,
  street text,
  city text,
  -- USPS code where it is a U.S. address.
  state text,
  zip text,
  -- ISO 3166 alpha-2 where the list's country is known, else as written.
  country text,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null,
  primary key (list, entry, number)
);

-- What did not fit in OFAC's remarks, which end at 1,000 characters.
create table restricted_comment (
  list text not null,
  entry text not null,
  text text not null,
  as_of date not null,
  source_file text not null,
  source_row integer not null,
  source_id bigint not null,
  primary key (list, entry)
);

-- What each extract held of each table. File names tell nothing: SAM's carry a date, and people
-- rename theirs. So an extract takes the place of another when it holds most of its rows.
create table restricted_extract (
  source_id bigint not null,
  part text not null check (part in ('party', 'name', 'address', 'comment')),
  as_of date not null,
  -- Which of one month is newer: the day it was published where it says so, else the last day that
  -- one entered before it says, for it was loaded after that.
  day date not null,
  rows bigint not null,
  -- Read to its end: a list that was cut short removes no entry.
  is_whole boolean not null default false,
  -- The source that has taken its place: its rows that were not taken over count no longer. Found
  -- at the end of each load (indexer/load/tables/superseded.ts).
  superseded_by bigint,
  primary key (source_id, part)
);

-- Entries whose row in an extract could not be read.
create table restricted_unread (
  source_id bigint not null,
  list text not null,
  entry text not null,
  primary key (source_id, list, entry)
);

-- How many rows of `other_id` were there when `source_id` brought them again.
create table restricted_overlap (
  source_id bigint not null,
  other_id bigint not null,
  part text not null,
  rows bigint not null,
  primary key (source_id, other_id, part)
);

create view restricted_superseded as
  select source_id, part from restricted_extract where superseded_by is not null;

-- The parties that count, for single look-ups; for all of them read the tables (indexer/screen).
-- It includes exclusions that have ended; compare ends_on with the day.
create view restricted_current as
  select list, entry, name, programs,
    case when comment.text is null then remarks else coalesce(remarks, '') || comment.text end
      as remarks,
    written, ends_on, as_of, published_on
  from restricted_party as party
  left join lateral (
    select text from restricted_comment as written
    where written.list = party.list and written.entry = party.entry and party.takes_comment
      and not exists (select from restricted_superseded as gone
        where gone.source_id = written.source_id and gone.part = 'comment')
  ) as comment on true
  where not exists (select from restricted_superseded as gone
    where gone.source_id = party.source_id and gone.part = 'party');

-- Who of our organizations may be meant by whom: found at load time (indexer/screen).
create table screening_match (
  ein text not null,
  list text not null,
  entry text not null,
  subject text not null check (subject in ('organization', 'officer')),
  -- The name that was found, as filed or registered, and the Ref of where it stands.
  subject_name text not null,
  subject_ref text not null,
  listed_name text not null,
  method text not null,
  -- What agreed: name, alias, city, state, country, address, ein, uei.
  agreed text[] not null,
  status text not null check (status in ('Confirmed', 'Review')),
  programs text[] not null,
  -- Ref of the list's row: sdn:2026-04:7116, sam:2026-04:S4MR….
  ref text not null,
  primary key (ein, list, entry, subject, subject_ref)
);

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
