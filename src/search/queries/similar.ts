import type { OrganizationDocument } from '#mappings/organization-document.ts'
import type { Form } from '../../domain/form.ts'
import type { Clause } from './filters.ts'

/** Names the ranking; raised whenever a weight, a threshold or a clause changes. */
export const SIMILARITY_VERSION = 'similarity-1'

/** What two organizations are compared in. */
export const KINDS = [
  'CauseText',
  'Classification',
  'Geography',
  'Scale',
  'OperatingModel',
] as const
export type ComponentKind = (typeof KINDS)[number]

/** Share of the score each has (decisions part 7); together 1. */
export const SIMILARITY_WEIGHTS: Record<ComponentKind, number> = {
  CauseText: 0.45,
  Classification: 0.2,
  Geography: 0.15,
  Scale: 0.1,
  OperatingModel: 0.1,
}

/**
 * How many candidates are compared at the most. Two ways of looking find up to 75 organizations
 * that are alone and 25 families each: 25 is the longest list, so that families alone can fill
 * it, and independents, most of the sector, have three times as many. Comparing 140 took the
 * engine 26 ms where the search for six nearest took 15, most of it to read their texts.
 */
const ALONE = 75
const FAMILIES = 25
export const SIMILAR_WINDOW = 2 * (ALONE + FAMILIES)

// Chapters file the same words: of the nearest 200 all may be of one family, which gets one place.
const MEMBERS = 200

/** What candidates are looked for by. */
export type Wanted = {
  ein: string
  /** The subject's own family, left out. */
  family?: string | undefined
  /** Primary form of the cohort; every form where it is left out. */
  form?: Form | undefined
  vector?: number[] | undefined
  text?: string | undefined
  /** Narrowest known NTEE codes, any of which fits; empty: none is known. */
  codes: string[]
  /** Codes of the places of work, or of the registered state. */
  places: string[]
  /** Dollars of the latest revenue. */
  revenue?: number | undefined
}

// The engine keeps vectors out of the source and puts one back only where the field itself is
// named: `vector` alone gives a 1 in its place.
const SUBJECT_FIELDS = ['ein', 'display', 'filter.state', 'filter.family', 'vector.cause']
const CANDIDATE_FIELDS = ['ein', 'display', 'filter.state', 'sort.prominence']

export type SubjectSource = Pick<OrganizationDocument, 'ein' | 'display' | 'vector'> & {
  filter?: Pick<OrganizationDocument['filter'], 'state' | 'family'>
}
export type CandidateSource = Pick<OrganizationDocument, 'ein' | 'display'> & {
  filter?: Pick<OrganizationDocument['filter'], 'state'>
  sort: Pick<OrganizationDocument['sort'], 'prominence'>
}

/** The document of one organization, with all that it is compared by. */
export const buildSubjectSearch = (ein: string): Clause => ({
  size: 1,
  query: { term: { ein } },
  _source: SUBJECT_FIELDS,
  track_total_hits: false,
})

type Search = (cohort: Clause, size: number) => Clause

/**
 * Searches for candidates' ids: those nearest in meaning, and those of the same class or words;
 * of both those without a family, and the best of each family.
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

/** Who may be compared: neither the subject nor its family; members of families, or all others. */
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
 * Those of the same major group or, where no class is known, with words of the text; ordered by
 * the points that class, place and size will add to the score, and by words for the text.
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
 * The words of a text that are rarest in the index. BM25 of the ten missions nearest to a real one
 * is 4 to 10; three times that is as much as likeness of meaning adds to a good match.
 */
const toWords = (like: string): Clause => ({
  more_like_this: {
    fields: ['query.mission', 'query.programs', 'query.website'],
    like,
    max_query_terms: 25,
    // Texts are short: a word need not be said twice to be told, nor stand in five organizations.
    min_term_freq: 1,
    min_doc_freq: 2,
    // A fifth, five words: two texts about one cause are worded in many ways.
    minimum_should_match: '20%',
    boost: 3,
  },
})

const anyOf = (field: string, values: string[], boost: number): Clause => ({
  constant_score: { filter: { terms: { [field]: values } }, boost },
})

const majorOf = (code: string): string => code.slice(0, 1)
const POINTS = 100

/** A quarter of the points for the decile, another for the code; see `CLASS_SCORES`. */
const classPoints = (codes: string[]): Clause[] =>
  [2, 3].flatMap((length) => {
    const narrower = codes.filter((code) => code.length >= length)
    const boost = (SIMILARITY_WEIGHTS.Classification * POINTS) / 4
    return narrower.length > 0
      ? [
          anyOf(
            'filter.cause',
            narrower.map((code) => code.slice(0, length)),
            boost,
          ),
        ]
      : []
  })

const placePoints = ({ places }: Wanted): Clause[] => {
  const states = places.flatMap((code) => (code.startsWith('US-') ? [code.slice(3)] : []))
  const boost = SIMILARITY_WEIGHTS.Geography * POINTS
  return places.length === 0
    ? []
    : [
        anyOf('filter.places', places, boost),
        // Where an organization is registered says less than where it works.
        ...(states.length > 0 ? [anyOf('filter.state', states, boost / 4)] : []),
      ]
}

// `sort.prominence` is the logarithm of revenue: half the points at ten times more or less, none
// at a hundred times, as `Scale` is scored.
const nearRevenue = (revenue: number): Clause => ({
  linear: { 'sort.prominence': { origin: Math.log10(1 + revenue), scale: 1, decay: 0.5 } },
  weight: SIMILARITY_WEIGHTS.Scale * POINTS,
})

/**
 * The candidates with what they are compared by; the score is the engine's of an inner product of
 * the exact vectors, 0 for a candidate without one.
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
