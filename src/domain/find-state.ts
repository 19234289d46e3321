import { US_STATES } from './places.ts'
import { isNear, nearestByTrigrams, toComparable } from './similarity.ts'

export type State = { code: string; label: string }
type StateLookup = State | { nearest: State[] }

const STATES: State[] = Object.entries(US_STATES).map(([code, label]) => ({ code, label }))

const BY_NAME = new Map(
  STATES.flatMap((state) => [state.code, state.label].map((name) => [toComparable(name), state])),
)

/**
 * Returns the U.S. state or territory with this two-letter code or name, in any case; undefined for
 * other text.
 */
export const stateNamed = (text: string): State | undefined => BY_NAME.get(toComparable(text))

/** Number of suggestions that fit in a sentence. */
const NEAREST = 3

/**
 * Finds a U.S. state or territory by its two-letter code or its name, in any case. For an unknown
 * one, returns the most similar known states, if any.
 */
export function findState(text: string): StateLookup {
  const known = stateNamed(text)
  if (known) return known
  const wanted = toComparable(text)
  if (wanted.length <= 2) return { nearest: nearestCodes(wanted).slice(0, NEAREST) }
  const nearest = nearestByTrigrams(text, STATES, ({ label }) => label, NEAREST)
  return { nearest: nearest.filter(({ label }) => isNear(text, label)) }
}

// A mistyped code has the right first letter far more often than the right second one.
function nearestCodes(wanted: string): State[] {
  const sharing = (at: number) =>
    STATES.filter(({ code }) => code[at]?.toLowerCase() === wanted[at])
  const byFirst = sharing(0)
  return byFirst.length > 0 ? byFirst : sharing(1)
}
