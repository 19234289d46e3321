import type { NameKind, OrganizationDisplay } from '#mappings/organization-document.ts'
import { acronymsOf, normalizeName } from '../../domain/names.ts'
import { nearestByTrigrams } from '../../domain/similarity.ts'
import type { Hit, Match, MatchReason, Resolution } from '../params.ts'
import { CANDIDATES, CLAUSES } from '../queries/identity.ts'
import type { DisplaySource } from './window.ts'

type IdentityHit = { _source?: DisplaySource; matched_queries?: string[] | Record<string, number> }

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
    const matched = new Set(
      Array.isArray(matched_queries) ? matched_queries : Object.keys(matched_queries ?? {}),
    )
    const match = toMatch(ein, display, query, matched)
    return [{ ein, display, match, reasons: toReasons(display) }]
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
  if (matched.has(CLAUSES.acronym)) {
    const letters = key.replaceAll(' ', '')
    const spelled = names.find(({ value }) => acronymsOf(value).includes(letters))
    if (spelled) return { ...spelled, kind: 'Alias', field: 'Acronym' }
  }
  const [closest] = nearestByTrigrams(key, names, ({ value }) => normalizeName(value), 1)
  if (!closest) return { kind: 'Fuzzy', field: 'Name' }
  const isPrefix = normalizeName(closest.value).startsWith(key)
  return { kind: isPrefix ? 'Prefix' : 'Fuzzy', ...closest }
}

const toReasons = (display: OrganizationDisplay): MatchReason[] =>
  display.cause ? [{ kind: 'Classification', ...display.cause }] : []

type CandidateSource = {
  ein: string
  display: Pick<OrganizationDisplay, 'name' | 'city' | 'state' | 'primaryForm'>
}
type ResolutionAnswer = {
  hits: { total?: { value: number }; hits: { _source?: CandidateSource }[] }
  aggregations?: Record<string, unknown>
}

/** Says whether the query names one organization, several, none exactly, or none at all. */
export function readResolution(answer: ResolutionAnswer, hasFilters: boolean): Resolution {
  const best = answer.hits.hits.slice(0, CANDIDATES)
  const candidates = best.flatMap(({ _source }) => (_source ? [toCandidate(_source)] : []))
  const [first] = candidates
  if (!first) return { status: 'None', candidates, suggestion: suggest(hasFilters) }
  const exact = (answer.aggregations?.exact as { doc_count: number } | undefined)?.doc_count ?? 0
  if (exact === 1) return { status: 'Exact', ein: first.ein, candidates: [first] }
  return { status: exact > 1 ? 'Ambiguous' : 'Closest', candidates }
}

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

const suggest = (hasFilters: boolean): string =>
  hasFilters
    ? 'No name within these filters comes close; leave the filters out, or try Mode=Discovery to search by what organizations do.'
    : 'No name comes close; try fewer or other words, the nine-digit EIN, or Mode=Discovery to search by what organizations do.'
