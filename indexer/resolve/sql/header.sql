-- What the latest return, and the latest postcard, say of name and address. The facts are opened
-- once a filing (jsonb_to_record); a postcard's Ref names its field without the block.
create temporary table header on commit drop as
with chosen as (
  select ein, object_id, 1 as trust from latest_return
  union all
  select ein, object_id, 3 from form_latest where form = '990N'
), opened as (
  select chosen.ein, chosen.trust, filing.form || ':' || filing.tax_year || ':' || filing.object_id
    || ':' as ref, filing.form = '990N' as is_postcard, fact.*
  from chosen join filing using (object_id)
  cross join lateral jsonb_to_record(filing.facts) as fact(
    "filerName" jsonb, "filerStreet" jsonb, "filerStreet2" jsonb, "filerCity" jsonb,
    "filerState" jsonb, "filerZip" jsonb, "filerCountry" jsonb, "groupExemptionNumber" jsonb,
    "doingBusinessAs" jsonb, "doingBusinessAs2" jsonb, "doingBusinessAs3" jsonb)
)
select opened.ein, trust, ref, is_postcard,
  "filerName" ->> 'value' as name,
  ref || pg_temp.path_of(is_postcard, "filerName") as name_ref,
  concat_ws(', ', "filerStreet" ->> 'value', "filerStreet2" ->> 'value') as street,
  "filerCity" ->> 'value' as city,
  "filerState" ->> 'value' as state,
  "filerZip" ->> 'value' as zip,
  case when "filerCountry" is null then 'US' else fips.alpha2 end as country,
  ref || pg_temp.path_of(is_postcard, coalesce("filerCity", "filerStreet")) as address_ref,
  -- Four digits, as the registry writes it; filers leave zeros out and write 0000 for none.
  nullif(lpad("groupExemptionNumber" ->> 'value', 4, '0'), '0000') as group_exemption,
  "doingBusinessAs", "doingBusinessAs2", "doingBusinessAs3"
from opened
left join country_code as fips
  on fips.written = "filerCountry" ->> 'value' and fips.spelling = 'fips'
