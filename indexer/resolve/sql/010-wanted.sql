-- Which organizations to resolve.
-- One of the two statements fills the table `wanted`.

-- name: path-of
-- Returns the path of a fact in a Ref. As in src/domain/evidence.ts, a postcard's path leaves out
-- its only block.
create function pg_temp.path_of(is_postcard boolean, fact jsonb) returns text
language sql immutable
return case when is_postcard then substr(fact ->> 'path', length('/IRS990N') + 1)
  else fact ->> 'path' end

-- name: wanted-all
-- Every EIN with a filing or a row in a registry, and every EIN resolved before.
create temporary table wanted on commit drop as
select ein from filing
union select ein from bmf
union select ein from pub78
union select ein from revocation
union select ein from organization

-- name: wanted-some
-- The EINs in $1.
create temporary table wanted on commit drop as
select distinct ein from unnest($1::text[]) as named(ein)
