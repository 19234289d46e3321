import { typedAcronyms } from '../../domain/names.ts'
import { tellingWords, toCompactKey, toWordSetKey } from '../../domain/search-names.ts'
import type { Closeness } from '../params.ts'
import { type Clause, type FieldOf, within } from './filters.ts'
import { MAX_WORDS, type TypedName, type TypedPlace } from './typed-names.ts'

/** Names of the clauses that a hit matched, if its own names do not show it. */
export const CLAUSES = {
  ein: 'ein',
  exact: 'exact',
  placed: 'placed',
  acronym: 'acronym',
  words: 'words',
  city: 'city',
  near: 'near',
  state: 'state',
} as const

type Tiers = Record<Tier, number>
type Tier =
  | 'exactName'
  | 'exactAlias'
  | 'wordSet'
  | 'compact'
  | 'acronym'
  | 'begins'
  | 'aliasBegins'
  | 'words'
  | 'misspelt'
  | 'misspeltWords'
  | 'abbreviated'
  | 'beginning'

export const EIN_SCORE = 40_000

// A hit has the score of its highest tier. Steps of 200 order equal names, and word scores, which
// stay below 150, order the hits of a tier.
const WHOLE: Tiers = {
  exactName: 12_000,
  exactAlias: 11_800,
  wordSet: 11_600,
  compact: 11_400,
  acronym: 8_000,
  begins: 6_000,
  aliasBegins: 5_800,
  words: 5_000,
  misspelt: 5_500,
  misspeltWords: 5_000,
  abbreviated: 5_200,
  beginning: 4_800,
}

// For a name without the typed place. With PLACES, the name in the city is just below the same match of
// the whole query ("University of Pennsylvania"), and its words in the city pass the name elsewhere.
const WITHOUT_PLACE: Tiers = {
  exactName: 7_000,
  exactAlias: 6_900,
  wordSet: 6_800,
  compact: 6_700,
  acronym: 4_400,
  begins: 4_000,
  aliasBegins: 3_900,
  words: 3_800,
  misspelt: 4_000,
  misspeltWords: 3_000,
  abbreviated: 3_100,
  beginning: 2_800,
}
const PLACES = { zip: 4_100, city: 4_000, near: 3_000, state: 2_500 }

const tierOf = (tier: Tier, { place }: TypedName): number => (place ? WITHOUT_PLACE : WHOLE)[tier]

type QueryField = FieldOf<'query'>

/**
 * Builds a clause with a constant score. Of clauses with one name, the engine reports only the last, so
 * the score and the number of the reading are added, which `readMatched` removes.
 */
export const constant = (filter: Clause, boost: number, name?: string, reading = 0): Clause => ({
  constant_score: { filter, boost, ...(name && { _name: `${name}#${boost}.${reading}` }) },
})

export const term = (field: 'ein' | QueryField, value: string): Clause => ({
  term: { [field]: value },
})

// Shorter keys without spaces equal other names by chance.
const MIN_COMPACT = 5

export const wordsOf = (name: string): string =>
  tellingWords(name).slice(0, MAX_WORDS.identity).join(' ')

/**
 * Requires the typed place, if there is one, and keeps the score of the clause. Words that may be a
 * city ("Valley Refugees UT") need an organization there, because in the state they find any other.
 */
function inPlace(must: Clause, { place, isOnlyThere }: TypedName): Clause {
  if (!place) return must
  const isCity = isOnlyThere && place.city !== undefined
  const should = placeFilters(place).flatMap(([filter, , level]) =>
    isCity && level === CLAUSES.state ? [] : [filter],
  )
  return { bool: { must, filter: { bool: { should } } } }
}

/** Builds the clauses of one reading of the query that equal a whole name. */
function exactClauses(typed: TypedName): Clause[] {
  const { text, name, place, isOnlyThere, number } = typed
  const compact = toCompactKey(text)
  const clauses: [filter: Clause, tier: Tier][] = [
    [term('query.nameKey', name), 'exactName'],
    [term('query.aliasKey', name), 'exactAlias'],
    [term('query.wordSet', toWordSetKey(name)), 'wordSet'],
  ]
  if (compact.length >= MIN_COMPACT) clauses.push([term('query.compact', compact), 'compact'])
  return clauses.map(([filter, tier]) =>
    constant(
      isOnlyThere ? inPlace(filter, typed) : filter,
      tierOf(tier, typed),
      place ? CLAUSES.placed : CLAUSES.exact,
      number,
    ),
  )
}

