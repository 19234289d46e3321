import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { ABROAD } from '../../domain/places.ts'
import type { CandidateSource, SubjectSource } from '../queries/similar.ts'

/** The organization to compare with. */
export type Subject = {
  ein: string
  display: OrganizationDisplay
  /** Code of the U.S. state it is registered in. */
  state?: string
  family?: string
  vector?: number[]
}

/** An organization that may be similar. */
export type Candidate = {
  ein: string
  display: OrganizationDisplay
  state?: string
  /** Cosine between its vector and the subject's or the Intent's; absent without a vector. */
  cosine?: number
  prominence: number
}

type Hit<Source> = { _score: number | null; _source?: Source }

/** Reads the hit of `buildSubjectSearch`; undefined when the index does not contain it. */
export function readSubject([hit]: Hit<SubjectSource>[]): Subject | undefined {
  if (!hit?._source) return undefined
  const { ein, display, filter, vector } = hit._source
  const { family } = filter ?? {}
  return knownFields({ ein, display, state: stateOf(filter), family, vector: vector?.cause })
}

// Organizations abroad share no state.
const stateOf = (filter: { state?: string } | undefined): string | undefined =>
  filter?.state === ABROAD ? undefined : filter?.state

/** Returns the ids of several searches, each once, in order of first occurrence. */
export const readEins = (responses: { hits: { hits: { _id: string }[] } }[]): string[] => [
  ...new Set(responses.flatMap(({ hits }) => hits.hits.map(({ _id }) => _id))),
]

/** Reads the hits of `buildComparison`; `isByMeaning` if it was built with a vector. */
export const readCompared = (hits: Hit<CandidateSource>[], isByMeaning: boolean): Candidate[] =>
  hits.flatMap(({ _score, _source }) => {
    if (!_source) return []
    const { ein, display, filter, sort } = _source
    const cosine = isByMeaning ? toCosine(_score ?? 0) : undefined
    return [
      knownFields({ ein, display, prominence: sort.prominence, state: stateOf(filter), cosine }),
    ]
  })

// Engine scores are never negative: 1 + cosine for a positive cosine, 1 ÷ (1 − cosine) for a negative
// one, and 0 without a vector.
function toCosine(score: number): number | undefined {
  if (score <= 0) return undefined
  return score >= 1 ? score - 1 : 1 - 1 / score
}
