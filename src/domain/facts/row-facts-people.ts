import type { Form } from '../form.ts'
import type { PeopleListed } from './derived.ts'
import type { RowFacts, RowSumKey } from './row-facts.ts'

// Of the form alone that has no line for what its officers are paid (`DERIVED`).
const PAID_TO_OFFICERS: Partial<Record<Form, RowSumKey>> = { '990EZ': 'officerCompensation990EZ' }

/**
 * One officer who stands for all, paid what all of them were: enough for figures that add up
 * (`officerCompensation`, `officerCompensationShare`), never for the best paid. Undefined where the
 * form's own line says it, or no officer's pay is filed.
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
