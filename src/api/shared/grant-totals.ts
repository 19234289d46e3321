import { sumExactly } from '#src/domain/exact-numbers.ts'
import { EDGE_CATEGORIES, type EdgeCategory, GRANT_CATEGORIES } from '#src/domain/network.ts'

const GRANTS: ReadonlySet<string> = new Set(GRANT_CATEGORIES)
const OTHER = EDGE_CATEGORIES.filter((category) => !GRANTS.has(category))

/**
 * Returns the totals of grants, and those of each other category: `counted`, and `apart` those that
 * totals of counterparties leave out. Categories without totals are absent.
 */
export function splitTotals<Total extends { category: EdgeCategory; isCounted: boolean }>(
  totals: readonly Total[],
) {
  const other = OTHER.flatMap((category) => {
    const own = totals.filter((total) => total.category === category)
    const counted = own.filter(({ isCounted }) => isCounted)
    const apart = own.filter(({ isCounted }) => !isCounted)
    return own.length > 0 ? [{ category, counted, apart }] : []
  })
  return { grants: totals.filter(({ category }) => GRANTS.has(category)), other }
}

export const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0)

/** Returns the number of rows and their dollars; undefined if no row states an amount. */
export function sumRows(totals: readonly { rows: number; amount?: number | null }[]) {
  const filed = totals.flatMap(({ amount }) => amount ?? [])
  return {
    rowCount: sumOf(totals.map(({ rows }) => rows)),
    totalAmount: filed.length > 0 ? sumExactly(filed) : undefined,
  }
}
