import { text } from './columns.ts'
import type { TableDefinition } from './table.ts'

/** Schedule O: explanations, each with the line it is about. */
export const EXPLANATIONS: TableDefinition = {
  label: 'Supplemental information',
  form: '990',
  line: 'Schedule O',
  rows: [
    { path: '/IRS990ScheduleO/SupplementalInformationDetail' },
    { path: '/IRS990ScheduleO/GeneralExplanation' },
  ],
  columns: {
    reference: text('Line it explains', ['FormAndLineReferenceDesc', 'ReturnReference']),
    identifier: text('Subject', ['IdentifierTxt', 'Identifier']),
    explanation: text('Explanation', ['ExplanationTxt', 'Explanation']),
  },
}
