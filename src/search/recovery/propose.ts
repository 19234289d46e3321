import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { acronymsOf, normalizeName, tokenize } from '#src/domain/names.ts'
import { findCause } from '#src/domain/ntee.ts'
import { findState } from '#src/domain/places.ts'
import { withoutFunctionWords } from '#src/domain/word-lists.ts'
import { hasSubject, interpretQuery } from '../interpretation/interpret-query.ts'
import type { SearchMode } from '../params.ts'

/** Filters of a search, in the form of the API's parameters. */
export type RecoveryFilters = {
  /** Two-letter code of the registered address. */
  state?: string | undefined
  /** NTEE code or prefix, or an exact label. */
  cause?: string | undefined
  /** Whole dollars of the latest filing. */
  minRevenue?: number | undefined
  maxRevenue?: number | undefined
}

/** A search that found nothing. */
export type FailedSearch = { query: string; filters: RecoveryFilters }

/** A rewritten search, before it is run. */
export type Rewrite = {
  query: string
  mode: SearchMode
  filters: RecoveryFilters
  /** What was changed, in one sentence. */
  why: string
}

/** Facts about a failed search, from the index. */
export type RecoveryFacts = {
  /** The query with words spelled as in names; absent if the index has no better spelling. */
  spelling?: string
  /** How many organizations pass each filter alone. */
  passing: Partial<Record<FilterKind, number>>
}

/** Filters that are removed together. */
export type FilterKind = 'state' | 'cause' | 'revenue'

/** A rewritten search, as it was run. */
export type Proposal = Rewrite & {
  /** How many organizations it finds; see `foundRelation`. */
  found: number
  foundRelation: 'exact' | 'at least'
  /** The first organization that it finds. */
  first: { ein: string; name: string; place?: string }
}

export type RecoveredSearch = {
  /** Feedback sends it as RecoverySessionID. */
  id: string
  /** Up to three, smallest change first. */
  proposals: Proposal[]
  /** What to try if there are no proposals, in one sentence. */
  note?: string
}

const rewriteAs =
  (mode: Rewrite['mode']) =>
  (query: string, filters: RecoveryFilters, why: string): Rewrite => ({ query, mode, filters, why })
const discovery = rewriteAs('Discovery')
const identity = rewriteAs('Identity')

/**
 * Returns the query as a search by meaning: states and amounts become filters unless they are set,
 * and cause words become their label.
 */
function causeRewrites({ query, filters }: FailedSearch): Rewrite[] {
  const read = interpretQuery(query)
  if (read.ein !== undefined) return []
  const { worksInStates: [state, ...others] = [], minRevenue, maxRevenue } = read.filters
  const asked = {
    // One filter cannot say "any of these states".
    ...(state && others.length === 0 && { state }),
    ...knownFields({ minRevenue, maxRevenue }),
    ...filters,
  }
  const text = withoutAsides(read.text) || query
  return [
    ...toLabel(text, asked),
    discovery(text, asked, 'Searched by what organizations do, not by name.'),
  ]
}

function toLabel(text: string, filters: FailedSearch['filters']): Rewrite[] {
  const named = causesNamedBy(text)
  const label = named?.label.split('; ')[0] ?? nearestLabel(text)
  if (label === undefined) return []
  return [discovery(label, filters, `Searched for the cause ${label}.`)]
}

function nearestLabel(text: string): string | undefined {
  const found = findCause(text)
  return 'label' in found ? found.label : found.nearest[0]?.label
}

/** Rewrites one thing about a name; empty if it does not apply. */
type NameStep = (search: FailedSearch, facts: RecoveryFacts) => Rewrite[]

const respell: NameStep = ({ filters }, { spelling }) =>
  spelling === undefined
    ? []
    : [identity(spelling, filters, 'Changed the spelling to match organization names.')]

// Nine digits inside a sentence; a query that is only an EIN was looked up already.
const EIN_WITHIN = /(?<!\d)\d{2}-?\d{7}(?!\d)/

