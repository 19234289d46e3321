-- Every pair of UEI and EIN that an audit gives, those of the auditor's own EIN without their years.
with auditor as materialized (
  -- In which audits of others an EIN is the auditor's.
  select distinct auditor_ein from judged_audit where auditor_ein <> '' and auditor_ein <> ein
), pair as (
  select uei, ein,
    coalesce(array_agg(distinct audit_year) filter (where reason is null), '{}') as years,
    count(*) filter (where reason is null) as audits,
    coalesce(array_agg(distinct name) filter (where reason is null and name is not null), '{}')
      as names,
    bool_or(exists (select from audit_identifier as further
      where further.report_id = judged_audit.report_id)) as covers_others
  from judged_audit
  where reason is null or reason = 'AuditorEIN'
  group by uei, ein
)
select uei, pair.ein, years, audits, pair.names, covers_others as "coversOthers",
  pair.ein in (select auditor_ein from auditor) as "isAuditor",
  case when organization.ein is not null then organization.name || coalesce(other.names, '{}') end
    as "knownNames"
from pair
left join organization on organization.ein = pair.ein
left join lateral (
  select array_agg(name) as names from organization_name as known where known.ein = organization.ein
) as other on true
order by uei, pair.ein
