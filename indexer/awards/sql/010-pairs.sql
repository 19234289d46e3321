-- Every pair of UEI and EIN in an audit. Years of audits with the auditor's own EIN do not count.
-- Reads the temporary tables judged_audit, further_identifier and auditor (run.ts).
with covering as (
  select distinct report_id from judged_audit join further_identifier using (report_id)
  where value not in (uei, ein)
), pair as (
  select uei, ein,
    coalesce(array_agg(distinct audit_year) filter (where reason is null), '{}') as years,
    count(*) filter (where reason is null) as audits,
    coalesce(array_agg(distinct name) filter (where reason is null and name is not null), '{}')
      as names,
    bool_or(covering.report_id is not null) as covers_others
  from judged_audit left join covering using (report_id)
  where reason is null or reason = 'AuditorEIN'
  group by uei, ein
)
select uei, pair.ein, years, audits, pair.names, covers_others as "coversOthers",
  auditor.ein is not null as "isAuditor",
  case when organization.ein is not null then organization.name || coalesce(other.names, '{}') end
    as "knownNames"
from pair
left join auditor on auditor.ein = pair.ein
left join organization on organization.ein = pair.ein
left join lateral (
  select array_agg(name) as names from organization_name as known where known.ein = organization.ein
) as other on true
order by uei, pair.ein
