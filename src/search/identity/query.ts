import { cityInState } from '../../domain/name-keys.ts'
import { tellingWords, typedAcronyms } from '../../domain/names.ts'
import { buildPage, FACETS } from '../facets.ts'
import { type Clause, constant, term, within } from '../filter-table.ts'
import { buildFilters } from '../filters.ts'
import { buildSort, type Closeness, type SearchParams } from '../params.ts'
import { MAX_WORDS, type Readings, type TypedName, type TypedPlace } from './readings.ts'

/** Raise it whenever a boost or clause changes. */
export const IDENTITY_VERSION = 'identity-6'

const EIN_SCORE = 40_000

// A hit has the score of its highest tier. Steps of 200 order equal names, and word scores, which
// stay below 150, order the hits of a tier.
const WHOLE = {
  exactName: 12_000,
  exactAlias: 11_800,
  wordSet: 11_600,
  compact: 11_400,
  acronym: 8_000,
  begins: 6_000,
  aliasBegins: 5_800,
  words: 5_000,
  misspelt: 5_500,
  cut: 5_300,
  misspeltWords: 5_000,
  abbreviated: 5_200,
  beginning: 4_800,
}
type Tier = keyof typeof WHOLE

// For a name without the typed place. With PLACES, the name in the city is just below the same match of
// the whole query ("University of Pennsylvania"), and its words in the city pass the name elsewhere.
const WITHOUT_PLACE: Record<Tier, number> = {
  exactName: 7_000,
  exactAlias: 6_900,
  wordSet: 6_800,
  compact: 6_700,
  acronym: 4_400,
  begins: 4_000,
  aliasBegins: 3_900,
  words: 3_800,
  misspelt: 4_000,
  cut: 3_200,
  misspeltWords: 3_000,
  abbreviated: 3_100,
  beginning: 2_800,
}
const PLACES = { zip: 4_100, city: 4_000, near: 3_000, state: 2_500 }

const tierOf = (tier: Tier, { place }: TypedName): number => (place ? WITHOUT_PLACE : WHOLE)[tier]

/** Shorter keys without spaces equal other names by chance. */
export const MIN_COMPACT = 5

export const wordsOf = (name: string): string =>
  tellingWords(name).slice(0, MAX_WORDS.identity).join(' ')

/**
 * Requires the typed place, if there is one, and keeps the score of the clause. Words that may be a
 * city ("Valley Refugees UT") need an organization there, because in the state they find any other.
 */
function inPlace(must: Clause, { place, isOnlyThere }: TypedName): Clause {
  if (!place) return must
  const isCity = isOnlyThere && place.city !== undefined
  const should = placeFilters(place).flatMap(([filter, boost]) =>
    isCity && boost === PLACES.state ? [] : [filter],
  )
  return { bool: { must, filter: { bool: { should } } } }
}

/** Builds the clauses of one reading that equal a whole name, or whose words all match. */
function closeClauses(typed: TypedName): Clause[] {
  const { text, name, wordSet, compact, place, isOnlyThere } = typed
  const allWords = {
    multi_match: {
      query: wordsOf(name),
      type: 'cross_fields',
      operator: 'and',
      fields: ['query.name', 'query.alias'],
    },
  }
  // A number is whole, and so are words that may be a place or part of the name; otherwise the last
  // word is unfinished.
  const isUncertain = isOnlyThere && !(place?.city && place.state)
  const begun = isUncertain || /\d$/.test(name) ? `${name} ` : name
  const exact: [filter: Clause, tier: Tier][] = [
    [term('query.nameKey', name), 'exactName'],
    [term('query.aliasKey', name), 'exactAlias'],
    [term('query.wordSet', wordSet), 'wordSet'],
  ]
  if (compact.length >= MIN_COMPACT) exact.push([term('query.compact', compact), 'compact'])
  const others: [filter: Clause, tier: Tier][] = [
    [{ terms: { 'query.acronym': typedAcronyms(text) } }, 'acronym'],
    [{ prefix: { 'query.nameKey': begun } }, 'begins'],
    [{ prefix: { 'query.aliasKey': begun } }, 'aliasBegins'],
    [allWords, 'words'],
  ]
  return [
    ...exact.map(([filter, tier]) =>
      constant(isOnlyThere ? inPlace(filter, typed) : filter, tierOf(tier, typed)),
    ),
    ...others.map(([filter, tier]) => constant(inPlace(filter, typed), tierOf(tier, typed))),
  ]
}

