import { causesNamedBy } from '../domain/cause-phrases.ts'
import { parseTypedEin } from '../domain/ein.ts'
import { findPlaces, US_STATES } from '../domain/places.ts'
import type { Sort } from './params.ts'

/**
 * What a query in plain words asks for besides its subject (decisions part 7, B search). Each
 * recognized phrase is taken out of `text`; `phrases` shows which words became what.
 */
export type Interpretation = {
  /** What is left to search for, as typed. */
  text: string
  ein?: string
  /** State the organizations work or are registered in. */
  state?: { code: string; label: string }
  /** Whole dollars of the latest filed revenue. */
  minRevenue?: number
  maxRevenue?: number
  sort?: Sort
  cause?: { codes: string[]; label: string }
  phrases: Phrase[]
}

/** Words of the query and what they were read as; `key` is the part of a search they set. */
export type Phrase = {
  phrase: string
  meaning: string
  key: 'ein' | 'sort' | 'revenue' | 'state' | 'cause' | 'not understood'
}

type Step = (found: Interpretation) => Interpretation

// What is said outright ("by assets") wins over what an adjective only suggests ("biggest").
const SORT_PHRASES: [pattern: RegExp, sort: Sort][] = [
  [/\b(?:sorted |ranked )?by (?:highest |best )?rating\b/i, 'Rating'],
  [/\b(?:sorted |ranked )?by (?:total )?(?:revenue|size)\b/i, 'Revenue'],
  [/\b(?:sorted |ranked )?by (?:total )?assets\b/i, 'Assets'],
  [/\b(?:sorted |ranked )?by (?:program(?:me)? ratio|efficiency)\b/i, 'ProgramRatio'],
  [/\b(?:sorted )?by (?:latest|most recent|recent)(?: filing)?\b/i, 'Recent'],
  [/\b(?:highest|best|top)[ -]rated\b/i, 'Rating'],
  [/\b(?:largest|biggest)\b/i, 'Revenue'],
  [/\b(?:wealthiest|richest)\b/i, 'Assets'],
  [/\bmost efficient\b/i, 'ProgramRatio'],
  [/\b(?:newest|most recent)\b/i, 'Recent'],
]

// Asked for often, and not answered: saying so is better than searching for the words.
const NOT_UNDERSTOOD: [pattern: RegExp, why: string][] = [
  [
    /\b(?:not in|outside(?: of)?|except(?: in)?|excluding)\s+(?:the\s+)?\p{Lu}[\p{L}.]*(?:\s\p{Lu}[\p{L}.]*)*/u,
    'places cannot be excluded',
  ],
  [/\b(?:smallest|lowest|poorest)\b/i, 'results are sorted from the highest down only'],
  [/^top\s+\d+\b/i, 'say by what: by revenue, by assets, by rating; limit says how many'],
]

const AMOUNT = String.raw`\$?\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|mm|b|bn|thousand|million|billion)?\b`
const OF_REVENUE = String.raw`(?:\s+dollars)?(?:\s+(?:in|of)?\s*(?:annual |total )?revenues?)?`
const WITH = String.raw`(?:\bwith\s+)?(?:\b(?:annual |total )?revenues?\s+(?:of\s+)?)?`
const REVENUE_BETWEEN = new RegExp(
  `${WITH}\\b(?:between|from)\\s+${AMOUNT}\\s*(?:and|to|-|–)\\s*${AMOUNT}${OF_REVENUE}`,
  'i',
)
const REVENUE_MIN = new RegExp(
  `${WITH}(?:\\b(?:over|above|more than|at least|exceeding)\\s+|>=?\\s*)${AMOUNT}${OF_REVENUE}`,
  'i',
)
const REVENUE_MAX = new RegExp(
  `${WITH}(?:\\b(?:under|below|less than|at most|up to)\\s+|<=?\\s*)${AMOUNT}${OF_REVENUE}`,
  'i',
)

const SCALE: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

/** A bare number under a thousand ("over 50 children") is no revenue. */
function toDollars(number: string | undefined, unit: string | undefined): number | undefined {
  const value = Number((number ?? '').replaceAll(',', '')) * (SCALE[unit?.toLowerCase() ?? ''] ?? 1)
  return Number.isFinite(value) && value >= 1_000 ? value : undefined
}

const take = (
  found: Interpretation,
  phrase: string,
  key: Phrase['key'],
  meaning: string,
): Interpretation => ({
  ...found,
  text: found.text.replace(phrase, ' ').replaceAll(/\s+/g, ' ').trim(),
  phrases: [...found.phrases, { phrase: phrase.trim(), meaning, key }],
})

const takeNotUnderstood: Step = (found) =>
  NOT_UNDERSTOOD.reduce((so, [pattern, why]) => {
    const match = pattern.exec(so.text)
    return match ? take(so, match[0], 'not understood', `not understood: ${why}`) : so
  }, found)

const SORT_MEANINGS: Record<Sort, string> = {
  Relevance: 'sorted by relevance',
  Revenue: 'sorted by latest revenue',
  Assets: 'sorted by latest assets',
  Rating: 'sorted by rating',
  ProgramRatio: 'sorted by program ratio',
  Recent: 'sorted by latest filing',
}

