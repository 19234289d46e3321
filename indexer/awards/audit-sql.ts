// SQL that normalizes identifiers for comparison; `column` holds one as an audit writes it.
const toUei = (column: string): string => `upper(trim(coalesce(${column}, '')))`
const toEin = (column: string): string =>
  `regexp_replace(trim(coalesce(${column}, '')), '^(\\d{2})-(\\d{7})$', '\\1\\2')`

// Not identifiers: GSA_MIGRATION (13 characters), XXXXXXXXXXXX, NAXXXXXXXXXX, and words such as
// NOTAVAILABLE: UEIs have neither O nor I (GSA, Unique Entity ID Technical Specifications).
const isUei = (uei: string): string => `(${uei} ~ '^[A-Z0-9]{12}$' and ${uei} !~ '^(.)\\1*$'
    and ${uei} !~ 'X{6}' and not (${uei} ~ '^[A-Z]+$' and ${uei} ~ '[OI]'))`
// The same digit nine times is not an EIN.
const isEin = (ein: string): string => `(${ein} ~ '^\\d{9}$' and ${ein} !~ '^(.)\\1*$')`

/** Each audit with its normalized identifiers, and the reason why it yields no pair. */
export const JUDGED_AUDIT = `
  select report_id, audit_year, uei, ein, name,
    case
      when uei = '' then 'NoUEI'
      when not ${isUei('uei')} then 'PlaceholderUEI'
      when not ${isEin('ein')} then 'MalformedEIN'
      when ein = auditor_ein then 'AuditorEIN'
    end as reason
  from (
    select report_id, audit_year, name, ${toUei('uei')} as uei, ${toEin('ein')} as ein,
      ${toEin('auditor_ein')} as auditor_ein
    from audit
  ) as written`

/** EINs that appear as the auditor's in other audits. */
export const AUDITORS = `
  select distinct ${toEin('auditor_ein')} as ein from audit
  where auditor_ein is not null and ${toEin('auditor_ein')} <> ${toEin('ein')}`

/** Well-formed EINs and UEIs that audits cover besides the auditee's. */
export const FURTHER_IDENTIFIERS = `
  select report_id, value
  from (
    select report_id, kind, case kind when 'ein' then ${toEin('value')} else ${toUei('value')} end
      as value
    from audit_identifier
  ) as written
  where case kind when 'ein' then ${isEin('value')} else ${isUei('value')} end`

/** UEIs of audits and of stored pairs. */
export const ALL_UEIS = `
  select ${toUei('uei')} as uei from audit union select uei from uei_mapping`
