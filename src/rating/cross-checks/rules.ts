import type { CheckedFiling, CheckOutcome } from './check.ts'

/** A rule as `crossCheck` runs it: any number of outcomes. */
export type AnyRule = (filing: CheckedFiling) => CheckOutcome[]

/** Every cross-check. */
export const RULES: readonly AnyRule[] = []
