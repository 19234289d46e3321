import { parseTypedEin } from '../../domain/ein.ts'
import { normalizeName, typedAcronyms } from '../../domain/names.ts'
import type { SearchParams } from '../params.ts'
import { buildFacets } from './facets.ts'
import { buildFilters, type Clause, clausesWithout, type FieldOf } from './filters.ts'
import { MOST_WORDS } from './first-words.ts'
import { placedClauses, placedNameFilters } from './placed-names.ts'
import { buildSort } from './sorts.ts'

/** Raise it whenever a boost or clause changes. */
export const IDENTITY_VERSION = 'identity-3'

/**
 * Names of the clauses that a hit matched, if its own names do not show it. Only trigrams have
 * none, so a hit without any was found by trigrams alone.
 */
export const CLAUSES = {
  ein: 'ein',
  placedName: 'placed-name',
  acronym: 'acronym',
  begins: 'begins',
  aliasBegins: 'alias-begins',
  words: 'words',
  misspelt: 'misspelt',
  prefix: 'prefix',
  placed: 'placed',
} as const

// Tiers are at least a thousand apart, more than any sum of word scores (about 300 for ten rare
// words). A hit has the score of its highest tier, and words decide within a tier. People use an
// acronym as a complete name, and they type the beginning of a name first.
const TIERS = {
  ein: 10_000,
  exactName: 6_000,
  exactAlias: 5_000,
  placedName: 4_000,
  acronym: 3_000,
  begins: 2_000,
  aliasBegins: 1_000,
}

type QueryField = FieldOf<'query'>

const constant = (
  field: 'ein' | QueryField,
  value: string,
  boost: number,
  name?: string,
): Clause => ({
  constant_score: { filter: { term: { [field]: value } }, boost, ...(name && { _name: name }) },
})

/** Builds the clauses of exact matches; none when the query has no letters or digits. */
export function exactClauses(query: string): Clause[] {
  const ein = parseTypedEin(query)
  const key = normalizeName(query)
  return [
    ...(ein ? [constant('ein', ein, TIERS.ein, CLAUSES.ein)] : []),
    ...(key ? [constant('query.nameKey', key, TIERS.exactName)] : []),
    ...(key ? [constant('query.aliasKey', key, TIERS.exactAlias)] : []),
  ]
}

/**
 * Matches words in one name field: exact, misspelled, by trigrams and as a phrase. The sum of their
 * scores rewards the name that agrees in most ways.
 */
function nameClauses(field: QueryField, words: string): Clause {
  return {
    bool: {
      should: [
        {
          match: {
            [field]: {
              query: words,
              minimum_should_match: '2<75%',
              _name: `${CLAUSES.words}:${field}`,
            },
          },
        },
        ...(isNoSentence(words) ? misspeltClauses(field, words) : []),
        { match_phrase: { [field]: { query: words, slop: 1, boost: 0.6 } } },
      ],
      minimum_should_match: 1,
    },
  }
}

// No registered name is longer. The misspellings and trigrams of a sentence would exceed the 1,024
// clauses that the engine accepts.
const LONGEST_NAME = { words: 20, characters: 200 }

const isNoSentence = (words: string): boolean =>
  words.length <= LONGEST_NAME.characters && words.split(' ').length <= LONGEST_NAME.words

// Each is a clause in both name fields. Trigrams and words of the longest name need the other 600
// clauses.
const MOST_MISSPELLINGS = 200
const MOST_MISSPELLINGS_OF_A_WORD = 30

const expansionsOf = (words: string): number =>
  Math.min(MOST_MISSPELLINGS_OF_A_WORD, Math.floor(MOST_MISSPELLINGS / words.split(' ').length))

const misspeltClauses = (field: QueryField, words: string): Clause[] => [
  {
    match: {
      [field]: {
        query: words,
        fuzziness: 'AUTO:4,8',
        // The first letter is right in nine of ten misspellings, and fixing it limits the
        // expansion; trigrams find the tenth.
        prefix_length: 1,
        max_expansions: expansionsOf(words),
        minimum_should_match: '2<75%',
        boost: 0.7,
        _name: `${CLAUSES.misspelt}:${field}`,
      },
    },
  },
  // Six of ten trigrams survive one typo in each of two eight-letter words. At half, one long word
  // of a short query would match alone. Words of up to five letters need all three trigrams, so that
  // "food" does not match "Driftwood".
  {
    match: {
      [`${field}.trigrams`]: { query: words, minimum_should_match: '3<60%', boost: 0.5 },
    },
  },
]

