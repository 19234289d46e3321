import * as field from '../../records/award-fields.ts'
import { rejectValue } from '../../records/row.ts'

/** Columns of table audit, from the clearinghouse's table `general`, with identifiers as filed. */
const AUDIT: field.Fields = {
  report_id: field.key('report_id'),
  audit_year: { columns: ['audit_year'], read: ({ text }) => Number(text('audit_year')) },
  uei: field.text('auditee_uei'),
  ein: field.text('auditee_ein'),
  auditor_ein: field.text('auditor_ein'),
  name: field.text('auditee_name'),
  city: field.text('auditee_city'),
  state: field.text('auditee_state'),
  accepted_on: field.date('fac_accepted_date'),
}

// The clearinghouse's data begins in 2016; older audits may be added.
const FIRST_YEAR = '1990'

/** The Federal Audit Clearinghouse's table `general`: one row per audit. */
export const audit = field.recordTable(
  {
    kind: 'audit',
    // Without all of these, a map from UEI to EIN cannot be built or kept clean.
    required: [
      ['report_id'],
      ['audit_year'],
      ['auditee_uei'],
      ['auditee_ein'],
      ['auditor_ein'],
      ['auditee_name'],
    ],
    // No other table has two of these; forms as submitted have only the auditor's EIN.
    marks: ['report_id', 'auditee_ein', 'auditor_ein'],
    leastMarks: 2,
    fields: AUDIT,
  },
  (reading, { asOf }) => {
    const made = field.readFields(reading, AUDIT)
    const year = reading.text('audit_year')
    // An audit of a year later than the file is wrong.
    const isYear = /^\d{4}$/.test(year) && year >= FIRST_YEAR && year <= asOf.slice(0, 4)
    if (!isYear) {
      reading.fault ??= rejectValue(reading.row, 'InvalidYear', 'a year in audit_year', year)
    }
    return made
  },
)

const identifier = field.key('additional_ein', 'additional_uei')

/** Columns of table audit_identifier: another EIN or UEI that an audit covers. */
const IDENTIFIER: field.Fields = {
  report_id: field.key('report_id'),
  kind: { ...identifier, read: ({ text }) => (text('additional_ein') === '' ? 'uei' : 'ein') },
  value: { ...identifier, read: (reading) => identifier.read(reading).toUpperCase() },
}

/** The clearinghouse's tables `additional_eins` and `additional_ueis`: other entities of an audit. */
export const auditIdentifier = field.recordTable({
  kind: 'audit-identifier',
  required: [['report_id'], ['additional_ein', 'additional_uei']],
  // Other tables have a report_id, too, so missing columns are never reported.
  marks: [],
  fields: IDENTIFIER,
})