// Fewer letters begin unrelated names.
const MIN_CUT = 10

// No registered name is longer. The misspellings of a sentence would exceed the 1,024 clauses that the
// engine accepts.
const LONGEST_NAME = { words: 20, characters: 200 }

/** Returns whether the telling words of a reading are few enough to be a misspelled name. */
export const isNoSentence = (words: string): boolean =>
  words.length <= LONGEST_NAME.characters && words.split(' ').length <= LONGEST_NAME.words

const SEVERAL = 3

// In each of two clauses and two fields.
const MAX_MISSPELLINGS = 200
const MAX_MISSPELLINGS_OF_A_WORD = 30

const expansionsOf = (words: string, readings: number): number =>
  Math.min(
    MAX_MISSPELLINGS_OF_A_WORD,
    Math.floor(MAX_MISSPELLINGS / (words.split(' ').length * readings)),
  )

/**
 * Builds the clauses of one reading that match a misspelled name and, if `Loose`, a name that the
 * reading begins with, or most words of a name.
 */
function looseClauses(
  typed: TypedName,
  readings: number,
  closeness: Exclude<Closeness, 'Close'>,
): Clause[] {
  const { name, compact, place, isOnlyThere } = typed
  const query = wordsOf(name)
  const fields = ['query.name', 'query.alias^0.9']
  const match = (more: Clause, boost: number): Clause => ({
    multi_match: { query, fields, type: 'best_fields', tie_breaker: 0.1, ...more, boost },
  })
  const misspelt = {
    // Among several words, a short one may be misspelled too: "hokcing hils fod bnk".
    fuzziness: query.split(' ').length < SEVERAL ? 'AUTO:4,8' : 'AUTO:3,8',
    prefix_length: 1,
    max_expansions: expansionsOf(query, readings),
  }
  const near = { fuzzy: { 'query.compact': { value: compact, fuzziness: 'AUTO:5,10' } } }
  // "Looking Glass Playho" of "Lookingglass Playhouse"
  const cut = { prefix: { 'query.compact': compact } }
  const most = { minimum_should_match: '2<75%' }
  const every = isNoSentence(query)
    ? [
        ...(compact.length < MIN_COMPACT ? [] : [constant(near, tierOf('misspelt', typed))]),
        ...(compact.length < MIN_CUT ? [] : [constant(cut, tierOf('cut', typed))]),
        constant(match({ ...misspelt, operator: 'and' }, 1), tierOf('misspeltWords', typed)),
        abbreviated(query, tierOf('abbreviated', typed)),
      ]
    : []
  // "Ecumen Mankato", whose registered city is another. Only cities of the gazetteer have an area.
  const elsewhere =
    isOnlyThere && place?.area && closeness === 'Loose'
      ? [constant(term('query.nameKey', name), tierOf('beginning', typed))]
      : []
  const begun = beginningsOf(typed).map(({ beginning, words }) =>
    constant(term('query.nameKey', beginning), tierOf('beginning', typed) + PER_WORD * words),
  )
  const some = [
    ...begun,
    match(most, WORD_BOOSTS.most),
    ...(every.length > 0 ? [match({ ...misspelt, ...most }, WORD_BOOSTS.misspelt)] : []),
  ]
  const clauses = closeness === 'Loose' ? [...some, ...every] : every
  return isOnlyThere ? [...elsewhere, ...clauses.map((clause) => inPlace(clause, typed))] : clauses
}

