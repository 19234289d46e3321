import { sumKnown } from '../domain/exact-numbers.ts'
import type { GrantTotal } from './grants.ts'

/**
 * Sums money given, and the part whose recipient was found; money received always has its recipient
 * and is left out. A sum is undefined when no row files an amount, or it is too large to be exact.
 */
export function sumIdentified(totals: readonly GrantTotal[]) {
  const outgoing = totals.filter(({ direction }) => direction === 'Outgoing')
  const given = sumKnown(outgoing.map(({ amount }) => amount))
  const isAnyFound = outgoing.some(({ rows, unresolved }) => rows > unresolved)
  const found = sumKnown(outgoing.map(({ identified }) => identified))
  const identified = given !== undefined && !isAnyFound ? 0 : found
  return { given, identified, share: shareOf(identified, given) }
}

const PARTS = 10_000

/**
 * Returns the share, 0 to 1, rounded down so that only the whole is 1; undefined when it is unknown or
 * negative amounts make it meaningless.
 */
export function shareOf(
  part: number | null | undefined,
  whole: number | null | undefined,
): number | undefined {
  const isShare = part != null && whole != null && whole > 0 && part >= 0 && part <= whole
  return isShare ? Math.floor((part / whole) * PARTS) / PARTS : undefined
}