const prefixClause = (words: string): Clause => ({
  match: {
    'query.name.prefix': { query: words, operator: 'and', boost: 0.4, _name: CLAUSES.prefix },
  },
})

const beginsClause = (field: QueryField, words: string, boost: number, name: string): Clause => ({
  constant_score: { filter: { prefix: { [field]: words } }, boost, _name: name },
})

/** Matches organizations whose whole name, followed by their place, is the query. */
function placedNameClauses(words: string): Clause[] {
  const should = words ? placedNameFilters(words) : []
  if (should.length === 0) return []
  const filter = { bool: { should } }
  return [{ constant_score: { filter, boost: TIERS.placedName, _name: CLAUSES.placedName } }]
}

/** Builds the tiers below exact matches; none when the query has no letters or digits. */
const tierClauses = (query: string, words: string): Clause[] =>
  words
    ? [
        ...placedNameClauses(words),
        {
          constant_score: {
            filter: { terms: { 'query.acronym': typedAcronyms(query) } },
            boost: TIERS.acronym,
            _name: CLAUSES.acronym,
          },
        },
        beginsClause('query.nameKey', words, TIERS.begins, CLAUSES.begins),
        beginsClause('query.aliasKey', words, TIERS.aliasBegins, CLAUSES.aliasBegins),
      ]
    : []

/** Builds the clause that finds and ranks organizations by name. */
function buildIdentityClause(query: string): Clause {
  const words = normalizeName(query).split(' ').slice(0, MOST_WORDS.identity).join(' ')
  const loose: Clause[] = words
    ? [
        {
          dis_max: {
            // A former or trade name counts a little less than the name itself.
            queries: [
              nameClauses('query.name', words),
              { bool: { must: nameClauses('query.alias', words), boost: 0.9 } },
            ],
            // An organization that matches in both fields is slightly more likely.
            tie_breaker: 0.1,
          },
        },
        prefixClause(words),
        ...placedClauses(words, CLAUSES.placed),
      ]
    : []
  const queries = [...exactClauses(query), ...tierClauses(query, words)]
  const should = [...(queries.length > 0 ? [{ dis_max: { queries } }] : []), ...loose]
  return should.length > 0 ? { bool: { should, minimum_should_match: 1 } } : { match_none: {} }
}

/** Counts the exact matches that pass the filters, for `Resolution`. */
function buildExactCounts(params: SearchParams): Clause {
  const filter = clausesWithout(buildFilters(params.filters))
  const count = (should: Clause[]) => ({
    filter: { bool: { should, minimum_should_match: 1, filter } },
  })
  const exact = exactClauses(params.query)
  const placed = placedNameClauses(normalizeName(params.query))
  return {
    ...(exact.length > 0 && { exact: count(exact) }),
    ...(placed.length > 0 && { placedName: count(placed) }),
  }
}

/** Builds the search by EIN, name, former name, trade name, and acronym. */
export function buildIdentitySearch(params: SearchParams): Clause {
  const clauses = buildFilters(params.filters)
  const query = buildIdentityClause(params.query)
  return {
    from: (params.page - 1) * params.limit,
    size: isBestFirst(params) ? Math.max(params.limit, CANDIDATES) : params.limit,
    query: {
      bool: { must: query, filter: params.facets ? clauses.others : clausesWithout(clauses) },
    },
    aggs: { ...buildExactCounts(params), ...(params.facets && buildFacets(clauses)) },
    // A facet ignores its own filter, so the filters apply after counting.
    ...(params.facets && { post_filter: { bool: { filter: clausesWithout(clauses) } } }),
    sort: buildSort(params.sort, params.order),
    track_scores: true,
    track_total_hits: true,
    _source: ['ein', 'display'],
  }
}

/** How many candidates of a resolution are shown. */
export const CANDIDATES = 3

/** Whether a page begins with the best matches, so that `Resolution` can be read from it. */
export const isBestFirst = ({ page, sort }: SearchParams): boolean =>
  page === 1 && sort === 'Relevance'

/** Searches for the best matches, for a page that does not begin with them. */
export const buildBestSearch = (params: SearchParams): Clause =>
  buildIdentitySearch({
    ...params,
    page: 1,
    limit: CANDIDATES,
    sort: 'Relevance',
    facets: false,
  })