// "Conn. Nurses Assn.": each word begins one of the name, and rarer words rank higher.
const abbreviated = (query: string, boost: number): Clause => {
  const fields = ['query.name.prefix', 'query.alias.prefix']
  const begins = { multi_match: { query, fields, operator: 'and' } }
  return { bool: { must: begins, should: constant(begins, boost) } }
}

// A rare word of a name scores about 10, so with these boosts words outweigh prominence.
const WORD_BOOSTS = { most: 30, misspelt: 20 }

// More than the prominence of a shorter name adds.
const PER_WORD = 80

/** Returns names that a reading begins with: "Eureka Water" for "Eureka Water Company". */
export function beginningsOf({ name }: TypedName): { beginning: string; words: number }[] {
  const all = name.split(' ').slice(0, LONGEST_NAME.words)
  const least = Math.max(2, Math.ceil(all.length / 2))
  return all.flatMap((_, words) => {
    const beginning = all.slice(0, words).join(' ')
    return words < least || tellingWords(beginning).length < 2 ? [] : [{ beginning, words }]
  })
}

/** Returns the filters of a typed place, with what they add to the score. */
function placeFilters({ city, state, zip, counties, area }: TypedPlace) {
  const inState: Clause[] = state ? [{ term: { 'filter.state': state } }] : []
  const inCity = city && term('filter.city', state ? cityInState(city, state) : city)
  const all: [filter: Clause | undefined, boost: number][] = [
    [zip === undefined ? undefined : { term: { 'filter.zip': zip } }, PLACES.zip],
    [inCity || undefined, PLACES.city],
    [counties && { terms: { 'filter.county': counties } }, PLACES.city],
    [area && within(area), PLACES.near],
    [inState[0], PLACES.state],
  ]
  return all.flatMap(([filter, boost]): [Clause, number][] => (filter ? [[filter, boost]] : []))
}

// Misspellings cost most, and the whole query and its likeliest place come first.
const LOOSE_READINGS = 3

/** Returns the readings that a search compares with names. */
export const comparedNames = ({ names }: Readings, closeness: Closeness): TypedName[] =>
  closeness === 'Close' ? names : names.slice(0, LOOSE_READINGS)

/** Builds the clauses that a name or alias equals the whole query, word by word. */
export const equalNameClauses = ({ names }: Readings): Clause[] =>
  names
    .slice(0, 1)
    .flatMap(({ name }) => [term('query.nameKey', name), term('query.aliasKey', name)])

// Organizations with a return or postcard come before those that are only registered. Revenue of a
// trillion dollars adds 180, so that it never passes a tier. Among names that match loosely, the words
// count more: MRR@10 of 583 judged names in 790,000 rises from 0.948 to 0.952.
const CLOSE_WEIGHTS = { filed: 170, prominence: 15 }
const LOOSE_WEIGHTS = { filed: 40, prominence: 5 }

// People type a short common form of a famous name: "Red Cross", "St. Jude". From $100 million, log10
// of the revenue lets a name with these words pass small organizations of exactly that name.
const SHORT_FORM_WORDS = 2
const FAMOUS = { from: 8, zero: 6, perUnit: 2_000, most: 12 }

const isShortForm = ([whole]: readonly TypedName[]): boolean =>
  whole !== undefined && tellingWords(whole.name).length <= SHORT_FORM_WORDS

/** Adds (log10 revenue − 6) × 2,000 to organizations of at least $100 million. */
const famous = (): Clause => ({
  filter: { range: { 'sort.prominence': { gte: FAMOUS.from } } },
  linear: {
    'sort.prominence': {
      origin: FAMOUS.most,
      scale: (FAMOUS.most - FAMOUS.zero) / 2,
      decay: 0.5,
    },
  },
  weight: (FAMOUS.most - FAMOUS.zero) * FAMOUS.perUnit,
})

