import { text } from './columns.ts'
import type { TableDefinition } from './table.ts'

const columns = { state: text('State', ['']) }

/** Form 990, Part VI, line 17: with which states a copy of the return is filed. */
export const STATES_FILED_990: TableDefinition = {
  label: 'States with which the return is filed',
  form: '990',
  line: 'Part VI, Section C, line 17',
  rows: [
    { path: '/IRS990/StatesWhereCopyOfReturnIsFldCd' },
    { path: '/IRS990/StatesWhereCopyOfReturnIsFiled' },
  ],
  columns,
}

/** Form 990-EZ, Part V, line 41. */
export const STATES_FILED_990EZ: TableDefinition = {
  label: 'States with which the return is filed',
  form: '990EZ',
  line: 'Part V, line 41',
  rows: [
    { path: '/IRS990EZ/StatesWhereCopyOfReturnIsFldCd' },
    { path: '/IRS990EZ/StatesWhereCopyOfReturnIsFiled' },
  ],
  columns,
}

/** Form 990-PF, Part VII-A, line 8a (Part VI-A from 2021v4.0). */
export const STATES_REPORTED_990PF: TableDefinition = {
  label: 'States to which the foundation reports or where it is registered',
  form: '990PF',
  line: 'Part VII-A, line 8a',
  moved: { since: '2021v4.0', line: 'Part VI-A, line 8a' },
  rows: [
    { path: '/IRS990PF/StatementsRegardingActyGrp/OrgReportOrRegisterStateCd' },
    { path: '/IRS990PF/StatementsRegardingActivities/StatesFiledWith' },
  ],
  columns,
}
