import type { Form } from '../form.ts'
import type { PeopleListed } from './derived.ts'
import type { RowFacts, RowSumKey } from './row-facts.ts'

// Only the form without a line for officer compensation (`DERIVED`) uses this.
const PAID_TO_OFFICERS: Partial<Record<Form, RowSumKey>> = { '990EZ': 'officerCompensation990EZ' }

/**
 * Returns one officer with the pay of all officers, which is enough for sums
 * (`officerCompensation`, `officerCompensationShare`) but not for the best paid. Undefined if the
 * form has a line for it, or no pay is filed.
 */
export function peopleOfSums({ sums }: RowFacts, form: Form): PeopleListed | undefined {
  const key = PAID_TO_OFFICERS[form]
  const paid = key && sums[key]
  const [path] = paid?.paths ?? []
  if (!paid || path === undefined) return undefined
  return {
    officers: [{ path, cells: { compensation: { value: paid.value, path } } }],
    employees: [],
  }
}
