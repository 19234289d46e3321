import type { OrganizationDisplay, OrganizationDocument } from '#mappings/organization-document.ts'
import type { Form } from '../../domain/form.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { ABROAD } from '../../domain/places.ts'
import { type Clause, constant, type FieldOf, terms } from '../filter-table.ts'

/** Raise it whenever a weight, threshold or clause changes. */
export const SIMILARITY_VERSION = 'similarity-1'

/** The components of similarity, with the weight of each in the score; together 1. */
export const SIMILARITY_WEIGHTS = {
  CauseText: 0.45,
  Classification: 0.2,
  Geography: 0.15,
  Scale: 0.1,
  OperatingModel: 0.1,
}
export type ComponentKind = keyof typeof SIMILARITY_WEIGHTS
export const KINDS = Object.keys(SIMILARITY_WEIGHTS) as ComponentKind[]

/**
 * How many candidates each of two searches finds: organizations outside families, and families. 25 is
 * the longest list, so families alone can fill it; independents are most of the sector and get three
 * times as many. Comparing 140 took the engine 26 ms, mostly to read their texts.
 */
const ALONE = 75
const FAMILIES = 25

// Chapters file the same text, so the nearest 200 may all belong to one family.
const MEMBERS = 200

/** What candidates should resemble. */
export type Wanted = {
  ein: string
  /** The subject's own family, which is excluded. */
  family?: string | undefined
  /** Primary form of the cohort; any form when absent. */
  form?: Form | undefined
  vector?: number[] | undefined
  text?: string | undefined
  /** Narrowest known NTEE codes, one of which should match; empty when none is known. */
  codes: string[]
  /** Codes of the places of work, otherwise of the registered state. */
  places: string[]
  /** Dollars of the latest revenue. */
  revenue?: number | undefined
}

// The engine returns a vector only for its full path; `vector` alone returns a 1 instead.
const SUBJECT_FIELDS = ['ein', 'display', 'filter.state', 'filter.family', 'vector.cause']
const CANDIDATE_FIELDS = ['ein', 'display', 'filter.state', 'sort.prominence']

export type SubjectSource = Pick<OrganizationDocument, 'ein' | 'display' | 'vector'> & {
  filter?: Pick<OrganizationDocument['filter'], 'state' | 'family'>
}
export type CandidateSource = Pick<OrganizationDocument, 'ein' | 'display'> & {
  filter?: Pick<OrganizationDocument['filter'], 'state'>
  sort: Pick<OrganizationDocument['sort'], 'prominence'>
}

/** Reads the document of one organization with everything that is compared. */
export const buildSubjectSearch = (ein: string): Clause => ({
  size: 1,
  query: { term: { ein } },
  _source: SUBJECT_FIELDS,
  track_total_hits: false,
})

type Search = (cohort: Clause, size: number) => Clause

/**
 * Searches for the ids of candidates: nearest in meaning, and alike in class or words. Each search
 * runs once for organizations without a family, and once for the best member of each family.
 */
export const buildCandidateSearches = (wanted: Wanted): Clause[] =>
  [nearestTo(wanted), alikeTo(wanted)].flatMap((search) =>
    search
      ? [
          { ...idsOf(ALONE), query: search(cohortOf(wanted, false), ALONE) },
          {
            ...idsOf(FAMILIES),
            query: search(cohortOf(wanted, true), MEMBERS),
            collapse: { field: 'filter.family' },
          },
        ]
      : [],
  )

const idsOf = (size: number): Clause => ({ size, _source: false, track_total_hits: false })

/** Matches organizations to compare, without the subject and its family. */
function cohortOf({ ein, family, form }: Wanted, isMember: boolean): Clause {
  const hasFamily = { exists: { field: 'filter.family' } }
  return {
    bool: {
      filter: [
        ...(form ? [{ term: { 'filter.form': form } }] : []),
        ...(isMember ? [hasFamily] : []),
      ],
      must_not: [
        { term: { ein } },
        ...(family ? [{ term: { 'filter.family': family } }] : []),
        ...(isMember ? [] : [hasFamily]),
      ],
    },
  }
}

