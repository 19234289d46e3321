import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { Facts, FactValue } from '#src/domain/facts/read-facts.ts'
import { ROW_SUMS, type RowSum, type RowSumKey } from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import type { Form } from '#src/domain/form.ts'
import type { CheckedFiling, CheckOutcome, EarlierFiling } from '#src/rating/cross-checks/check.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'

export type Filed = Partial<Record<FactKey, FactValue>>

/** Facts where the catalogue looks first. */
export function factsOf(form: Form, filed: Filed): Facts {
  const facts: Facts = {}
  for (const [key, value] of Object.entries(filed)) {
    const place = CATALOGUE.find((fact) => fact.key === key)?.paths[form]?.[0]
    if (!place) throw new Error(`${key} is not on the ${form}`)
    facts[key as FactKey] = { value, path: place.path }
  }
  return facts
}

type More = Partial<Omit<CheckedFiling, 'facts'>> & {
  sums?: Partial<Record<RowSumKey, number>>
  /** Letters of the schedules attached. */
  schedules?: string
}

const OBJECT_ID = '202303199349301234'

/** What rows add up to; each of the two rows that have an amount is a term of rounding. */
const toSum = (key: RowSumKey, value: number): RowSum => ({
  value,
  rows: 2,
  paths: [1, 2].map((n) => `${TABLES[ROW_SUMS[key].table].rows[0]?.path}[${n}]`),
})

/** A return of the calendar year 2022 with only the given values. */
export function checked(
  form: Form,
  filed: Filed,
  { sums = {}, schedules = '', ...more }: More = {},
): CheckedFiling {
  const keys = Object.keys(sums) as RowSumKey[]
  return {
    objectId: OBJECT_ID,
    form,
    taxYear: 2022,
    taxPeriodBegin: '2022-01-01',
    taxPeriodEnd: '2022-12-31',
    schemaVersion: '2022v5.0',
    receivedOn: '2023-11-15',
    facts: factsOf(form, filed),
    blocks: [...schedules].map((letter) => ({ block: `IRS990Schedule${letter}`, ordinal: 1 })),
    rows: {},
    warnings: [],
    rowFacts: {
      sums: Object.fromEntries(keys.map((key) => [key, toSum(key, sums[key] ?? 0)])),
    },
    ...more,
  }
}

/** The return of the year before, with the fields that checks compare. */
export const yearBefore = (
  form: Form,
  filed: Filed,
  more: Partial<EarlierFiling> = {},
): EarlierFiling => ({
  objectId: '202203199349301234',
  form,
  taxYear: 2021,
  taxPeriodBegin: '2021-01-01',
  taxPeriodEnd: '2021-12-31',
  isAmended: false,
  receivedOn: '2022-11-15',
  facts: factsOf(form, filed),
  ...more,
})

/** Returns the result of a rule for a return; undefined if it does not apply. */
export const outcomeOf = (rule: string, filing: CheckedFiling): CheckOutcome | undefined =>
  crossCheck(filing).find((one) => one.rule === rule)
