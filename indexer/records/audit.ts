import type { Texts } from '../sources/header-table.ts'
import type { Made, RowRejection, StagedValue, TabularSource } from '../sources/source.ts'
import { dateOf, keyOf, readingOf, textOf } from './award-fields.ts'
import { rejectValue } from './row.ts'

/** Columns that are read from the clearinghouse's table `general`. */
export const AUDIT_COLUMNS = [
  'report_id',
  'audit_year',
  'auditee_uei',
  'auditee_ein',
  'auditor_ein',
  'auditee_name',
  'auditee_city',
  'auditee_state',
  'fac_accepted_date',
] as const

/** A row of table audit or audit_identifier. */
type AuditRow = Record<string, StagedValue>

// The clearinghouse's data begins in 2016; older audits may be added.
const FIRST_YEAR = '1990'

/**
 * Returns an audit with its identifiers as filed, or its rejection. `asOf` is the file's month: an
 * audit of a later year is wrong.
 */
export function toAudit(
  row: number,
  text: Texts,
  { asOf }: Pick<TabularSource, 'asOf'>,
): Made<AuditRow> | RowRejection {
  const reading = readingOf(row, text)
  const year = text('audit_year')
  const isYear = /^\d{4}$/.test(year) && year >= FIRST_YEAR && year <= asOf.slice(0, 4)
  const made = {
    report_id: keyOf(reading, ['report_id']),
    audit_year: Number(year),
    uei: textOf(reading, ['auditee_uei']),
    ein: textOf(reading, ['auditee_ein']),
    auditor_ein: textOf(reading, ['auditor_ein']),
    name: textOf(reading, ['auditee_name']),
    city: textOf(reading, ['auditee_city']),
    state: textOf(reading, ['auditee_state']),
    accepted_on: dateOf(reading, ['fac_accepted_date']),
  }
  if (reading.fault) return reading.fault
  if (!isYear) return rejectValue(row, 'InvalidYear', 'a year in audit_year', year)
  return { made, warnings: [...reading.warnings] }
}

/** Columns that are read from the tables `additional_eins` and `additional_ueis`. */
export const IDENTIFIER_COLUMNS = ['report_id', 'additional_ein', 'additional_uei'] as const

/** Returns another EIN or UEI that an audit covers, or the row's rejection. */
export function toIdentifier(row: number, text: Texts): Made<AuditRow> | RowRejection {
  const reading = readingOf(row, text)
  const ein = text('additional_ein')
  const made = {
    report_id: keyOf(reading, ['report_id']),
    kind: ein === '' ? 'uei' : 'ein',
    value: keyOf(reading, ['additional_ein', 'additional_uei']).toUpperCase(),
  }
  return reading.fault ?? { made, warnings: [] }
}
