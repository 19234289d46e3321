import { findState } from '#src/domain/find-state.ts'
import { withoutFunctionWords } from '#src/domain/function-words.ts'
import { acronymsOf, normalizeName, tokenize } from '#src/domain/names.ts'
import type { FailedSearch, RecoveryFacts, Rewrite } from './recovery.ts'

/** Rewrites one thing about a name; empty if it does not apply. */
type NameStep = (search: FailedSearch, facts: RecoveryFacts) => Rewrite[]

const identity = (query: string, filters: FailedSearch['filters'], why: string): Rewrite => ({
  query,
  mode: 'Identity',
  filters,
  why,
})

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
export const withoutAsides = (query: string): string =>
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
const MOST_WORDS_OF_A_STATE = 3

/** A state at the end or the start of the text becomes the filter. */
const splitPlace: NameStep = ({ query, filters }) => {
  const words = query.split(/[\s,]+/).filter((word) => word !== '')
  const counts = Array.from(
    { length: MOST_WORDS_OF_A_STATE },
    (_, at) => MOST_WORDS_OF_A_STATE - at,
  )
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
export const NAME_STEPS: readonly NameStep[] = [respell, pickEin, dropAsides, bracketed, splitPlace]

/** Less likely guesses, tried after filters are removed. */
export const LAST_NAME_STEPS: readonly NameStep[] = [toAcronym, dropEnds]
