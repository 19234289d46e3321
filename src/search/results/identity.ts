import type { NameKind, OrganizationDisplay } from '#mappings/organization-document.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import { acronymsOf, normalizeName, typedAcronyms } from '../../domain/names.ts'
import { nearestByTrigrams, similarityWithin } from '../../domain/similarity.ts'
import type { Hit, Match, MatchReason, Resolution } from '../params.ts'
import { CANDIDATES, CLAUSES } from '../queries/identity.ts'
import { type DisplaySource, type MatchedClauses, readMatched } from './window.ts'

type IdentityHit = { _source?: DisplaySource; matched_queries?: MatchedClauses }

const NAME_FIELDS: Record<NameKind, string> = {
  legal: 'LegalName',
  'doing-business-as': 'DoingBusinessAs',
  former: 'FormerName',
}

type KnownName = { field: string; value: string; ref: string }

const knownNames = (display: OrganizationDisplay): KnownName[] => [
  { field: 'Name', value: display.name, ref: display.nameRef },
  ...display.names.map(({ kind, value, ref }) => ({ field: NAME_FIELDS[kind], value, ref })),
]

/** Reads a page of identity hits. */
export function readIdentityHits(hits: IdentityHit[], query: string): Hit[] {
  return hits.flatMap(({ _source, matched_queries }) => {
    if (!_source) return []
    const { ein, display } = _source
    const match = toMatch(ein, display, query, readMatched(matched_queries))
    return [{ ein, display, match, reasons: toReasons(match) }]
  })
}

function toMatch(
  ein: string,
  display: OrganizationDisplay,
  query: string,
  matched: Set<string>,
): Match {
  if (matched.has(CLAUSES.ein)) return { kind: 'EIN', field: 'EIN', value: ein }
  const names = knownNames(display)
  const key = normalizeName(query)
  const exact = names.find(({ value }) => normalizeName(value) === key)
  if (exact) return { kind: exact.field === 'Name' ? 'ExactName' : 'Alias', ...exact }
  if (matched.has(CLAUSES.placedName)) {
    const placed = nearest(
      key,
      names.filter(({ value }) => key.startsWith(`${normalizeName(value)} `)),
    )
    const place = [display.city, display.state].filter((part) => part !== undefined).join(', ')
    if (placed) return { kind: placed.field === 'Name' ? 'ExactName' : 'Alias', ...placed, place }
  }
  if (matched.has(CLAUSES.acronym)) {
    const typed = typedAcronyms(query)
    const spelled = names.find(({ value }) => acronymsOf(value).some((own) => typed.includes(own)))
    if (spelled) return { ...spelled, kind: 'Alias', field: 'Acronym' }
  }
  const begun = nearest(
    key,
    names.filter(({ value }) => normalizeName(value).startsWith(key)),
  )
  if (begun) return { kind: 'Prefix', ...begun }
  return { kind: 'Fuzzy', field: 'Name', ...nearest(key, names) }
}

const nearest = (key: string, names: KnownName[]): KnownName | undefined =>
  nearestByTrigrams(key, names, ({ value }) => normalizeName(value), 1)[0]

/** Returns the name that matched; an EIN needs no reason. */
const toReasons = ({ kind, value, ref }: Match): MatchReason[] =>
  kind === 'EIN' || !value || !ref ? [] : [{ kind: 'Name', text: value, ref }]

type CandidateSource = {
  ein: string
  display: Pick<OrganizationDisplay, 'name' | 'names' | 'city' | 'state' | 'primaryForm'>
}
type ResolutionResponse = {
  hits: { hits: (Pick<IdentityHit, 'matched_queries'> & { _source?: CandidateSource })[] }
  aggregations?: Record<string, unknown>
}

// Two typos leave about half the trigrams of an eight-letter word. Names that only share a syllable
// score lower: Brigid and Brightwater 0.42, İstanbul and assistance 0.30.
const FLOOR = 0.45

/** Returns whether the query names one organization, several, none exactly, or none at all. */
export function readResolution(
  response: ResolutionResponse,
  query: string,
  hasFilters: boolean,
): Resolution {
  const key = normalizeName(query)
  const candidates = response.hits.hits
    .slice(0, CANDIDATES)
    .flatMap(({ _source, matched_queries }) => {
      if (!_source) return []
      const { name, names } = _source.display
      const isNamed = readMatched(matched_queries).size > 0
      const isNear = () =>
        [name, ...names.map(({ value }) => value)].some(
          (known) => similarityWithin(key, normalizeName(known)) >= FLOOR,
        )
      return isNamed || isNear() ? [toCandidate(_source)] : []
    })
  const [first] = candidates
  if (!first) return { status: 'None', candidates, suggestion: suggest(query, hasFilters) }
  // A name that equals the whole query wins over a name followed by its place.
  const exact = countOf(response, 'exact') || countOf(response, 'placedName')
  if (exact === 1) return { status: 'Exact', ein: first.ein, candidates: [first] }
  // Exact matches come first; other hits do not share the name.
  return exact > 1
    ? { status: 'Ambiguous', candidates: candidates.slice(0, exact) }
    : { status: 'Closest', candidates }
}

const countOf = ({ aggregations }: ResolutionResponse, name: string): number =>
  (aggregations?.[name] as { doc_count: number } | undefined)?.doc_count ?? 0

function toCandidate({ ein, display }: CandidateSource): Resolution['candidates'][number] {
  const { name, city, state, primaryForm: form } = display
  return {
    ein,
    name,
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(form !== undefined && { form }),
  }
}

function suggest(query: string, hasFilters: boolean): string {
  if (parseTypedEin(query)) {
    return hasFilters
      ? 'No organization that matches these filters has this EIN. Remove the filters.'
      : 'No organization in this service has this EIN. Check its digits, or search by name.'
  }
  return hasFilters
    ? 'No similar name matches these filters. Remove the filters, or try Mode=Discovery to search by what organizations do.'
    : 'No similar name was found. Try fewer or different words, the nine-digit EIN, or Mode=Discovery to search by what organizations do.'
}
