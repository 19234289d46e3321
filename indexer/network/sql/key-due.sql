-- Whose keys may differ from those stored: organizations changed since the release given, and those
-- marked, as the gone ones are; where that is null everybody who is or was there.
create temporary table key_due on commit drop as
select ein from organization where $1::text is null or changed_release > $1
union
select ein from network_due
union
select ein from organization_key where $1::text is null
