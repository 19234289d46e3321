-- Other names of an organization, present and former. names.ts drops names that differ from
-- the current one only as `normalizeName` ignores; `rank` orders equal names by trust.

-- name: name-candidates
with known as (
  select ein, 1 as rank, 'legal' as kind, name, ref || 'NAME' as ref from registry
  union all
  select ein, 2, 'legal', name, ref || 'LegalName' from deductible
  union all
  select ein, 3, 'legal', name, name_ref from header where is_postcard
  union all
  select ein, 3 + trust, 'doing-business-as', fact ->> 'value', ref || pg_temp.path_of(is_postcard, fact)
  from header cross join lateral (
    values ("doingBusinessAs"), ("doingBusinessAs2"), ("doingBusinessAs3")) as dba(fact)
  where fact is not null
  union all
  select ein, 8, 'doing-business-as', sort_name, ref || 'SORT_NAME'
  from registry where sort_name is not null
  union all
  select ein, 9, 'doing-business-as', dba_name, ref || 'DbaName'
  from revoked where dba_name is not null
  union all
  select bmf_name.ein, 10, 'former', bmf_name.name,
    'bmf:' || to_char(last_as_of, 'YYYY-MM') || ':' || bmf_name.ein || ':'
      || case bmf_name.kind when 'name' then 'NAME' else 'SORT_NAME' end
  from bmf_name join registry using (ein)
  where bmf_name.last_as_of < registry.as_of
  union all
  -- A name that is only on returns of earlier periods is a former one.
  (select filing.ein, 11,
    case when filing.tax_period_end < latest.tax_period_end then 'former' else 'legal' end,
    filing.filer_name,
    filing.form || ':' || filing.tax_year || ':' || filing.object_id || ':'
      || pg_temp.path_of(filing.form = '990N', filing.facts -> 'filerName')
  from (
    select distinct on (filing.ein, upper(filer_name)) object_id
    from filing join wanted using (ein) join resolved on resolved.ein = filing.ein
    where upper(filer_name) <> upper(resolved.name)
    order by filing.ein, upper(filer_name), tax_period_end desc, object_id collate "C" desc
  ) as named join filing using (object_id)
  join primary_filing as latest on latest.ein = filing.ein)
)
select ein, resolved.name as current, known.kind, known.name, known.ref
from known join resolved using (ein)
where upper(known.name) <> upper(resolved.name)
order by ein, rank, known.name, known.ref
