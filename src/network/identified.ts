import { sumKnown } from '../domain/exact-numbers.ts'
import type { GrantTotal } from './grants.ts'

/** How much of the money given has a recipient that was found. */
type Identified = {
  /** Dollars given; undefined when no row files an amount, or the sum is too large to be exact. */
  given: number | undefined
  /** The part whose recipient was found; undefined when none of these rows files an amount. */
  identified: number | undefined
  share: number | undefined
}

/** Sums money given; money received always has its recipient and is left out. */
export function sumIdentified(totals: readonly GrantTotal[]): Identified {
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
