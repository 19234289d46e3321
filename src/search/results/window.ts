import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { FACETS, type FacetKey } from '../facets.ts'
import {
  EVIDENCE_FIELD,
  firstOrder,
  type Hit,
  SORT_FIELDS,
  type Sort,
  type SortOrder,
} from '../params.ts'

/** A hit of the candidate window: its score and the fields that facets and sorts read. */
type WindowHit = {
  _score: number | null
  fields?: Record<string, unknown[]>
}

export type Candidate = { ein: string; score: number; fields: Record<string, unknown[]> }

export const readCandidates = (hits: WindowHit[]): Candidate[] =>
  hits.map(({ _score, fields = {} }) => ({
    ein: String(fields.ein?.[0]),
    score: _score ?? 0,
    fields,
  }))

const byEin = (a: Candidate, b: Candidate): number => (a.ein < b.ein ? -1 : 1)

/**
 * Orders the window. By relevance, organizations without any filed text come last; by a figure,
 * unknown figures come last in both orders. Ties are ordered by relevance, then EIN.
 */
export function orderCandidates(
  candidates: Candidate[],
  sort: Sort,
  order: SortOrder = firstOrder(sort),
): Candidate[] {
  const key = sort === 'Relevance' ? relevance : figure(SORT_FIELDS[sort], order)
  return candidates
    .map((candidate) => ({ candidate, keys: key(candidate) }))
    .sort((a, b) => compareKeys(b.keys, a.keys) || byEin(a.candidate, b.candidate))
    .map(({ candidate }) => candidate)
}

const relevance = (candidate: Candidate): number[] => [
  -Number(candidate.fields[EVIDENCE_FIELD]?.[0] ?? 1),
  candidate.score,
]

const figure =
  (field: string, order: SortOrder) =>
  (candidate: Candidate): number[] => {
    const value = candidate.fields[field]?.[0]
    if (value === undefined) return [Number.NEGATIVE_INFINITY, candidate.score]
    const number = typeof value === 'string' ? Date.parse(value) : Number(value)
    return [order === 'asc' ? -number : number, candidate.score]
  }

const compareKeys = (a: number[], b: number[]): number => {
  const at = a.findIndex((key, index) => key !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

/** Counts the values of a facet in the window. */
export function countValues(candidates: Candidate[], facet: FacetKey): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { fields } of candidates) {
    for (const value of fields[FACETS[facet].field] ?? []) {
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
    }
  }
  return counts
}

export type DisplaySource = Pick<OrganizationDocument, 'ein' | 'display'>

/** Reads a page of `buildListing`. */
export const readListedHits = (hits: { _source?: DisplaySource }[]): Hit[] =>
  hits.flatMap(({ _source }) => (_source ? [toHit(_source)] : []))

const toHit = ({ ein, display }: DisplaySource): Hit => ({
  ein,
  display,
  match: { kind: 'Filter', field: 'Filters' },
  reasons: [],
  explanation: 'It matches the filters; the search has no text.',
})
