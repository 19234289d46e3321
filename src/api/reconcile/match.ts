import { toCityKey } from '#src/domain/name-keys.ts'
import { toSearchName } from '#src/domain/names.ts'
import { trigramSimilarity } from '#src/domain/similarity.ts'
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
  // A ZIP code is one of several of its city.
  const place = readQuery(query).ein ? [] : city === undefined ? [zip ?? state] : [city, state]
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
  const [least, most] = RANGES[match.kind] ?? OTHERS
  const place = isThere === undefined ? UNKNOWN : Number(isThere)
  const isNamed = resolution?.status === 'Exact' && resolution.ein === ein
  return {
    ...{ ein, display },
    score: Math.round(least + ((most - least) * (own + place)) / 2),
    match: match.kind === 'EIN' || (isNamed && !isInAnotherState(display, asked)),
    nameSimilarity: Math.round(own * 100) / 100,
    ...(isThere !== undefined && { isThere }),
  }
}

function similarity(query: string, { display }: Pick<Hit, 'display'>): number {
  const wanted = toSearchName(query)
  const names = [display.name, ...display.names.map(({ value }) => value)]
  return Math.max(...names.map((name) => trigramSimilarity(wanted, toSearchName(name))))
}

/** Whether an address agrees with the most exact part of the place; undefined if none can be compared. */
function agrees(display: Hit['display'], asked: Asked): boolean | undefined {
  if (isInAnotherState(display, asked)) return false
  const { city, state, zip } = display
  if (asked.zip !== undefined && zip !== undefined && asked.zip === zip) return true
  if (asked.city !== undefined && city !== undefined) {
    return toCityKey(asked.city) === toCityKey(city)
  }
  // Nearby ZIP codes begin with the same three digits; organizations use several.
  if (asked.zip !== undefined && zip !== undefined) {
    return asked.zip.slice(0, 3) === zip.slice(0, 3) ? undefined : false
  }
  return asked.state === undefined || state === undefined ? undefined : true
}

const isInAnotherState = ({ state }: Hit['display'], asked: Asked): boolean =>
  asked.state !== undefined && state !== undefined && asked.state !== state
