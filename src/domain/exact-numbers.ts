// A double holds any number of 15 digits exactly. The IRS's schemas allow as many (USAmountType).
const WHOLE = /^-?\d{1,15}$/
const DECIMAL = /^-?(?=(?:\.?\d){1,15}$)\d+(?:\.\d+)?$/

// Adding 0 turns a filed "-0" into 0.
const toNumber = (text: string): number => Number(text) + 0

/** Reads a whole number of at most 15 digits; undefined for any other text. */
export const parseWhole = (text: string): number | undefined =>
  WHOLE.test(text) ? toNumber(text) : undefined

/** Reads a number of at most 15 digits, those behind the point included; undefined for any other text. */
export const parseDecimal = (text: string): number | undefined =>
  DECIMAL.test(text) ? toNumber(text) : undefined

/** Whether a sum of whole numbers is small enough to be exact. */
export const isExact = (sum: number): boolean => Math.abs(sum) <= Number.MAX_SAFE_INTEGER

/** A sum of whole numbers that was added up elsewhere; null when it is too large to be exact. */
export const exactOrNull = (sum: number | null): number | null =>
  sum !== null && isExact(sum) ? sum : null

/** The sum of whole numbers; undefined when it grows too large to be exact, even on the way. */
export function sumExactly(values: readonly number[]): number | undefined {
  let sum = 0
  for (const value of values) {
    sum += value
    if (!isExact(sum)) return undefined
  }
  return sum
}
