-- Which organizations are resolved: those named.
create temporary table wanted on commit drop as
select distinct ein from unnest($1::text[]) as named(ein)
