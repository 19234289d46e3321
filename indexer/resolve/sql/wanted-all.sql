-- Which organizations are resolved: every EIN with a filing, a postcard, or a row of the Business
-- Master File, Publication 78 or the revocation list (README, who is an organization), and those
-- that had one.
create temporary table wanted on commit drop as
select ein from filing
union select ein from bmf
union select ein from pub78
union select ein from revocation
union select ein from organization
