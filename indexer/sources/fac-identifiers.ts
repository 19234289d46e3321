import { IDENTIFIER_COLUMNS, toIdentifier } from '../records/audit.ts'
import { facReader } from './fac-reader.ts'

/** The clearinghouse's tables `additional_eins` and `additional_ueis`: further entities of an audit. */
export const reader = facReader({
  kind: 'audit-identifier',
  recognizes: (header) =>
    header.has('report_id') && (header.has('additional_ein') || header.has('additional_uei')),
  read: IDENTIFIER_COLUMNS,
  columns: ['report_id', 'kind', 'value'],
  toRow: toIdentifier,
})