const nearestTo = ({ vector }: Wanted): Search | undefined =>
  vector && ((filter, k) => ({ knn: { 'vector.cause': { vector, k, filter } } }))

/**
 * Finds organizations of the same major group or, if no class is known, with words of the text. They
 * are ordered by the points that class, place and size will add to the score, and by words.
 */
function alikeTo(wanted: Wanted): Search | undefined {
  const { codes, text, revenue } = wanted
  const words = text === undefined ? [] : [toWords(text)]
  const must = codes.length > 0 ? [anyOf('filter.cause', codes.map(majorOf), 0)] : words
  if (must.length === 0) return undefined
  const should = [...(codes.length > 0 ? words : []), ...classPoints(codes), ...placePoints(wanted)]
  return (filter) => ({
    function_score: {
      query: { bool: { must, should, filter } },
      functions: revenue === undefined ? [] : [nearRevenue(revenue)],
      boost_mode: 'sum',
    },
  })
}

/**
 * Matches the rarest words of a text. The ten missions nearest to a real one have a BM25 of 4 to 10;
 * boosted by three, that is as much as meaning adds to a good match.
 */
const toWords = (like: string): Clause => ({
  more_like_this: {
    fields: ['query.mission', 'query.programs', 'query.website'],
    like,
    max_query_terms: 25,
    // Texts are short, so a word counts if it occurs once here and in two documents.
    min_term_freq: 1,
    min_doc_freq: 2,
    // Five of 25 words, because texts about one cause use many different words.
    minimum_should_match: '20%',
    boost: 3,
  },
})

const anyOf = (field: FieldOf<'filter'>, values: string[], boost: number): Clause =>
  constant(terms(field, values), boost)

const majorOf = (code: string): string => code.slice(0, 1)
const POINTS = 100

/** A quarter of the points for the decile, another for the code; see `CLASS_SCORES`. */
const classPoints = (codes: string[]): Clause[] =>
  [2, 3].flatMap((length) => {
    const narrower = codes.flatMap((code) => (code.length < length ? [] : [code.slice(0, length)]))
    const boost = (SIMILARITY_WEIGHTS.Classification * POINTS) / 4
    return narrower.length > 0 ? [anyOf('filter.cause', narrower, boost)] : []
  })

function placePoints({ places }: Wanted): Clause[] {
  const states = places.flatMap((code) => (code.startsWith('US-') ? [code.slice(3)] : []))
  const boost = SIMILARITY_WEIGHTS.Geography * POINTS
  return [
    ...(places.length > 0 ? [anyOf('filter.places', places, boost)] : []),
    // The registered state is weaker evidence than a place of work.
    ...(states.length > 0 ? [anyOf('filter.state', states, boost / 4)] : []),
  ]
}

// `sort.prominence` is the logarithm of revenue. As in the `Scale` score, ten times more or less earns
// half the points and a hundred times none.
const nearRevenue = (revenue: number): Clause => ({
  linear: { 'sort.prominence': { origin: Math.log10(1 + revenue), scale: 1, decay: 0.5 } },
  weight: SIMILARITY_WEIGHTS.Scale * POINTS,
})

/**
 * Reads the candidates with everything that is compared. The score is the engine's inner product of
 * the exact vectors, 0 for a candidate without a vector.
 */
export const buildComparison = (eins: string[], vector: number[] | undefined): Clause => {
  const query = { bool: { filter: { terms: { ein: eins } } } }
  return {
    size: eins.length,
    query: vector ? { script_score: { query, script: innerProduct(vector) } } : query,
    _source: CANDIDATE_FIELDS,
    track_total_hits: false,
  }
}

const innerProduct = (vector: number[]): Clause => ({
  lang: 'knn',
  source: 'knn_score',
  params: { field: 'vector.cause', query_value: vector, space_type: 'innerproduct' },
})

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
