-- Who each organization is, by trust in the source: the latest return's header, the Business Master
-- File, the postcard, Publication 78, the revocation list.

-- name: resolved
-- The name of the most trusted source.
create temporary table chosen_name on commit drop as
select distinct on (ein) ein, name, ref
from (
  select ein, trust, name, name_ref as ref from header where name <> ''
  union all select ein, 2, name, ref || 'NAME' from registry
  union all select ein, 4, name, ref || 'LegalName' from deductible
  union all select ein, 5, name, ref || 'LegalName' from revoked
) as known
order by ein, trust;
analyze chosen_name;
-- The address of the most trusted source that has one, never mixed from two sources.
create temporary table chosen_place on commit drop as
select distinct on (ein) ein, nullif(street, '') as street, city, state, zip, country, ref
from (
  select ein, trust, street, city, state, zip, country, address_ref as ref from header
  union all
  select ein, 2, street, city, state, zip, country, ref || 'CITY' from registry
  union all
  select ein, 4, null, city, state, null, country, ref || 'City' from deductible
  union all
  select ein, 5, street, city, state, zip, alpha2, ref || 'City' from revoked
) as known
where coalesce(nullif(street, ''), city) is not null
order by ein, trust;
analyze chosen_place;
-- Name and address, the facts of the registry, and the forms the organization files.
create temporary table resolved on commit drop as
select ein,
  chosen_name.name, chosen_name.ref as name_ref,
  place.street, place.city, place.state, place.zip, place.country, place.ref as address_ref,
  filed.form as primary_form,
  coalesce(filed.forms, '{}') as forms,
  case filed.form
    when '990PF' then 'PrivateFoundation'
    when '990T' then 'UnrelatedBusinessFiler'
    when '990N' then 'SmallTaxExemptOrganization'
    else 'OperatingOrOtherTaxExempt'
  end as entity_type,
  filed.object_id as latest_object_id,
  filed.tax_year as latest_tax_year,
  filed.tax_period_end as latest_period_end,
  filed.content_sha256 as latest_content_sha256,
  registry.ntee_code, registry.subsection, registry.ruling,
  coalesce(registry.group_exemption, filer.group_exemption) as group_exemption,
  registry.affiliation,
  'GEN-' || coalesce(registry.group_exemption, filer.group_exemption) as family_id,
  case
    when registry.affiliation in ('6', '8') then 'Central'
    when registry.affiliation in ('7', '9') then 'Member'
    else 'Independent'
  end as role,
  coalesce(registry.deductibility, deductible.codes) as deductibility,
  -- On the list, not reinstated since, and not in a BMF extract newer than the posting. A row missing
  -- in the newest extract of its file does not count.
  revoked.ein is not null
    and coalesce(revoked.reinstated_on < revoked.revoked_on, true)
    and coalesce(
      not registry.is_listed
      or registry.as_of <= coalesce(revoked.posted_on, revoked.revoked_on),
      true
    )
    as is_revoked,
  coalesce(registry.is_listed, false) as is_in_bmf,
  registry.shown as registry_shown
from chosen_name
left join chosen_place as place using (ein)
left join primary_filing as filed using (ein)
left join (select ein, group_exemption from header where not is_postcard) as filer using (ein)
left join registry using (ein)
left join deductible using (ein)
left join revoked using (ein);
analyze resolved
