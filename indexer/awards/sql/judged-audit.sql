-- Each audit with its identifiers as they are compared, and why it tells of no pair. Placeholders:
-- GSA_MIGRATION (13 characters), XXXXXXXXXXXX, NAXXXXXXXXXX; an EIN of one digit repeated is none.
select report_id, audit_year, uei, ein, auditor_ein, name,
  case
    when uei = '' then 'NoUEI'
    when uei !~ '^[A-Z0-9]{12}$' or uei ~ '^(.)\1*$' or uei ~ 'X{6}' then 'PlaceholderUEI'
    when ein !~ '^\d{9}$' or ein ~ '^(.)\1*$' then 'MalformedEIN'
    when ein = auditor_ein then 'AuditorEIN'
  end as reason
from (
  select report_id, audit_year, name,
    upper(trim(coalesce(audit.uei, ''))) as uei,
    regexp_replace(trim(coalesce(audit.ein, '')), '^(\d{2})-(\d{7})$', '\1\2') as ein,
    regexp_replace(trim(coalesce(audit.auditor_ein, '')), '^(\d{2})-(\d{7})$', '\1\2')
      as auditor_ein
  from audit
) as written
