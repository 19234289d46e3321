import { toCityKey } from '#src/domain/name-keys.ts'
import { toSearchKeys, toSearchName } from '#src/domain/names.ts'
import { findCities } from '#src/domain/places/gazetteer.ts'
import { trigramSimilarity } from '#src/domain/similarity.ts'
import { isNearly, isTypo } from '#src/search/identity/hits.ts'
import { readQuery } from '#src/search/identity/readings.ts'
import type { Hit, Match, Resolution } from '#src/search/params.ts'
import { BEST_HIT, type SearchDeps, searchOrganizations } from '#src/search/search.ts'

/** A name or EIN, and what is known of its address; `state` is a USPS code. */
export type Asked = { query: string; limit: number; city?: string; state?: string; zip?: string }

export type Candidate = Pick<Hit, 'ein' | 'display'> & {
  /** 0 to 100. */
  score: number
  /** Whether it is the one organization that the query names. */
  match: boolean
  /** How similar its most similar name is, 0 to 1. */
  nameSimilarity: number
  /** Whether its address agrees with the place of the query; absent without one. */
  isThere?: boolean
}

// Each kind of match has a range of its own, so that a score never contradicts the kind. Within it,
// the similarity of the name and the place count half each.
const RANGES: Partial<Record<Match['kind'], readonly [least: number, most: number]>> = {
  EIN: [100, 100],
  ExactName: [80, 99],
  Alias: [65, 79],
  Prefix: [50, 64],
}
const MISSPELLED = [65, 79] as const
const OTHERS = [0, 49] as const
/** The share of an unknown place. */
const UNKNOWN = 0.5

/**
 * Returns the organizations that a name may mean, best first. Only an EIN is a match, or a name that
 * search resolves to one organization (with its place, if there is one) in the state of the query.
 * Throws the errors of `searchOrganizations`.
 */
export async function findCandidates(deps: SearchDeps, asked: Asked): Promise<Candidate[]> {
  const { query, limit, city, state, zip } = asked
  if (query === '') return []
  // A ZIP code is one of several of its city. A city that the state does not have may be misspelled.
  const isUnknown = city !== undefined && state !== undefined && isUnknownCity(city, state)
  const known = isUnknown ? undefined : city
  const place = readQuery(query).ein ? [] : known === undefined ? [zip ?? state] : [city, state]
  const text = [query, ...place].filter((part) => part !== undefined).join(', ')
  const { hits, resolution } = await searchOrganizations(deps, {
    ...{ ...BEST_HIT, limit, query: text, mode: 'Identity', filters: {} },
  })
  const candidates = hits.map((hit) => toCandidate(hit, asked, resolution))
  return candidates.sort((left, right) => right.score - left.score)
}

function toCandidate(hit: Hit, asked: Asked, resolution: Resolution | undefined): Candidate {
  const { ein, display, match } = hit
  const isThere = agrees(display, asked)
  const own = match.kind === 'EIN' ? 1 : similarity(asked.query, hit)
  const [least, most] = RANGES[match.kind] ?? (isMisspelled(asked.query, hit) ? MISSPELLED : OTHERS)
  const place = isThere === undefined ? UNKNOWN : Number(isThere)
  const isNamed = resolution?.status === 'Exact' && resolution.ein === ein
  return {
    ...{ ein, display },
    score: Math.round(least + ((most - least) * (own + place)) / 2),
    match: match.kind === 'EIN' || (isNamed && !isElsewhere(display, asked)),
    nameSimilarity: Math.round(own * 100) / 100,
    ...(isThere !== undefined && { isThere }),
  }
}

type Named = Pick<Hit, 'display'>

const namesOf = ({ display }: Named) => [display.name, ...display.names.map(({ value }) => value)]

function similarity(query: string, hit: Named): number {
  const wanted = toSearchName(query)
  return Math.max(...namesOf(hit).map((name) => trigramSimilarity(wanted, toSearchName(name))))
}

function isMisspelled(query: string, hit: Named): boolean {
  const [whole] = readQuery(query).names
  return whole !== undefined && namesOf(hit).some((name) => isNearly(whole, toSearchKeys(name)))
}

const isUnknownCity = (city: string, state: string): boolean => findCities(city, state).length === 0

/** Whether an address agrees with the most exact part of the place; undefined if none can be compared. */
function agrees(display: Hit['display'], asked: Asked): boolean | undefined {
  if (isInAnotherState(display, asked)) return false
  const { city, state, zip } = display
  if (asked.zip !== undefined && zip !== undefined && asked.zip === zip) return true
  if (asked.city !== undefined && city !== undefined) {
    const [typed, own] = [toCityKey(asked.city), toCityKey(city)]
    const isOfState = asked.state !== undefined && state !== undefined
    return typed === own || (isOfState && isUnknownCity(asked.city, state) && isTypo(typed, own))
  }
  // Nearby ZIP codes begin with the same three digits; organizations use several.
  if (asked.zip !== undefined && zip !== undefined) {
    return asked.zip.slice(0, 3) === zip.slice(0, 3) ? undefined : false
  }
  return asked.state === undefined || state === undefined ? undefined : true
}

const isInAnotherState = ({ state }: Hit['display'], asked: Asked): boolean =>
  asked.state !== undefined && state !== undefined && asked.state !== state

/** The search compares a city that it knows, also with that of the registry. */
const isElsewhere = (display: Hit['display'], asked: Asked): boolean =>
  isInAnotherState(display, asked) ||
  (asked.city !== undefined &&
    asked.state !== undefined &&
    isUnknownCity(asked.city, asked.state) &&
    agrees(display, asked) === false)
