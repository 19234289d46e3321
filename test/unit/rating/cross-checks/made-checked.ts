import { ROW_SUMS, type RowSum, type RowSumKey } from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import type { Form } from '#src/domain/form.ts'
import type { CheckedFiling, CheckOutcome, EarlierFiling } from '#src/rating/cross-checks/check.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { ofYear } from '#test/unit/made-facts.ts'

type More = Partial<Omit<CheckedFiling, 'facts'>>

/** What rows add up to; each of the two rows that have an amount is a term of rounding. */
const toSum = (key: RowSumKey, value: number): RowSum => ({
  value,
  rows: 2,
  paths: [1, 2].map((n) => `${TABLES[ROW_SUMS[key].table].rows[0]?.path}[${n}]`),
})

/**
 * A return of the calendar year 2022 with only the given values: "totalRevenue=500". Other words are
 * "rows:key=5" (sum of a list), "unknown:key=SumTooLarge" (a list without a sum), "before:key=5" (in
 * the return of the year before), "warning:/path" (an unreadable amount), and "schedules:AJ".
 */
export function checked(form: Form, text: string, more: More = {}): CheckedFiling {
  const words = text.split(' ')
  const after = (start: string) =>
    words.filter((word) => word.startsWith(start)).map((word) => word.slice(start.length))
  const pairs = (start: string) =>
    after(start).map((word) => word.split('=') as [RowSumKey, string])
  const sums = pairs('rows:').map(([key, value]) => [key, toSum(key, Number(value))])
  const unknown = pairs('unknown:').map(([key, why]) => [key, { why, path: UNREADABLE }])
  const before = after('before:').join(' ')
  return {
    ...ofYear(2022, form, words.filter((word) => !word.includes(':')).join(' ')),
    schemaVersion: '2022v5.0',
    receivedOn: '2023-11-15',
    blocks: [...after('schedules:').join('')].map((letter) => ({
      block: `IRS990Schedule${letter}`,
      ordinal: 1,
    })),
    rows: {},
    warnings: after('warning:').map((path) => `NotAnAmount ${path}`),
    rowFacts: { sums: Object.fromEntries(sums), unknown: Object.fromEntries(unknown) },
    ...(before && { earlier: yearBefore(form, before) }),
    ...more,
  }
}

/** The path of an amount that a list without a sum cannot add. */
export const UNREADABLE = '/IRS990/Row[9]'

/** The return of the year before, with the fields that checks compare. */
export const yearBefore = (
  form: Form,
  text: string,
  more: Partial<EarlierFiling> = {},
): EarlierFiling => ({
  ...ofYear(2021, form, text),
  isAmended: false,
  receivedOn: '2022-11-15',
  ...more,
})

/** Returns the result of a rule for a return; undefined if it does not apply. */
export const outcomeOf = (rule: string, filing: CheckedFiling): CheckOutcome | undefined =>
  crossCheck(filing).find((one) => one.rule === rule)
