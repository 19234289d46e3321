import { ApiError } from '#src/platform/errors.ts'
import { listGrantees } from '#src/tools/money/counterparties.ts'
import type { Resolved } from './resolve.ts'
import { quote, say, sayWho } from './say.ts'
import type { Work } from './work.ts'

/** Added if a side was chosen because it has such a grant. */
export const OTHER_MEANT = 'If another organization is meant, name it in full or by its EIN.'

/** Added if the sides are guesses and no grant between them is found. */
export const SURELY_MEANT =
  'Whether these are meant is not certain, so nothing is said of grants between them: name both in full or by EIN.'

type Side = { ein: string; name: string }
type Pair = { giver: Side; taker: Side }

/** Returns the pairs of possible organizations where one gave the other a grant. */
export async function findPairs(
  work: Work,
  giver: Resolved,
  taker: Resolved,
  year: number | undefined,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const from of sidesOf(giver)) {
    for (const to of sidesOf(taker)) {
      if (await hasGrant(work, from.ein, to.ein, year)) pairs.push({ giver: from, taker: to })
    }
  }
  return pairs
}

const sidesOf = (resolved: Resolved): Side[] =>
  resolved.kind === 'one'
    ? [{ ein: resolved.ein, name: resolved.name ?? resolved.ein }]
    : resolved.found.candidates

async function hasGrant(work: Work, ein: string, counterparty: string, year: number | undefined) {
  if (ein === counterparty) return false
  try {
    const { grants } = await work.call(listGrantees, {
      ein,
      counterparty,
      limit: 1,
      minYear: year,
      maxYear: year,
    })
    return grants.length > 0
  } catch (error) {
    // An organization without a return lists no grants.
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** Says which organization was chosen because it has such a grant. */
export function* sayTaken(asked: Resolved, taken: Side) {
  if (asked.kind === 'one') return
  yield* say(
    `No organization is called just ${quote(asked.name)}. Of those that may be meant, ${sayWho(taken)} is the one with such a grant.`,
  )
}
