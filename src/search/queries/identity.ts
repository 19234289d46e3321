import { parseTypedEin } from '../../domain/ein.ts'
import { normalizeName } from '../../domain/names.ts'
import type { SearchParams } from '../params.ts'
import { buildFacets } from './facets.ts'
import { buildFilters, type Clause, clausesWithout } from './filters.ts'
import { MOST_WORDS } from './first-words.ts'
import { buildSort } from './sorts.ts'

/** Names the ranking; raised whenever a boost or clause changes. */
export const IDENTITY_VERSION = 'identity-2'

/** The names by which a hit tells which clause it matched, where its own names do not tell. */
export const CLAUSES = { ein: 'ein', acronym: 'acronym' } as const

// Exact matches stand above any sum of word scores (at most some 60 for ten rare words), and
// among themselves tie, so that prominence decides between organizations of one name.
const EXACT = { ein: 10_000, name: 1_000, alias: 900 }
// An acronym is a whole name to those who use it, but many organizations share one: above
// partial matches of one word, below good matches of several.
const ACRONYM = 12

const constant = (field: string, value: string, boost: number, name?: string): Clause => ({
  constant_score: { filter: { term: { [field]: value } }, boost, ...(name && { _name: name }) },
})

/** Clauses that hold for exact matches only; none when the query has no letters or digits. */
export function exactClauses(query: string): Clause[] {
  const ein = parseTypedEin(query)
  const key = normalizeName(query)
  return [
    ...(ein ? [constant('ein', ein, EXACT.ein, CLAUSES.ein)] : []),
    ...(key ? [constant('query.nameKey', key, EXACT.name)] : []),
    ...(key ? [constant('query.aliasKey', key, EXACT.alias)] : []),
  ]
}

/**
 * Word matches on one name field: the words as they are, misspelt, cut short or run together.
 * Every clause looks at the same words, so their sum rewards the name that agrees in most ways.
 */
function nameClauses(field: 'query.name' | 'query.alias', words: string): Clause {
  return {
    bool: {
      should: [
        { match: { [field]: { query: words, minimum_should_match: '2<75%', boost: 1 } } },
        ...(isNoSentence(words) ? misspeltClauses(field, words) : []),
        { match_phrase: { [field]: { query: words, slop: 1, boost: 0.6 } } },
      ],
      minimum_should_match: 1,
    },
  }
}

// No registered name is longer; a longer text is a sentence, and its misspellings and trigrams
// would exceed the 1,024 clauses the engine takes.
const LONGEST_NAME = { words: 20, characters: 200 }

const isNoSentence = (words: string): boolean =>
  words.length <= LONGEST_NAME.characters && words.split(' ').length <= LONGEST_NAME.words

// Each of them is two clauses, one a name field: trigrams and whole words of the longest name need
// the other six hundred.
const MOST_MISSPELLINGS = 200
const MOST_MISSPELLINGS_OF_A_WORD = 30

const expansionsOf = (words: string): number =>
  Math.min(MOST_MISSPELLINGS_OF_A_WORD, Math.floor(MOST_MISSPELLINGS / words.split(' ').length))

const misspeltClauses = (field: string, words: string): Clause[] => [
  {
    match: {
      [field]: {
        query: words,
        fuzziness: 'AUTO:4,8',
        // The first letter is right in nine of ten misspellings, and fixing it keeps the
        // expansion small; trigrams catch the tenth.
        prefix_length: 1,
        max_expansions: expansionsOf(words),
        minimum_should_match: '2<75%',
        boost: 0.7,
      },
    },
  },
  // Six of ten trigrams survive one typo in each of two words of eight letters; at half, every
  // name with the one long word of a short query would match. A word of up to five letters
  // must have all of its three: "food" is not in "Driftwood".
  {
    match: {
      [`${field}.trigrams`]: { query: words, minimum_should_match: '3<60%', boost: 0.5 },
    },
  },
]

const prefixClause = (words: string): Clause => ({
  match: {
    'query.name.prefix': { query: words, operator: 'and', boost: 0.4 },
  },
})

const NAME_AND_PLACE = ['query.name', 'query.alias', 'query.place']
const PLACED_BOOST = 3

/**
 * A name with the place it is in ("First Baptist Church Dallas"): each word is one of the name's
 * or the place's, and each of the two has one. It tells organizations of one name apart.
 */
const placedClause = (words: string): Clause => ({
  bool: {
    must: {
      multi_match: { query: words, type: 'cross_fields', operator: 'and', fields: NAME_AND_PLACE },
    },
    filter: [
      { multi_match: { query: words, fields: ['query.name', 'query.alias'] } },
      { match: { 'query.place': words } },
    ],
    boost: PLACED_BOOST,
  },
})

/** The clause that finds and ranks organizations by what they are called. */
export function buildIdentityClause(query: string): Clause {
  const words = normalizeName(query).split(' ').slice(0, MOST_WORDS.identity).join(' ')
  const acronym = words.replaceAll(' ', '')
  const loose: Clause[] = words
    ? [
        {
          dis_max: {
            // A former or trade name counts a little less than the name itself.
            queries: [
              nameClauses('query.name', words),
              { bool: { must: nameClauses('query.alias', words), boost: 0.9 } },
            ],
            // A name that agrees in both is more likely meant, by a little.
            tie_breaker: 0.1,
          },
        },
        prefixClause(words),
        placedClause(words),
        constant('query.acronym', acronym, ACRONYM, CLAUSES.acronym),
      ]
    : []
  const should = [...exactClauses(query), ...loose]
  return should.length > 0 ? { bool: { should, minimum_should_match: 1 } } : { match_none: {} }
}

/** How many exact matches there are within the filters; what `Resolution` is read from. */
function buildExactCount(params: SearchParams): Clause {
  const exact = exactClauses(params.query)
  const filter = clausesWithout(buildFilters(params.filters))
  const named = { bool: { should: exact, minimum_should_match: 1, filter } }
  return exact.length > 0 ? { exact: { filter: named } } : {}
}

/** Identity search (decisions part 7): by EIN, name, former and trade name, acronym. */
export function buildIdentitySearch(params: SearchParams): Clause {
  const clauses = buildFilters(params.filters)
  const query = buildIdentityClause(params.query)
  return {
    from: (params.page - 1) * params.limit,
    size: isBestFirst(params) ? Math.max(params.limit, CANDIDATES) : params.limit,
    query: {
      bool: { must: query, filter: params.facets ? clauses.others : clausesWithout(clauses) },
    },
    aggs: { ...buildExactCount(params), ...(params.facets && buildFacets(clauses)) },
    // Facets count what their own filter would hide, so with facets the filters come after.
    ...(params.facets && { post_filter: { bool: { filter: clausesWithout(clauses) } } }),
    sort: buildSort(params.sort),
    track_scores: true,
    track_total_hits: true,
    _source: ['ein', 'display'],
  }
}

// Three candidates are shown; a fourth tells nothing more.
export const CANDIDATES = 3

/** True when a page begins with the best matches, so that `Resolution` can be read from it. */
export const isBestFirst = ({ page, sort }: SearchParams): boolean =>
  page === 1 && sort === 'Relevance'

/** The best matches, for a page that begins elsewhere. */
export const buildBestSearch = (params: SearchParams): Clause =>
  buildIdentitySearch({
    ...params,
    page: 1,
    limit: CANDIDATES,
    sort: 'Relevance',
    facets: false,
  })
