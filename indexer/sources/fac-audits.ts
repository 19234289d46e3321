import { AUDIT_COLUMNS, toAudit } from '../records/audit.ts'
import { facReader } from './fac-reader.ts'

// Without any of these a map from UEI to EIN cannot be made or kept clean.
const WANTED = [
  'report_id',
  'audit_year',
  'auditee_uei',
  'auditee_ein',
  'auditor_ein',
  'auditee_name',
] as const
// Two of these stand in no other table; forms as submitted have only the auditor's.
const MARKS = ['report_id', 'auditee_ein', 'auditor_ein'] as const

/** The clearinghouse's table `general`: one row an audit. */
export const reader = facReader({
  kind: 'audit',
  recognizes: (header) => WANTED.every((name) => header.has(name)),
  missingColumns: (header) => {
    const isMeant = MARKS.filter((name) => header.has(name)).length > 1
    const missing = isMeant ? WANTED.filter((name) => !header.has(name)) : []
    return { missing, wanted: WANTED.length }
  },
  read: AUDIT_COLUMNS,
  columns: [
    'report_id',
    'audit_year',
    'uei',
    'ein',
    'auditor_ein',
    'name',
    'city',
    'state',
    'accepted_on',
  ],
  toRow: toAudit,
})
