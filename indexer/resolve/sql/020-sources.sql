-- What each source says about the wanted organizations: returns, postcards and the registries.
-- One temporary table per source, each analyzed before the next reads it.

-- name: sources
-- The latest filing of each form: the latest period end among the current filings.
create temporary table form_latest on commit drop as
select distinct on (ein, form)
  ein, form, object_id, tax_year, tax_period_end, received_on, content_sha256
from filing join wanted using (ein)
where is_current
order by ein, form, tax_period_end desc, received_on desc nulls last, object_id collate "C" desc;
analyze form_latest;
-- The primary form: that of the newest 990, 990EZ or 990PF; else 990N, else 990T.
create temporary table primary_filing on commit drop as
select distinct on (ein)
  ein, form, object_id, tax_year, tax_period_end, content_sha256,
  -- Sorted, because another order would look like a change.
  array_agg(form) over (partition by ein order by form
    rows between unbounded preceding and unbounded following) as forms
from form_latest
order by ein, case form when '990T' then 2 when '990N' then 1 else 0 end,
  tax_period_end desc, received_on desc nulls last, object_id collate "C" desc;
analyze primary_filing;
-- The return whose header names the organization: the latest of any form. A 990-T of the same
-- period ranks behind the form that covers the whole organization.
create temporary table latest_return on commit drop as
select distinct on (ein) ein, object_id
from form_latest
where form <> '990N'
order by ein, tax_period_end desc, form = '990T',
  received_on desc nulls last, object_id collate "C" desc;
analyze latest_return;
-- Name and address of the latest return and of the latest postcard. jsonb_to_record unpacks the
-- facts once per filing.
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
  on fips.written = "filerCountry" ->> 'value' and fips.spelling = 'fips';
analyze header;
-- The Business Master File.
create temporary table registry on commit drop as
with extent as (
  -- A file covers one area; a row missing in its newest extract has left the registry.
  select source_file, max(as_of) as newest from bmf group by source_file
)
select bmf.ein, bmf.as_of, bmf.as_of = extent.newest as is_listed,
  'bmf:' || to_char(bmf.as_of, 'YYYY-MM') || ':' || bmf.ein || ':' as ref,
  bmf.name, bmf.sort_name, bmf.street,
  -- Abroad the state is empty and the city holds the country's name.
  case when abroad.alpha2 is null then bmf.city end as city,
  bmf.state,
  case when bmf.state is not null then bmf.zip end as zip,
  case when bmf.state is not null then 'US' else abroad.alpha2 end as country,
  bmf.ntee_code, bmf.subsection, bmf.ruling, bmf.affiliation, bmf.deductibility,
  nullif(bmf.group_exemption, '0000') as group_exemption,
  (to_char(bmf.as_of, 'YYYY-MM'), bmf.foundation, bmf.revenue_amount)::text as shown
from wanted join bmf using (ein) join extent using (source_file)
left join country_code as abroad
  on bmf.state is null and abroad.spelling = 'name' and abroad.written = bmf.city;
analyze registry;
-- Publication 78.
create temporary table deductible on commit drop as
select pub78.ein, pub78.name, pub78.city, pub78.state, listed.alpha2 as country,
  array_to_string(pub78.deductibility_codes, ',') as codes,
  'pub78:' || to_char(pub78.as_of, 'YYYY-MM') || ':' || pub78.ein || ':' as ref
from wanted join pub78 using (ein)
left join country_code as listed
  on listed.spelling = 'name' and listed.written = pub78.country;
analyze deductible;
-- The last revocation of each organization that ever lost its exemption.
create temporary table revoked on commit drop as
select distinct on (ein) revocation.*, held.alpha2,
  'revocation:' || ein || ':' || revoked_on || ':' as ref
from wanted join revocation using (ein)
left join country_code as held on held.spelling = 'fips' and held.written = revocation.country
order by ein, revoked_on desc;
analyze revoked
