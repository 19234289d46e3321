import type { Form } from '../../form.ts'
import type { TableKey } from './tables.ts'

/** Each form's list of officers, directors and trustees; that of the 990 has employees, too. */
export const OFFICER_TABLES: Partial<Record<Form, TableKey>> = {
  '990': 'officers990',
  '990EZ': 'officers990EZ',
  '990PF': 'officers990PF',
}

/** The list of highest paid employees of the forms that have one apart. */
export const EMPLOYEE_TABLES: Partial<Record<Form, TableKey>> = {
  '990EZ': 'highestPaid990EZ',
  '990PF': 'highestPaid990PF',
}

/** Where a form lists its people: its officers, then its employees. */
export const leadershipTables = (form: Form): TableKey[] =>
  [OFFICER_TABLES[form], EMPLOYEE_TABLES[form]].filter((table) => table !== undefined)
