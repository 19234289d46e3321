import { groupBy } from '../domain/es2024.ts'
import { findCause, nteeLabel } from '../domain/ntee.ts'
import { US_STATES } from '../domain/places.ts'

/** Number of organizations with a filing that have a cause and are registered in a state. */
export type CauseInState = { code: string; state: string; count: number; large: number }

const MAX_EXAMPLES = 4
/** Longer labels are lists of causes, which nobody types. */
const LONGEST_LABEL = 28

/**
 * Returns up to four searches in plain words that find something: a cause in a state, another cause
 * in another state, a cause with large organizations, and the largest of the commonest state.
 */
export function toExamples(found: readonly CauseInState[]): string[] {
  const named = found.flatMap((one) => {
    const cause = labelOf(one.code)
    const state = US_STATES[one.state]
    return cause && state ? [{ ...one, cause, place: state }] : []
  })
  const [first] = named
  const second = named.find(({ code, state }) => code !== first?.code && state !== first?.state)
  const large = named
    .filter(({ code }) => code !== first?.code && code !== second?.code)
    .toSorted((a, b) => b.large - a.large)
    .find((one) => one.large > 0)
  const states = groupBy(named, ({ place }) => place)
  const [state] = [...states].toSorted((a, b) => sum(b[1]) - sum(a[1]))[0] ?? []
  return [
    ...(first ? [`${first.cause} in ${first.place}`] : []),
    ...(second ? [`${second.cause} in ${second.place}`] : []),
    ...(large ? [`${large.cause} with revenue over $1 million`] : []),
    ...(state ? [`largest nonprofits in ${state}`] : []),
  ].slice(0, MAX_EXAMPLES)
}

const sum = (some: readonly CauseInState[]): number =>
  some.reduce((total, { count }) => total + count, 0)

/** Returns the cause as people type it, if the search reads it as exactly this cause. */
function labelOf(code: string): string | undefined {
  const label = nteeLabel(code)?.label
  if (!label || label.length > LONGEST_LABEL || /N\.E\.C|^Z/.test(label)) return undefined
  return findCause(label).codes?.includes(code)
    ? label.toLowerCase().replace(' & ', ' and ')
    : undefined
}
