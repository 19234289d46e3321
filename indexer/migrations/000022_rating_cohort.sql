-- Up Migration

-- The returns that ratings are ranked against, until `npm run rate` makes a new cohort; one row at
-- most. Its date is that of its release.
create table rating_cohort (
  release text primary key references release (id),
  policy_version text not null,
  -- How many returns it has.
  returns integer not null
);

-- How the values of a metric are distributed in a peer group of the cohort, and the scores of a form
-- (metric `score`). Groups of fewer than 30 have no row.
create table rating_distribution (
  metric text not null,
  -- Form, NTEE major group, decade of revenue: 990:P:6, 990:P, 990.
  peer_group text not null,
  size integer not null,
  -- Distinct values, ascending; in large groups, those at about 1,000 quantiles.
  value double precision[] not null,
  -- For each value, how many are lower, and how many are lower or equal.
  below integer[] not null,
  upto integer[] not null,
  primary key (metric, peer_group)
);

do $$
begin
  alter table rating_distribution alter column value set compression lz4;
  alter table rating_distribution alter column below set compression lz4;
  alter table rating_distribution alter column upto set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Metrics that the return reports, but that fewer than 30 returns of the cohort have.
alter table rating add column unranked text[] not null default '{}';

drop table if exists rating_rank;
