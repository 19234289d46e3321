import type { OrganizationDisplay } from '#mappings/organization-document.ts'

import { parseTypedEin } from '../domain/ein.ts'
import { knownFields } from '../domain/known-fields.ts'
import { normalizeName, tokenize, typedNameKeys } from '../domain/names.ts'
import { type Clause, constant } from './filter-table.ts'
import { buildSort } from './params.ts'
import { request, type SearchDeps } from './search.ts'

/** A suggested organization. */
export type Suggestion = {
  ein: string
  name: string
  /** Another of its names, if only that one begins as typed. */
  otherName?: string
  city?: string
  state?: string
  country?: string
  form?: string
}

type SuggestedDisplay = Pick<
  OrganizationDisplay,
  'name' | 'names' | 'city' | 'state' | 'country' | 'primaryForm'
>
type SuggestedSource = { ein: string; display: SuggestedDisplay }
type SuggestedHit = { _source?: SuggestedSource }

/** Reads the hits of `buildSuggestions`. */
export const readSuggestions = (hits: readonly SuggestedHit[], typed: string): Suggestion[] => {
  const keys = typedNameKeys(typed)
  return hits.flatMap(({ _source }) => (_source ? [toSuggestion(_source, keys)] : []))
}

function toSuggestion({ ein, display }: SuggestedSource, keys: readonly string[]): Suggestion {
  const { name, names, city, state, country, primaryForm: form } = display
  const isBegun = (text: string) => keys.some((key) => normalizeName(text).startsWith(key))
  const otherName = isBegun(name) ? undefined : names.find(({ value }) => isBegun(value))?.value
  return knownFields({ ein, name, otherName, city, state, country, form })
}

/** As many as fit between the search box and a phone's keyboard. */
const MAX_SUGGESTIONS = 8

// Within a tier, prominent organizations come first, because people mostly mean those. A whole
// acronym is stronger than a name that begins with it.
const TIERS = { ein: 6, acronym: 5, name: 4, alias: 3, words: 2 }

// Most names have a word that begins with any two letters, so two must begin the whole name.
const MIN_OF_WORD = 3
// The index holds prefixes of words up to this length (mappings, name_prefix).
const LONGEST_PREFIX = 15
// No name has more words, and each becomes a clause.
const MAX_WORDS = 20

/** Matches organizations whose EIN or any name begins as typed, or whose acronym is the text. */
export function buildSuggestions(typed: string): Clause {
  const keys = typedNameKeys(typed)
  const queries = [
    ...einClauses(typed),
    ...acronymClauses(typed),
    ...keys.map((key) => constant({ prefix: { 'query.nameKey': key } }, TIERS.name)),
    ...keys.map((key) => constant({ prefix: { 'query.aliasKey': key } }, TIERS.alias)),
    ...keys.flatMap((key) => wordClauses(key, MAX_WORDS)),
  ]
  return toBody(queries)
}

/** Matches names whose words begin almost as typed. */
export const buildNearSuggestions = (typed: string): Clause =>
  toBody(typedNameKeys(typed).flatMap((key) => wordClauses(key, MAX_MISSPELT_WORDS, NEARNESS)))

function toBody(queries: Clause[]): Clause {
  return {
    size: MAX_SUGGESTIONS,
    query: queries.length > 0 ? { dis_max: { queries } } : { match_none: {} },
    sort: buildSort('Relevance'),
    track_total_hits: false,
    _source: SHOWN.map((field) => (field === 'ein' ? field : `display.${field}`)),
  }
}

const SHOWN = ['ein', 'name', 'names', 'city', 'state', 'country', 'primaryForm']

function einClauses(typed: string): Clause[] {
  const digits = typed.replaceAll(/\D/g, '')
  const isBegun = /^[\d\s-]+$/.test(typed) && digits.length >= 2
  const whole = parseTypedEin(typed)
  return [
    ...(isBegun ? [constant({ prefix: { ein: digits } }, TIERS.ein)] : []),
    ...(whole ? [constant({ term: { ein: whole } }, TIERS.ein)] : []),
  ]
}

function acronymClauses(typed: string): Clause[] {
  const letters = tokenize(typed).join('')
  return letters.length < MIN_OF_WORD
    ? []
    : [constant({ term: { 'query.acronym': letters } }, TIERS.acronym)]
}

/** Each of the first words begins a word of the name, in any order. */
function wordClauses(key: string, most: number, nearness: Clause = {}): Clause[] {
  if (key.length < MIN_OF_WORD) return []
  const query = toBeginnings(key, most)
  return BEGINNINGS.map((field) =>
    constant({ match: { [field]: { query, operator: 'and', ...nearness } } }, TIERS.words),
  )
}

// With more words, the name was already suggested, or several words are misspelled.
const MAX_MISSPELT_WORDS = 6
/**
 * One wrong letter in a word, or two in a long one. The first letter is right in nine of ten
 * misspellings, and fixing it limits the expansion.
 */
const NEARNESS = { fuzziness: 'AUTO:4,8', prefix_length: 1, max_expansions: 30 }

const BEGINNINGS = ['query.name.prefix', 'query.alias.prefix']

const toBeginnings = (key: string, most: number): string =>
  key
    .split(' ')
    .slice(0, most)
    .map((word) => word.slice(0, LONGEST_PREFIX))
    .join(' ')

type Deps = Pick<SearchDeps, 'opensearch' | 'indexPrefix'>

/**
 * Returns up to eight organizations for a partly typed name, acronym, or EIN, most prominent
 * first; if none begins as typed, those that almost do. Throws ApiError SearchUnavailable,
 * IndexNotReady.
 */
export async function suggestOrganizations(deps: Deps, typed: string): Promise<Suggestion[]> {
  const found = await readFound(deps, buildSuggestions(typed), typed)
  return found.length > 0 ? found : readFound(deps, buildNearSuggestions(typed), typed)
}

async function readFound(deps: Deps, body: Clause, typed: string): Promise<Suggestion[]> {
  const { hits } = await deps.opensearch.search<SuggestedSource>(request(deps, body))
  return readSuggestions(hits.hits, typed)
}