// Above every tier: the post of another number is never meant.
const NUMBERS = { notContradicted: 20_000, same: 8_000, none: 100 }
const unnumbered = { bool: { must_not: { exists: { field: 'query.number' } } } }

/**
 * Ranks names with one of the typed numbers first, and names with other numbers last. Without a typed
 * number, names without one come first among equals.
 */
function byNumbers(numbers: readonly string[]): Clause[] {
  if (numbers.length === 0) return [{ filter: unnumbered, weight: NUMBERS.none }]
  const same = { terms: { 'query.number': numbers } }
  return [
    { filter: { bool: { should: [same, unnumbered] } }, weight: NUMBERS.notContradicted },
    { filter: same, weight: NUMBERS.same },
  ]
}

/** Builds the clause that finds and ranks organizations by name. */
function buildIdentityClause(query: Readings, closeness: Closeness): Clause {
  const { ein } = query
  const readings = comparedNames(query, closeness)
  const { filed, prominence } = closeness === 'Close' ? CLOSE_WEIGHTS : LOOSE_WEIGHTS
  const queries = [
    ...(ein ? [constant(term('ein', ein), EIN_SCORE)] : []),
    ...readings.flatMap((typed) =>
      closeness === 'Close' ? closeClauses(typed) : looseClauses(typed, readings.length, closeness),
    ),
  ]
  if (queries.length === 0) return { match_none: {} }
  const places = readings.flatMap(({ place }) =>
    (place ? placeFilters(place) : []).map(([filter, boost]) => constant(filter, boost)),
  )
  const words = readings.map(({ name }) => ({ match: { 'query.name': wordsOf(name) } }))
  return {
    function_score: {
      query: {
        bool: {
          must: { dis_max: { queries } },
          should: [
            ...(places.length > 0 ? [{ dis_max: { queries: places } }] : []),
            ...(closeness === 'Close' && words.length > 0 ? [{ dis_max: { queries: words } }] : []),
          ],
        },
      },
      functions: [
        { filter: { exists: { field: 'filter.form' } }, weight: filed },
        { field_value_factor: { field: 'sort.prominence', factor: prominence, missing: 0 } },
        ...(isShortForm(readings) && closeness === 'Close' ? [famous()] : []),
        ...byNumbers(query.numbers),
      ],
      score_mode: 'sum',
      boost_mode: 'sum',
    },
  }
}

/** Builds the search by EIN, name, former name, trade name, and acronym. */
export function buildIdentitySearch(
  params: SearchParams,
  readings: Readings,
  closeness: Closeness,
): Clause {
  const must = buildIdentityClause(readings, closeness)
  return {
    ...buildPage(FACETS, params, buildFilters(params.filters), must),
    ...(isBestFirst(params) && { size: Math.max(params.limit, READ) }),
    sort: buildSort(params.sort, params.order),
    track_scores: true,
    _source: ['ein', 'display', ...ADDRESS_FIELDS],
  }
}

/** What `hits.ts` compares with a typed place. */
export const ADDRESS_FIELDS = ['city', 'state', 'zip', 'county', 'location'].map(
  (field) => `filter.${field}`,
)

/** How many candidates of a resolution are shown. */
export const CANDIDATES = 3
// A famous organization may come before those of exactly the typed name.
const READ = 8

/** Whether a page begins with the best matches, so that `Resolution` can be read from it. */
export const isBestFirst = ({ page, sort }: SearchParams): boolean =>
  page === 1 && sort === 'Relevance'

/** Searches for the best matches, for a page that does not begin with them. */
export const buildBestSearch = (
  params: SearchParams,
  readings: Readings,
  closeness: Closeness,
): Clause => ({
  ...buildIdentitySearch(
    { ...params, page: 1, limit: READ, sort: 'Relevance', facets: false },
    readings,
    closeness,
  ),
  // The page counts the hits.
  track_total_hits: false,
})
