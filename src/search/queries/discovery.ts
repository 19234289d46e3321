import { withoutFunctionWords } from '../../domain/function-words.ts'
import { normalizeName } from '../../domain/names.ts'
import { findPlaces, type Place, regionOf } from '../../domain/places.ts'
import { roundVector } from '../../embedding/round-vector.ts'
import type { FacetKey, SearchParams } from '../params.ts'
import { FACET_FIELDS } from './facets.ts'
import { buildFilters, type Clause, clausesWithout } from './filters.ts'
import { firstWords, MOST_WORDS } from './first-words.ts'
import { EVIDENCE_FIELD, SORT_FIELDS } from './sorts.ts'

/** Names the ranking; raised whenever a weight, boost or clause changes. */
export const DISCOVERY_VERSION = 'discovery-2'

/**
 * How many candidates are ranked at the most; pages, facets and `Found` describe these and no
 * others. A k-NN search of 200 takes 10 ms where one of 500 takes 24, and beyond 200 the
 * meanings are too far from most queries to pass the floor below.
 */
export const WINDOW = 200

// Cosine below which a text has nothing to do with a query: the tenth nearest mission to a query
// of gibberish lies at 0.18 to 0.22, to a real intent at 0.24 to 0.54 (2,103 real missions).
const LEAST_SIMILARITY = 0.25

/**
 * Shares of the two rankings after each is scaled to 0–1. nDCG@10 over 70 judged intents is flat
 * between 0.4 and 0.7 lexical; 0.4 keeps most of what only the meaning finds (paraphrases).
 */
const WEIGHTS = { lexical: 0.4, vector: 0.6 }

/** Fields of cause text and their boosts: what is done says more than what it is filed under. */
export const CAUSE_FIELDS = [
  'query.programs^2',
  'query.mission^1.5',
  'query.website',
  'query.classification^0.5',
]

/** The places a query names, with the world region each country lies in. */
export function placesOf(query: string): { named: Place[]; regions: Place[] } {
  const named = findPlaces(query)
  const regions = named.flatMap(({ code }) => regionOf(code) ?? [])
  return { named, regions }
}

/**
 * The names by which a hit of a page tells what words of it matched; one without any was found by
 * its meaning. Naming that clause too would search for the nearest vectors twice.
 */
export const CLAUSES = { text: 'text', name: 'name', classification: 'classification' } as const

/** Lexical clause over cause text; also used to highlight the passages that matched. */
export const buildCauseText = (query: string): Clause => ({
  multi_match: {
    query: firstWords(withoutFunctionWords(query), MOST_WORDS.discovery),
    fields: CAUSE_FIELDS,
    type: 'best_fields',
    tie_breaker: 0.3,
    // Half of the words may be missing: an intent is worded in one of many ways. One word alone
    // ("1") finds more but ranks worse (0.718), three of four fewer and no better (0.731).
    minimum_should_match: '2<50%',
  },
})

// A named place is one of the words of the intent and no more; a region the country lies in is
// weaker evidence, because a filer names regions where it names no country.
const PLACE_BOOST = { named: 4, region: 1.5 }

const placeClauses = (query: string): Clause[] => {
  const { named, regions } = placesOf(query)
  const boosted = (places: Place[], boost: number): Clause[] =>
    places.map(({ code }) => ({
      constant_score: { filter: { term: { 'filter.places': code } }, boost },
    }))
  return [...boosted(named, PLACE_BOOST.named), ...boosted(regions, PLACE_BOOST.region)]
}

/** The ways in which words find an organization, one of which must hold. */
function wordClauses(query: string): { text: Clause; name?: Clause } {
  const words = normalizeName(firstWords(query, MOST_WORDS.discovery))
  return {
    text: buildCauseText(query),
    // Names say what is done, too ("Ohio Food Bank"), but less surely than programs.
    ...(words && {
      name: { match: { 'query.name': { query: words, minimum_should_match: '67%' } } },
    }),
  }
}

function buildLexical(query: string, filter: Clause[], floor: number | undefined): Clause {
  const lexical = {
    bool: {
      must: { bool: { should: Object.values(wordClauses(query)) } },
      should: placeClauses(query),
      filter,
    },
  }
  return floor === undefined ? lexical : { function_score: { query: lexical, min_score: floor } }
}

// The engine scores an inner product of normalized vectors as 1 + cosine.
const buildVector = (vector: Float32Array, filter: Clause[], floor = 0): Clause => ({
  function_score: {
    query: {
      knn: {
        'vector.cause': {
          vector: roundVector(vector),
          k: WINDOW,
          ...(filter.length > 0 && { filter: { bool: { filter } } }),
        },
      },
    },
    min_score: Math.max(1 + LEAST_SIMILARITY, floor),
  },
})

