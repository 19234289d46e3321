import { formatRef } from '#src/domain/evidence.ts'
import {
  AGREEMENTS,
  type Agreement,
  MATCH_METHODS,
  type ScreeningMatch,
} from '#src/rating/restriction.ts'
import type { ListedParty } from './listed-party.ts'

type Matched = Pick<
  ScreeningMatch,
  'subject' | 'subjectName' | 'subjectRef' | 'listedName' | 'method'
> & { agreed: readonly Agreement[]; isCertain: boolean }

/** Returns a match with a party. A party that is only partly excluded is always `Review`. */
export function toMatch(party: ListedParty, { isCertain, ...found }: Matched): ScreeningMatch {
  const { list, entry, asOf, programs, isPartial } = party
  const kind = list === 'OFAC' ? 'sdn' : 'sam'
  return {
    list,
    entry,
    ...found,
    agreed: AGREEMENTS.filter((one) => found.agreed.includes(one)),
    status: isCertain && !isPartial ? 'Confirmed' : 'Review',
    programs,
    ref: formatRef({ kind, asOf, entry }),
  }
}

/**
 * Returns one match per party: the strongest by status, then method, then what agreed. Details that
 * agreed under another name of the party are added.
 */
export function strongestOf(matches: readonly ScreeningMatch[]): ScreeningMatch[] {
  const best = new Map<string, ScreeningMatch>()
  for (const match of matches) {
    const party = `${match.list} ${match.entry}`
    const known = best.get(party)
    best.set(party, known ? merge(known, match) : match)
  }
  return [...best.values()]
}

function merge(one: ScreeningMatch, other: ScreeningMatch): ScreeningMatch {
  const stronger = compare(one, other) <= 0 ? one : other
  const agreed = AGREEMENTS.filter(
    (each) => one.agreed.includes(each) || other.agreed.includes(each),
  )
  return { ...stronger, agreed }
}

const compare = (one: ScreeningMatch, other: ScreeningMatch): number =>
  Number(other.status === 'Confirmed') - Number(one.status === 'Confirmed') ||
  MATCH_METHODS.indexOf(one.method) - MATCH_METHODS.indexOf(other.method) ||
  other.agreed.length - one.agreed.length ||
  (one.subjectRef < other.subjectRef ? -1 : 1)
