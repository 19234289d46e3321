-- Writes what differs. Changed organizations get the release $1.
-- Unchanged rows keep their release.

-- name: merge-organizations
with written as (
  insert into organization (
    ein, name, name_ref, street, city, state, zip, country, address_ref, primary_form, forms,
    entity_type, latest_object_id, latest_tax_year, latest_period_end, latest_content_sha256,
    ntee_code, subsection, ruling, group_exemption, affiliation, family_id, role, deductibility,
    is_revoked, is_in_bmf, registry_shown, changed_release)
  select
    ein, name, name_ref, street, city, state, zip, country, address_ref, primary_form, forms,
    entity_type, latest_object_id, latest_tax_year, latest_period_end, latest_content_sha256,
    ntee_code, subsection, ruling, group_exemption, affiliation, family_id, role, deductibility,
    is_revoked, is_in_bmf, registry_shown, $1
  from resolved
  on conflict (ein) do update set
    name = excluded.name, name_ref = excluded.name_ref, street = excluded.street,
    city = excluded.city, state = excluded.state, zip = excluded.zip, country = excluded.country,
    address_ref = excluded.address_ref, primary_form = excluded.primary_form,
    forms = excluded.forms, entity_type = excluded.entity_type,
    latest_object_id = excluded.latest_object_id, latest_tax_year = excluded.latest_tax_year,
    latest_period_end = excluded.latest_period_end,
    latest_content_sha256 = excluded.latest_content_sha256, ntee_code = excluded.ntee_code,
    subsection = excluded.subsection, ruling = excluded.ruling,
    group_exemption = excluded.group_exemption, affiliation = excluded.affiliation,
    family_id = excluded.family_id, role = excluded.role, deductibility = excluded.deductibility,
    is_revoked = excluded.is_revoked, is_in_bmf = excluded.is_in_bmf,
    registry_shown = excluded.registry_shown, changed_release = excluded.changed_release
  where (
    organization.name, organization.name_ref, organization.street, organization.city,
    organization.state, organization.zip, organization.country, organization.address_ref,
    organization.primary_form, organization.forms, organization.entity_type,
    organization.latest_object_id, organization.latest_tax_year, organization.latest_period_end,
    organization.latest_content_sha256, organization.ntee_code, organization.subsection,
    organization.ruling, organization.group_exemption, organization.affiliation,
    organization.family_id, organization.role, organization.deductibility,
    organization.is_revoked, organization.is_in_bmf, organization.registry_shown
  ) is distinct from (
    excluded.name, excluded.name_ref, excluded.street, excluded.city, excluded.state,
    excluded.zip, excluded.country, excluded.address_ref, excluded.primary_form, excluded.forms,
    excluded.entity_type, excluded.latest_object_id, excluded.latest_tax_year,
    excluded.latest_period_end, excluded.latest_content_sha256, excluded.ntee_code,
    excluded.subsection, excluded.ruling, excluded.group_exemption, excluded.affiliation,
    excluded.family_id, excluded.role, excluded.deductibility, excluded.is_revoked,
    excluded.is_in_bmf, excluded.registry_shown
  )
  returning 1
)
select count(*)::int as changed from written

-- name: merge-names
-- Names; an organization whose names changed gets the release, too.
with gone as (
  delete from organization_name using wanted
  where organization_name.ein = wanted.ein and not exists (
    select from resolved_name
    where resolved_name.ein = organization_name.ein and resolved_name.kind = organization_name.kind
      and resolved_name.name = organization_name.name)
  returning organization_name.ein
), written as (
  insert into organization_name (ein, name, kind, ref)
  select ein, name, kind, ref from resolved_name
  on conflict (ein, kind, name) do update set ref = excluded.ref
    where organization_name.ref <> excluded.ref
  returning ein
), changed as (
  update organization set changed_release = $1
  where ein in (select ein from gone union select ein from written) and changed_release <> $1
  returning 1
)
select count(*)::int as changed from changed

-- name: remove-organizations
-- Organizations that no source has any more.
delete from organization using wanted
where organization.ein = wanted.ein
  and not exists (select from resolved where resolved.ein = wanted.ein)
returning organization.ein, organization.name

-- name: keep-removed
-- Keeps removed organizations with the release $2, for clients that keep a copy.
insert into organization_removed (ein, name, release)
select ein, name, $2 from json_to_recordset($1::json) as gone(ein text, name text)
on conflict (ein) do update set name = excluded.name, release = excluded.release

-- name: forget-returned
delete from organization_removed as gone using organization where organization.ein = gone.ein
