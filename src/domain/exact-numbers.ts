// A double represents any number of 15 digits exactly, which is the maximum in the IRS's schemas
// (USAmountType).
const WHOLE = /^-?\d{1,15}$/
const DECIMAL = /^-?(?=(?:\.?\d){1,15}$)\d+(?:\.\d+)?$/

// Adding 0 turns a filed "-0" into 0.
const toNumber = (text: string): number => Number(text) + 0

/** Parses a whole number of at most 15 digits; undefined for any other text. */
export const parseWhole = (text: string): number | undefined =>
  WHOLE.test(text) ? toNumber(text) : undefined

/** Parses a number of at most 15 digits, including decimals; undefined for any other text. */
export const parseDecimal = (text: string): number | undefined =>
  DECIMAL.test(text) ? toNumber(text) : undefined

/** Returns whether a sum of whole numbers is small enough to be exact. */
export const isExact = (sum: number): boolean => Math.abs(sum) <= Number.MAX_SAFE_INTEGER

/** Returns a sum of whole numbers, or null if it is too large to be exact. */
export const exactOrNull = (sum: number | null): number | null =>
  sum !== null && isExact(sum) ? sum : null

/**
 * Returns the sum of whole numbers; undefined if it, or a partial sum, is too large to be exact.
 */
export function sumExactly(values: readonly number[]): number | undefined {
  let sum = 0
  for (const value of values) {
    sum += value
    if (!isExact(sum)) return undefined
  }
  return sum
}

/** Returns the sum of the known values; undefined if there is none, and as `sumExactly` does. */
export function sumKnown(values: readonly (number | null | undefined)[]): number | undefined {
  const known = values.filter((value) => typeof value === 'number')
  return known.length > 0 ? sumExactly(known) : undefined
}
