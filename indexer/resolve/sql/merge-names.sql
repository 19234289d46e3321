-- Whose other names changed: those organizations carry the new release too.
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