/** Scales each ranking of the window to 0–1 and adds them by weight. */
const FUSION: Clause = {
  phase_results_processors: [
    {
      'normalization-processor': {
        normalization: { technique: 'min_max' },
        combination: {
          technique: 'arithmetic_mean',
          parameters: { weights: [WEIGHTS.lexical, WEIGHTS.vector] },
        },
      },
    },
  ],
}

/** What order and facets of the window are made of; two hundred hits carry each. */
const windowFields = ({ sort, facets }: SearchParams): string[] => [
  sort === 'Relevance' ? EVIDENCE_FIELD : SORT_FIELDS[sort],
  ...(facets ? Object.values(FACET_FIELDS) : []),
]

/** Engine scores under which a branch finds nothing; see `toFloors`. */
export type Floors = { lexical: number; vector: number }

export type WindowOptions = {
  /** Leaves one facet's own filter out, for counting that facet. */
  ignoring?: FacetKey | undefined
  floors?: Floors | undefined
}

/** The two rankings that are fused, each a whole query with the filters inside. */
export function buildBranches(
  params: SearchParams,
  vector: Float32Array,
  { ignoring, floors }: WindowOptions = {},
) {
  const filter = clausesWithout(buildFilters(params.filters), ignoring)
  return {
    lexical: buildLexical(params.query, filter, floors?.lexical),
    vector: buildVector(vector, filter, floors?.vector),
  }
}

/** The best hit of each branch whatever the filters, lexical first; what floors are read from. */
export function buildBestSearches(params: SearchParams, vector: Float32Array): Clause[] {
  const { lexical, vector: nearest } = buildBranches({ ...params, filters: {} }, vector)
  return [lexical, nearest].map((query) => ({
    size: 1,
    query,
    _source: false,
    track_total_hits: false,
  }))
}

// Sorted by a figure, a candidate that is barely about the query would lead as often as any. Of the
// judged organizations within these shares of the best, 71 of 100 are right over the 70 intents, of
// the whole window 25; shares of 0.5 and 0.6 leave 47 right.
const LEAST_SHARES = { lexical: 0.7, vector: 0.8 }

/**
 * How near an organization must be to be sorted by a figure. The best are those of the whole
 * index, so that a filter takes matches away and never lets others in.
 */
export const toFloors = (bestLexical = 0, bestVector = 1): Floors => ({
  lexical: bestLexical * LEAST_SHARES.lexical,
  vector: 1 + (bestVector - 1) * LEAST_SHARES.vector,
})

/**
 * The candidate window: ids with what facets and sorts read, no text. Filters stand inside both
 * branches, so that the window is full of organizations that pass them.
 */
export function buildWindowSearch(
  params: SearchParams,
  vector: Float32Array,
  options?: WindowOptions,
): Clause {
  const { lexical, vector: nearest } = buildBranches(params, vector, options)
  return {
    size: WINDOW,
    query: { hybrid: { pagination_depth: WINDOW, queries: [lexical, nearest] } },
    search_pipeline: FUSION,
    _source: false,
    docvalue_fields: windowFields(params),
    track_total_hits: false,
  }
}

/** Whether the classification says any of the query's words: a reason, but not one to be found by. */
const buildClassification = (query: string): Clause => ({
  match: {
    'query.classification': firstWords(withoutFunctionWords(query), MOST_WORDS.discovery),
  },
})

/** The documents of one page of the window, with what of each holds the query's words. */
export const buildPageSearch = (query: string, eins: string[]): Clause => ({
  size: eins.length,
  query: {
    bool: {
      filter: { terms: { ein: eins } },
      should: Object.entries({
        ...wordClauses(query),
        [CLAUSES.classification]: buildClassification(query),
      }).map(([name, must]) => ({ bool: { must, _name: name } })),
    },
  },
  _source: ['ein', 'display'],
  highlight: {
    highlight_query: buildCauseText(query),
    require_field_match: false,
    // Texts are cut at 2,000 characters; a fragment of 300 is two or three sentences.
    fragment_size: 300,
    number_of_fragments: 2,
    fields: { 'query.programs': {}, 'query.mission': {}, 'query.website': {} },
  },
  track_total_hits: false,
})

/** Counts the documents that have a vector: none means that discovery cannot answer. */
export const buildVectorCount = (): Clause => ({
  size: 0,
  query: { exists: { field: 'vector.cause' } },
  track_total_hits: 1,
  terminate_after: 1,
})
