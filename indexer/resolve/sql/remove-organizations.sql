-- Which organizations no source has any more.
delete from organization using wanted
where organization.ein = wanted.ein
  and not exists (select from resolved where resolved.ein = wanted.ein)
returning organization.ein, organization.name
