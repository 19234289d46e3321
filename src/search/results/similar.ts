import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import type { CandidateSource, SubjectSource } from '../queries/similar.ts'

/** The organization that others are compared with. */
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
  /** Cosine of its vector with the one compared by; absent where it has none. */
  cosine?: number
  prominence: number
}

type Hit<Source> = { _score: number | null; _source?: Source }

/** The subject of `buildSubjectSearch`; undefined when the index does not hold it. */
export function readSubject([hit]: Hit<SubjectSource>[]): Subject | undefined {
  if (!hit?._source) return undefined
  const { ein, display, filter, vector } = hit._source
  return {
    ein,
    display,
    ...(filter?.state !== undefined && { state: filter.state }),
    ...(filter?.family !== undefined && { family: filter.family }),
    ...(vector && { vector: vector.cause }),
  }
}

/** The ids of several searches, each once, in the order of the first that holds it. */
export const readEins = (answers: { hits: { hits: { _id: string }[] } }[]): string[] => [
  ...new Set(answers.flatMap(({ hits }) => hits.hits.map(({ _id }) => _id))),
]

/** The candidates of `buildComparison`; `isByMeaning` when it was given a vector. */
export const readCompared = (hits: Hit<CandidateSource>[], isByMeaning: boolean): Candidate[] =>
  hits.flatMap(({ _score, _source }) => {
    if (!_source) return []
    const { ein, display, filter, sort } = _source
    const cosine = isByMeaning ? toCosine(_score ?? 0) : undefined
    return [
      {
        ein,
        display,
        prominence: sort.prominence,
        ...(filter?.state !== undefined && { state: filter.state }),
        ...(cosine !== undefined && { cosine }),
      },
    ]
  })

// The engine has no negative scores: from 1 upwards it is 1 + cosine, below 1 ÷ (1 − cosine), and
// 0 only where there is no vector.
function toCosine(score: number): number | undefined {
  if (score <= 0) return undefined
  return score >= 1 ? score - 1 : 1 - 1 / score
}
