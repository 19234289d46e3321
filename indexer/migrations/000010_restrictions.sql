-- Up Migration

-- Parties on restriction lists: OFAC's sanctions lists and SAM exclusions. A row counts while the
-- newest extract of its file still holds it (see restricted_current).
create table restricted_party (
  list text not null check (list in ('OFAC', 'SAM')),
  -- OFAC's entry number (ent_num, uid); SAM's number of the exclusion.
  entry text not null,
  kind text not null check (kind in ('organization', 'person', 'other')),
  name text not null,
  programs text[] not null,
  -- SAM: type of exclusion and comments. OFAC: remarks.
  exclusion_type text,
  remarks text,
  -- Excluded in part only: the entry says that the party itself is not (decisions part 4: Review).
  is_partial boolean not null default false,
  -- Identifiers the list gives: EINs of nine digits, SAM's unique entity id.
  eins text[] not null default '{}',
  uei text,
  active_on date,
  ends_on date,
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
