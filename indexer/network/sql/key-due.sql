-- Whose keys may differ from those stored: organizations changed since the release given, every one
-- where that is null, and those that are gone.
create temporary table key_due on commit drop as
select ein from organization where $1::text is null or changed_release > $1
union
select ein from organization_key
where not exists (select from organization where organization.ein = organization_key.ein)
