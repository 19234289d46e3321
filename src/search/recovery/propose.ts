import { parseTypedEin } from '#src/domain/ein.ts'
import { hasSubject } from '../interpretation/subject.ts'
import { causeRewrites } from './cause-rewrites.ts'
import { narrowestFirst, without } from './filter-rewrites.ts'
import { LAST_NAME_STEPS, NAME_STEPS } from './name-rewrites.ts'
import type { FailedSearch, FilterKind, RecoveryFacts, Rewrite } from './recovery.ts'

// More would displace searches by meaning, which help more often.
const WRONG_TWICE = 2

/**
 * Proposes other searches for one that found nothing, smallest change first: spelling and place;
 * without the narrowest filter; acronym or fewer words; then what organizations do, with fewer
 * filters each time. The caller runs them.
 */
export function proposeSearches(search: FailedSearch, facts: RecoveryFacts): Rewrite[] {
  const kinds = narrowestFirst(search.filters, facts.passing)
  const isEin = parseTypedEin(search.query) !== undefined
  const named = isEin ? [] : NAME_STEPS.flatMap((step) => step(search, facts))
  const guessed = isEin ? [] : LAST_NAME_STEPS.flatMap((step) => step(search, facts))
  const causes = isEin ? [] : causeRewrites(search)
  return distinct(search, [
    ...named,
    ...dropped({ ...search, mode: 'Identity', why: '' }, kinds),
    // A name with both a typo and a wrong filter.
    ...named.slice(0, WRONG_TWICE).flatMap((rewrite) => dropped(rewrite, kinds).slice(-1)),
    ...guessed,
    ...causes,
    ...causes.slice(-1).flatMap((cause) => dropped(cause, kinds)),
  ])
}

/** Returns the search without one filter, the narrowest first, then without more of them. */
function dropped(search: Rewrite, kinds: readonly FilterKind[]): Rewrite[] {
  const more = kinds.slice(1).map((_, at) => kinds.slice(0, at + 2))
  return [...kinds.map((kind) => [kind]), ...more].map((given) => {
    const { filters, words } = without(search.filters, given)
    const why =
      search.why === '' ? `The same search ${words}.` : `${search.why.slice(0, -1)}, ${words}.`
    return { ...search, filters, why }
  })
}

/** Returns each rewrite once, without the failed search and empty ones. */
function distinct(search: FailedSearch, rewrites: readonly Rewrite[]): Rewrite[] {
  const failed = keyOf({ ...search, mode: 'Identity', why: '' })
  const byKey = new Map<string, Rewrite>()
  for (const rewrite of rewrites) {
    const query = rewrite.query.replaceAll(/\s+/g, ' ').replace(/^[\s,.;:-]+|[\s,;:-]+$/g, '')
    const tidied = { ...rewrite, query }
    const key = keyOf(tidied)
    if (hasSubject(query) && key !== failed && !byKey.has(key)) byKey.set(key, tidied)
  }
  return [...byKey.values()]
}

const keyOf = ({ query, mode, filters }: Rewrite): string => {
  const { state, cause, minRevenue, maxRevenue } = filters
  return JSON.stringify([query.toLowerCase(), mode, state, cause, minRevenue, maxRevenue])
}