/** The first sort counts; further ones say the same or nothing more, and are no search words. */
const takeSort: Step = (found) =>
  SORT_PHRASES.reduce((so, [pattern, sort]) => {
    const match = pattern.exec(so.text)
    if (!match) return so
    const chosen = so.sort ?? sort
    return { ...take(so, match[0], 'sort', SORT_MEANINGS[chosen]), sort: chosen }
  }, found)

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`

const takeRevenueRange: Step = (found) => {
  const match = REVENUE_BETWEEN.exec(found.text)
  // "between $1 and 5 million": the first amount borrows the second's unit.
  const min = toDollars(match?.[1], match?.[2] ?? match?.[4])
  const max = toDollars(match?.[3], match?.[4])
  if (!match || min === undefined || max === undefined) return found
  const meaning = `latest revenue from ${dollars(min)} to ${dollars(max)}`
  return { ...take(found, match[0], 'revenue', meaning), minRevenue: min, maxRevenue: max }
}

const takeRevenueBound =
  (pattern: RegExp, key: 'minRevenue' | 'maxRevenue'): Step =>
  (found) => {
    const match = pattern.exec(found.text)
    const amount = toDollars(match?.[1], match?.[2])
    if (!match || amount === undefined || found[key] !== undefined) return found
    const meaning = `latest revenue of at ${key === 'minRevenue' ? 'least' : 'most'} ${dollars(amount)}`
    return { ...take(found, match[0], 'revenue', meaning), [key]: amount }
  }

const STATE_CODE = /\b(?:in|across|throughout|within|from)\s+([A-Z]{2})\b/

const takeState: Step = (found) => {
  const coded = STATE_CODE.exec(found.text)
  const label = US_STATES[coded?.[1] ?? '']
  if (coded?.[1] && label) return withState(found, coded[0], coded[1], label)
  const place = findPlaces(found.text).find(({ code }) => code.startsWith('US-'))
  if (!place) return found
  const name = found.text.slice(place.start, place.end)
  const phrase = statePhrase(found.text, name)
  return phrase ? withState(found, phrase, place.code.slice(3), place.label) : found
}

/**
 * The words that make a state a place: a preposition before it, or a cause after it ("Ohio food
 * banks"). A state inside an organization's name ("Ohio Valley Choir") is neither.
 */
function statePhrase(text: string, name: string): string | undefined {
  const phrase = new RegExp(
    `\\b(?:in|across|throughout|within|from)\\s+${RegExp.escape(name)}`,
    'i',
  )
  const match = phrase.exec(text)
  if (match) return match[0]
  const rest = text.slice(name.length).replace(GENERIC, ' ').trim()
  const before = text.slice(0, -name.length).replace(GENERIC, ' ').trim()
  const isBeside = text.startsWith(name) ? causesNamedBy(rest) : causesNamedBy(before)
  return isBeside && (text.startsWith(name) || text.endsWith(name)) ? name : undefined
}

/** One state is taken; a second one is said to be left out. */
function withState(found: Interpretation, phrase: string, code: string, label: string) {
  const one = take(found, phrase, 'state', `works or is registered in ${label}`)
  const more = /^(?:\s*(?:and|or|,)\s+)+/i.exec(
    found.text.slice(found.text.indexOf(phrase) + phrase.length),
  )
  const second = more && findPlaces(found.text).filter((place) => place.code.startsWith('US-'))[1]
  const state = { code, label }
  if (!second) return { ...one, state }
  const words = `${more[0].trim()} ${second.label}`
  return { ...take(one, words, 'not understood', 'not understood: one state at a time'), state }
}

const GENERIC = /\b(?:organi[sz]ations?|charit(?:y|ies)|non-?profits?|groups?|causes?|ngos?)\b/gi

const findCausePhrase: Step = (found) => {
  const subject = found.text.replace(GENERIC, ' ').replaceAll(/\s+/g, ' ').trim()
  const cause = subject === '' ? undefined : causesNamedBy(subject)
  if (!cause) return found
  // The words stay: they also rank.
  const meaning = `cause ${cause.codes.join(', ')} (${cause.label})`
  return {
    ...found,
    cause,
    phrases: [...found.phrases, { phrase: subject, meaning, key: 'cause' }],
  }
}

/** Reads a query in plain words; pure, and the same text always reads the same way. */
export function interpretQuery(q: string): Interpretation {
  const ein = parseTypedEin(q)
  if (ein)
    return { text: q, ein, phrases: [{ phrase: q.trim(), meaning: `EIN ${ein}`, key: 'ein' }] }
  const steps: Step[] = [
    takeNotUnderstood,
    takeSort,
    takeRevenueRange,
    takeRevenueBound(REVENUE_MIN, 'minRevenue'),
    takeRevenueBound(REVENUE_MAX, 'maxRevenue'),
    takeState,
    findCausePhrase,
  ]
  const found = steps.reduce((so, step) => step(so), {
    text: q.trim(),
    phrases: [],
  } as Interpretation)
  // A query of phrases alone ("largest in Ohio") still needs something to search for.
  return found.text === '' ? { ...found, text: q.trim() } : found
}