const pickEin: NameStep = ({ query, filters }) => {
  const ein = EIN_WITHIN.exec(query)?.[0]
  return ein === undefined || ein === query
    ? []
    : [identity(ein, filters, 'Searched only for the EIN in the text.')]
}

// Words around a name that are not part of it.
const ASIDE =
  /\b(?:please|tell|show|find|give|look(?:ing)?|search|called|named|non-?profits?|ngos?|organi[sz]ations? called|revenues?|expenses|budget|ratings?|ein|website|tax-?exempt)\b|[?!"“”]/gi

/** Returns a query without the words of the sentence around it. */
const withoutAsides = (query: string): string =>
  withoutFunctionWords(query.replaceAll(ASIDE, ' ').replaceAll(/['’]s\b/g, ''))

const dropAsides: NameStep = ({ query, filters }) => [
  identity(withoutAsides(query), filters, 'Removed words that are not part of a name.'),
]

const bracketed: NameStep = ({ query, filters }) => {
  const [, within = ''] = /\(([^()]{3,60})\)/.exec(query) ?? []
  const outside = query.replaceAll(/\([^()]*\)/g, ' ')
  if (within === '') return []
  return [
    identity(outside, filters, 'Searched without the words in parentheses.'),
    identity(within, filters, 'Searched only for the words in parentheses.'),
  ]
}

// "West Virginia" and "District of Columbia" are the longest names of states.
const MAX_WORDS_OF_A_STATE = 3

/** A state at the end or the start of the text becomes the filter. */
const splitPlace: NameStep = ({ query, filters }) => {
  const words = query.split(/[\s,]+/).filter((word) => word !== '')
  const counts = Array.from({ length: MAX_WORDS_OF_A_STATE }, (_, at) => MAX_WORDS_OF_A_STATE - at)
  for (const count of counts.filter((one) => one < words.length)) {
    const splits = [
      { place: words.slice(-count), name: words.slice(0, -count) },
      { place: words.slice(0, count), name: words.slice(count) },
    ]
    for (const { place, name } of splits) {
      const state = toState(place)
      if (!state) continue
      const why = `Used ${state.label} as the state of registration.`
      const text = withoutFunctionWords(name.join(' '))
      return [
        identity(text, { ...filters, state: state.code }, why),
        identity(text, filters, `Searched without ${state.label}.`),
      ]
    }
  }
  return []
}

function toState(words: readonly string[]) {
  const text = words.join(' ')
  // "or", "in" and "me" are states only in capitals.
  if (text.length <= 2 && text !== text.toUpperCase()) return undefined
  const found = findState(text)
  return 'code' in found ? found : undefined
}

/** "H H F B" and "H.H.F.B. Inc" are one acronym, and the initials of a name may be its acronym. */
const toAcronym: NameStep = ({ query, filters }) => {
  const letters = tokenize(query).filter((word) => word.length === 1)
  const joined = letters.length >= 3 ? letters.join('').toUpperCase() : undefined
  const initials = acronymsOf(query)[0]?.toUpperCase()
  const acronym = joined ?? initials
  return acronym === undefined
    ? []
    : [identity(acronym, filters, `Searched for the acronym ${acronym}.`)]
}

/** Removes a word at either end, because one wrong word there prevents a match. */
const dropEnds: NameStep = ({ query, filters }) => {
  const words = normalizeName(query).split(' ')
  if (words.length < 3) return []
  return [
    identity(words.slice(0, -1).join(' '), filters, 'Searched without the last word.'),
    identity(words.slice(1).join(' '), filters, 'Searched without the first word.'),
  ]
}

/** Smallest change first. */
const NAME_STEPS: readonly NameStep[] = [respell, pickEin, dropAsides, bracketed, splitPlace]

/** Less likely guesses, tried after filters are removed. */
const LAST_NAME_STEPS: readonly NameStep[] = [toAcronym, dropEnds]

type Removed = { name: string; fields: readonly (keyof RecoveryFilters)[] }
const REMOVED: Record<FilterKind, Removed> = {
  revenue: { name: 'revenue limits', fields: ['minRevenue', 'maxRevenue'] },
  cause: { name: 'cause', fields: ['cause'] },
  state: { name: 'state', fields: ['state'] },
}
const KINDS = Object.keys(REMOVED) as FilterKind[]

/** Returns the filters that are set; the one that the fewest organizations pass comes first. */
export const narrowestFirst = (
  filters: RecoveryFilters,
  passing: Partial<Record<FilterKind, number>>,
): FilterKind[] =>
  KINDS.filter((kind) =>
    REMOVED[kind].fields.some((field) => filters[field] !== undefined),
  ).toSorted((a, b) => (passing[a] ?? 0) - (passing[b] ?? 0))

const LIST = new Intl.ListFormat('en')

/** Returns the filters without some kinds, and words for the removed ones. */
function without(
  filters: RecoveryFilters,
  kinds: readonly FilterKind[],
): { filters: RecoveryFilters; words: string } {
  const given = kinds.flatMap((kind) => REMOVED[kind].fields)
  const left = Object.entries(filters).filter(
    ([field, value]) => value !== undefined && !given.some((one) => one === field),
  )
  const words = `without the ${LIST.format(kinds.map((kind) => REMOVED[kind].name))}`
  return { filters: Object.fromEntries(left), words }
}

// More would displace searches by meaning, which help more often.
const WRONG_TWICE = 2

/**
 * Proposes other searches for one that found nothing, smallest change first: spelling and place;
 * without the narrowest filter; acronym or fewer words; then what organizations do, with fewer
 * filters each time. The caller runs them.
 */
export function proposeSearches(search: FailedSearch, facts: RecoveryFacts): Rewrite[] {
  const kinds = narrowestFirst(search.filters, facts.passing)
  const isEin = parseTypedEin(search.query) !== undefined
  const named = isEin ? [] : NAME_STEPS.flatMap((step) => step(search, facts))
  const guessed = isEin ? [] : LAST_NAME_STEPS.flatMap((step) => step(search, facts))
  const causes = isEin ? [] : causeRewrites(search)
  return distinct(search, [
    ...named,
    ...dropped({ ...search, mode: 'Identity', why: '' }, kinds),
    // A name with both a typo and a wrong filter.
    ...named.slice(0, WRONG_TWICE).flatMap((rewrite) => dropped(rewrite, kinds).slice(-1)),
    ...guessed,
    ...causes,
    ...causes.slice(-1).flatMap((cause) => dropped(cause, kinds)),
  ])
}

/** Returns the search without one filter, the narrowest first, then without more of them. */
function dropped(search: Rewrite, kinds: readonly FilterKind[]): Rewrite[] {
  const more = kinds.slice(1).map((_, at) => kinds.slice(0, at + 2))
  return [...kinds.map((kind) => [kind]), ...more].map((given) => {
    const { filters, words } = without(search.filters, given)
    const why =
      search.why === '' ? `The same search ${words}.` : `${search.why.slice(0, -1)}, ${words}.`
    return { ...search, filters, why }
  })
}

/** Returns each rewrite once, without the failed search and empty ones. */
function distinct(search: FailedSearch, rewrites: readonly Rewrite[]): Rewrite[] {
  const failed = keyOf({ ...search, mode: 'Identity', why: '' })
  const byKey = new Map<string, Rewrite>()
  for (const rewrite of rewrites) {
    const query = rewrite.query.replaceAll(/\s+/g, ' ').replace(/^[\s,.;:-]+|[\s,;:-]+$/g, '')
    const tidied = { ...rewrite, query }
    const key = keyOf(tidied)
    if (hasSubject(query) && key !== failed && !byKey.has(key)) byKey.set(key, tidied)
  }
  return [...byKey.values()]
}

const keyOf = ({ query, mode, filters }: Rewrite): string => {
  const { state, cause, minRevenue, maxRevenue } = filters
  return JSON.stringify([query.toLowerCase(), mode, state, cause, minRevenue, maxRevenue])
}
