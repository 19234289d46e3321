-- Up Migration

-- Nothing reads when each kind of an organization's data changed last.
drop table if exists filings_version, screening_version, rating_removed, awards_version, organization_removed;
drop index if exists network_version_by_release, rating_by_change;
delete from due where step = 'filings';
