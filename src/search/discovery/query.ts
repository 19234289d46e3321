import { roundVector } from '#src/platform/embedding/round-vector.ts'
import { causesNamedBy } from '../../domain/cause-phrases.ts'
import { normalizeName } from '../../domain/names.ts'
import { findPlaces, type Place, regionOf } from '../../domain/places.ts'
import { withoutFunctionWords } from '../../domain/word-lists.ts'
import { FACETS, type FacetKey } from '../facets.ts'
import { type Clause, clausesWithout, constant, term, terms, withWords } from '../filter-table.ts'
import { buildFilters } from '../filters.ts'
import { firstWords, MAX_WORDS } from '../identity/readings.ts'
import { EVIDENCE_FIELD, type SearchParams, SORT_FIELDS } from '../params.ts'

/** Raise it whenever a weight, boost or clause changes. */
export const DISCOVERY_VERSION = 'discovery-3'

/**
 * The most candidates that are ranked; pages, facets and `Found` describe only these. A k-NN search
 * for 200 takes 10 ms, and one for 500 takes 24. Beyond 200, most texts are below the floor anyway.
 */
export const WINDOW = 200

// Below this cosine a text is unrelated to a query. Over 2,103 real missions, the tenth nearest to a
// nonsense query is at 0.18 to 0.22, and to a real intent at 0.24 to 0.54.
const MIN_SIMILARITY = 0.25

/**
 * Weights of the two rankings after each is scaled to 0–1. nDCG@10 over 70 judged intents is flat
 * between 0.4 and 0.7 lexical; 0.4 keeps most paraphrases, which only the vectors find.
 */
const WEIGHTS = { lexical: 0.4, vector: 0.6 }

/** Fields of cause text with boosts: activities are better evidence than the classification. */
const CAUSE_FIELDS = [
  'query.programs^2',
  'query.mission^1.5',
  'query.website',
  'query.classification^0.5',
]

/** Returns the places in a query, and the world regions of its countries. */
export function placesOf(query: string): { named: Place[]; regions: Place[] } {
  const named = findPlaces(query)
  const regions = named.flatMap(({ code }) => regionOf(code) ?? [])
  return { named, regions }
}

/**
 * Names of the clauses that a hit of a page matched. A hit without any was found by its meaning;
 * naming that clause too would search for the nearest vectors twice.
 */
export const CLAUSES = { text: 'text', name: 'name', classification: 'classification' } as const

/** Builds the lexical clause over cause text, which also highlights the matching passages. */
export const buildCauseText = (query: string): Clause => ({
  multi_match: {
    query: firstWords(withoutFunctionWords(query), MAX_WORDS.discovery),
    fields: CAUSE_FIELDS,
    type: 'best_fields',
    tie_breaker: 0.3,
    // Half of the words may be missing, because an intent can be worded in many ways. Requiring one
    // word ("1") ranks worse (0.718); three of four find fewer and rank no better (0.731).
    minimum_should_match: '2<50%',
  },
})

// A place counts like a word of the intent. The country's region is weaker evidence, because filers
// write a region only when they write no country.
const PLACE_BOOST = { named: 4, region: 1.5 }

const placeClauses = (query: string): Clause[] => {
  const { named, regions } = placesOf(query)
  const boosted = (places: Place[], boost: number): Clause[] =>
    places.map(({ code }) => constant(term('filter.places', code), boost))
  return [...boosted(named, PLACE_BOOST.named), ...boosted(regions, PLACE_BOOST.region)]
}

/** The clauses that match words, one of which must match. */
function wordClauses(query: string): { text: Clause; name?: Clause } {
  const words = normalizeName(firstWords(query, MAX_WORDS.discovery))
  return {
    text: buildCauseText(query),
    // Names also show what an organization does ("Ohio Food Bank"), but less reliably.
    ...(words && {
      name: { match: { 'query.name': { query: words, minimum_should_match: '67%' } } },
    }),
  }
}

const buildLexical = (query: string, filter: Clause[]): Clause => ({
  bool: {
    must: { bool: { should: Object.values(wordClauses(query)) } },
    should: placeClauses(query),
    filter,
  },
})

// The engine scores an inner product of normalized vectors as 1 + cosine.
const buildVector = (vector: Float32Array, filter: Clause[]): Clause => ({
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
    min_score: 1 + MIN_SIMILARITY,
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

/** The EIN and what sorting and facets need, returned for each of two hundred hits. */
const windowFields = ({ sort, facets }: SearchParams, ignoring?: FacetKey): string[] => {
  if (ignoring) return ['ein', FACETS[ignoring].field]
  return [
    'ein',
    sort === 'Relevance' ? EVIDENCE_FIELD : SORT_FIELDS[sort],
    ...(facets ? Object.values(FACETS).map(({ field }) => field) : []),
  ]
}

/**
 * If the query is only a cause ("food banks"), requires this cause or these words. The nearest other
 * texts are unrelated, and would lead any order but relevance.
 */
function ofNamedCause({ query, filters }: SearchParams): Clause[] {
  if (filters.causes ?? filters.causeLabel) return []
  const cause = causesNamedBy(query)
  return cause
    ? [{ bool: { should: [terms('filter.cause', cause.codes), ...withWords(query)] } }]
    : []
}

/** Builds the two queries whose rankings are fused, each with the filters inside. */
export function buildBranches(params: SearchParams, vector: Float32Array, ignoring?: FacetKey) {
  const filter = [
    ...clausesWithout(buildFilters(params.filters), ignoring),
    ...ofNamedCause(params),
  ]
  return { lexical: buildLexical(params.query, filter), vector: buildVector(vector, filter) }
}

/**
 * Searches for the candidate window: ids with the fields of facets and sorts. Filters are inside both
 * branches, so that every candidate passes them. The window is the same in every order. `ignoring`
 * leaves out a facet's own filter, to count the facet.
 */
export function buildWindowSearch(
  params: SearchParams,
  vector: Float32Array,
  ignoring?: FacetKey,
): Clause {
  const { lexical, vector: nearest } = buildBranches(params, vector, ignoring)
  return {
    size: WINDOW,
    query: { hybrid: { pagination_depth: WINDOW, queries: [lexical, nearest] } },
    search_pipeline: FUSION,
    // Reading the stored id of two hundred hits would take a quarter of the search.
    stored_fields: '_none_',
    docvalue_fields: windowFields(params, ignoring),
    track_total_hits: false,
  }
}

/** Matches words of the classification, which is shown as a reason but does not find hits. */
const buildClassification = (query: string): Clause => ({
  match: {
    'query.classification': firstWords(withoutFunctionWords(query), MAX_WORDS.discovery),
  },
})

/** Reads the documents of one page of the window, with the passages that match the words. */
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
    // 300 characters are two or three sentences; indexed texts have at most 2,000.
    fragment_size: 300,
    number_of_fragments: 2,
    fields: { 'query.programs': {}, 'query.mission': {}, 'query.website': {} },
  },
  track_total_hits: false,
})

/** Counts documents with a vector; without any, discovery is not possible. */
export const buildVectorCount = (): Clause => ({
  size: 0,
  query: { exists: { field: 'vector.cause' } },
  track_total_hits: 1,
  terminate_after: 1,
})