/** Builds the clauses of one reading whose words all match. */
export function closeClauses(typed: TypedName): Clause[] {
  const { text, name, isOnlyThere, number } = typed
  const allWords = {
    multi_match: {
      query: wordsOf(name),
      type: 'cross_fields',
      operator: 'and',
      fields: ['query.name', 'query.alias'],
    },
  }
  // Words that may be a place or part of the name are whole words; otherwise the last is unfinished.
  const begun = isOnlyThere ? `${name} ` : name
  const clauses: [filter: Clause, tier: Tier, name: string][] = [
    [{ terms: { 'query.acronym': typedAcronyms(text) } }, 'acronym', CLAUSES.acronym],
    [{ prefix: { 'query.nameKey': begun } }, 'begins', CLAUSES.words],
    [{ prefix: { 'query.aliasKey': begun } }, 'aliasBegins', CLAUSES.words],
    [allWords, 'words', CLAUSES.words],
  ]
  return [
    ...exactClauses(typed),
    ...clauses.map(([filter, tier, called]) =>
      constant(inPlace(filter, typed), tierOf(tier, typed), called, number),
    ),
  ]
}

// No registered name is longer. The misspellings of a sentence would exceed the 1,024 clauses that the
// engine accepts.
const LONGEST_NAME = { words: 20, characters: 200 }

const isNoSentence = (words: string): boolean =>
  words.length <= LONGEST_NAME.characters && words.split(' ').length <= LONGEST_NAME.words

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
export function looseClauses(
  typed: TypedName,
  readings: number,
  closeness: Exclude<Closeness, 'Close'>,
): Clause[] {
  const { name, text, place, isOnlyThere, number } = typed
  const query = wordsOf(name)
  const compact = toCompactKey(text)
  const fields = ['query.name', 'query.alias^0.9']
  const match = (more: Clause, boost: number): Clause => ({
    multi_match: { query, fields, type: 'best_fields', tie_breaker: 0.1, ...more, boost },
  })
  const misspelt = {
    fuzziness: 'AUTO:4,8',
    prefix_length: 1,
    max_expansions: expansionsOf(query, readings),
  }
  const near = { fuzzy: { 'query.compact': { value: compact, fuzziness: 'AUTO:5,10' } } }
  const most = { minimum_should_match: '2<75%' }
  const every = isNoSentence(query)
    ? [
        ...(compact.length < MIN_COMPACT
          ? []
          : [constant(near, tierOf('misspelt', typed), CLAUSES.words, number)]),
        constant(match({ ...misspelt, operator: 'and' }, 1), tierOf('misspeltWords', typed)),
        abbreviated(query, tierOf('abbreviated', typed)),
      ]
    : []
  // "Ecumen Mankato", whose registered city is another. Only cities of the gazetteer have an area.
  const elsewhere =
    isOnlyThere && place?.area && closeness === 'Loose'
      ? [constant(term('query.nameKey', name), tierOf('beginning', typed), CLAUSES.placed, number)]
      : []
  const some = [
    ...beginningClauses(typed),
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

/** Matches names that the reading begins with: "Eureka Water" for "Eureka Water Company". */
function beginningClauses(typed: TypedName): Clause[] {
  const words = typed.name.split(' ').slice(0, LONGEST_NAME.words)
  const least = Math.max(2, Math.ceil(words.length / 2))
  return words.flatMap((_, at) => {
    const name = words.slice(0, at).join(' ')
    return at < least || tellingWords(name).length < 2
      ? []
      : [
          constant(
            term('query.nameKey', name),
            tierOf('beginning', typed) + PER_WORD * at,
            CLAUSES.words,
            typed.number,
          ),
        ]
  })
}

type PlaceFilter = [filter: Clause, boost: number, name: string]

/** Returns the filters of a typed place, with what they add to the score. */
export function placeFilters({ city, state, zip, counties, area }: TypedPlace): PlaceFilter[] {
  const inState: Clause[] = state ? [{ term: { 'filter.state': state } }] : []
  const all: [filter: Clause | undefined, boost: number, name: string][] = [
    [zip === undefined ? undefined : { term: { 'filter.zip': zip } }, PLACES.zip, CLAUSES.city],
    [
      city === undefined
        ? undefined
        : { bool: { filter: [{ term: { 'filter.city': city } }, ...inState] } },
      PLACES.city,
      CLAUSES.city,
    ],
    [counties && { terms: { 'filter.county': counties } }, PLACES.city, CLAUSES.city],
    [area && within(area), PLACES.near, CLAUSES.near],
    [inState[0], PLACES.state, CLAUSES.state],
  ]
  return all.flatMap(([filter, boost, name]): PlaceFilter[] =>
    filter ? [[filter, boost, name]] : [],
  )
}
