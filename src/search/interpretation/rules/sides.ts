import { causesNamedBy, isOfCauseWords } from '#src/domain/cause-phrases.ts'
import { findCities } from '#src/domain/places/gazetteer.ts'
import { matchPattern } from '../patterns.ts'
import { MIN_ZIPS, placeAt } from '../place-at.ts'
import {
  type Effect,
  isFreeIn,
  isWrittenAsName,
  type Outcome,
  type Reading,
  type Rule,
  take,
  wordsOf,
} from '../reading.ts'
import { isIn, reasonOf, subjectOf } from '../vocabulary.ts'
import { readPlaces, toOutcome } from './places.ts'

type Side = 'funder' | 'recipient'
type Range = { from: number; to: number }

const MEANINGS: Record<Side, string> = { funder: 'given by', recipient: 'received by' }

const isCapital = (text = ''): boolean => /^\p{Lu}/u.test(text)

/** Whether a name ends before a token: at the other side, a purpose, a place, or the verb. */
function isEnd(reading: Reading, at: number): boolean {
  const { tokens, topic } = reading
  const { kind, word = '', text = '' } = tokens[at] ?? {}
  const [next, other] = tokens.slice(at + 1)
  if (!isFreeIn(reading)(at) || (kind === 'sign' && !/[&,-]/.test(text))) return true
  if (word === 'for') return !isCapital(isIn('edge', next?.word ?? '') ? other?.text : next?.text)
  const isPlace = text === ',' || isIn('in_place', word)
  if (isPlace && placeAt(reading, at + 1, { isLinked: true })) return true
  return /^(?:to|by|from)$/.test(word) || (topic === 'gave' && (isIn('give', word) || isGot(word)))
}

const asksWhoGave = (word: string): boolean => /^(?:funders|donors|supporters|backers)$/.test(word)
const asksWhatItGave = (word: string): boolean =>
  /^(?:grantees|recipients|grants|giving|donations)$/.test(word)

const isGot = (word = ''): boolean => /^(?:receive[sd]?|gets?|got|won)$/.test(word)

/** Reads the name of a side from a token on. Causes, places, and kinds of organizations are no names. */
function nameAt(reading: Reading, side: Side, match: Range): Outcome | undefined {
  const { tokens } = reading
  const from = match.to
  let to = from
  while (to < tokens.length && !(to > from ? isEnd(reading, to) : !isFreeIn(reading)(to))) to += 1
  return toSide(reading, side, { from, to }, { from: match.from, to })
}

function toSide(reading: Reading, side: Side, { from, to }: Range, phrase: Range) {
  const name = wordsOf(reading, from, to).replace(/['’]s?$/, '')
  const place = placeAt(reading, from, { isLinked: true })
  const isState = place?.filters.worksInStates !== undefined && place.to >= to
  if (reading[side] !== undefined || isState) return undefined
  if (!isName(name, reading.tokens.slice(from, to), side)) return undefined
  const meaning = `${MEANINGS[side]} ${name}`
  return { effects: [{ key: side, meaning, set: { [side]: name } }], ...phrase }
}

/** Reads a place instead of a side: "grants from Ohio", "to Athens". "The Seattle Foundation" is a name. */
function placeOf(reading: Reading, side: Side, { from, to }: Range): Outcome | undefined {
  const linked = readPlaces(reading, to, true)
  const [city] = findCities(linked?.filters.city ?? '')
  // "Stanford" is sooner the university than the town.
  const places = (city?.zips ?? 0) >= MIN_ZIPS ? linked : readPlaces(reading, to, false)
  if (!places || !isEnd(reading, places.to)) return undefined
  return side === 'recipient' ? toOutcome(places, { from }, reading) : ofFunders(places, from)
}

function ofFunders(places: ReturnType<typeof readPlaces>, from: number) {
  if (!places) return undefined
  const { worksInStates: funderStates } = places.filters
  const meaning = `funder in ${places.label}`
  const effect: Effect = funderStates
    ? { key: 'funderStates', meaning, set: { funderStates } }
    : reasonOf('city')
  return { effects: [effect], from, to: places.to }
}

const THAT_GIVE = ['that|which|who? <give> money|grants? to?', 'funding|supporting|giving to?']

/** In small letters, "artists" and "literacy" that receive grants are no names. */
function isName(source: string, tokens: Reading['tokens'], side: Side): boolean {
  const { word = '', kind } = tokens.at(-1) ?? {}
  const isMany = /[^s]s$/.test(source)
  if (!/[\p{L}\p{N}]/u.test(subjectOf(source)) || (isMany && causesNamedBy(source))) return false
  if (kind === 'ein' || isWrittenAsName({ source, tokens })) return true
  const isSmall = side === 'recipient' && !isCapital(source) && (isMany || tokens.length === 1)
  return !(isSmall || isIn('plural', word) || causesNamedBy(source) || isOfCauseWords(source))
}

/** The funder and the recipient of grants: "from X to Y", "who funds Y", "what did X give", "X's funders". */
export const SIDES: readonly Rule[] = [
  {
    name: 'funders in a place',
    patterns: ['<giver>'],
    read: ({ from, to }, reading) => {
      const { tokens, taken } = reading
      const isFree = isFreeIn(reading)
      const lead = taken.indexOf(false)
      const start = /^(?:from|by)$/.test(tokens[lead]?.word ?? '') ? lead + 1 : lead
      const link = matchPattern('<registered>? <in_place>', tokens, to, isFree)
      const before = readPlaces(reading, start, true)
      if (start !== from && before?.to !== from) return undefined
      const place =
        before?.to === from
          ? ofFunders(before, start)
          : link && ofFunders(readPlaces(reading, link.to, true), link.from)
      const end = Math.max(to, place?.to ?? 0)
      const verbs = THAT_GIVE.map((verb) => matchPattern(verb, tokens, end, isFree))
      const verb = verbs.find((one) => one !== undefined)
      // Its phrase is the place alone.
      if (place) take(reading, place, place)
      return place || verb
        ? { effects: [{ topic: 'funders' }], from: lead, to: verb?.to ?? end }
        : undefined
    },
  },
  {
    name: 'the organization that a question is about',
    patterns: ['^ <word>', '^ <ein>', '^ <amount>'],
    read: ({ from }, reading) => {
      const { topic, tokens, funder, recipient } = reading
      if ((topic !== 'funders' && topic !== 'gave') || (funder ?? recipient)) return undefined
      const end = tokens.findIndex((_, at) => at > from && isEnd(reading, at))
      const isReceiver = topic === 'funders' || isGot(tokens[end]?.word)
      // The phrase is the whole question.
      const found = nameAt(reading, isReceiver ? 'recipient' : 'funder', { from: 0, to: from })
      if (!found || topic !== 'gave' || end !== found.to || !tokens[end]) return found
      // "Has X funded Y?"
      const other =
        !isReceiver && isCapital(tokens[end + 1]?.text)
          ? nameAt(reading, 'recipient', { from: end, to: end + 1 })
          : undefined
      const effects = [...found.effects, ...(other?.effects ?? [])]
      return { effects, from: 0, to: other?.to ?? end + 1 }
    },
  },
  {
    name: 'the verb of a question',
    patterns: ['<give> money?', 'receive|received|get|got|won'],
    read: (_, { topic }) => (topic === 'gave' ? ['filler'] : undefined),
  },
  {
    name: 'a side after a preposition',
    patterns: ['received|won by', 'to|from|by'],
    read: (match, reading) => {
      const { topic, tokens, taken } = reading
      if (topic === undefined) return undefined
      const isReceiver = tokens[match.from]?.word === 'to' || match.to - match.from > 1
      const side = isReceiver ? 'recipient' : 'funder'
      const found = placeOf(reading, side, match) ?? nameAt(reading, side, match)
      return found ?? (taken[match.from - 1] ? ['filler'] : undefined)
    },
  },
  {
    name: "an organization's funders or grants",
    patterns: ['^ <word>'],
    read: ({ from }, reading) => {
      const { tokens, taken } = reading
      // "Hope Trust grants over $5,000": the noun may belong to the amount.
      const at = tokens.findIndex(({ word }) => asksWhoGave(word) || asksWhatItGave(word))
      const end = tokens.findIndex((_, one) => one > from && taken[one])
      const to = [at, end, tokens.length].find((one) => one >= 0) ?? 0
      const { word: own = '' } = tokens[to - 1] ?? {}
      const { word: noun = '' } = tokens[at] ?? {}
      const name = { source: wordsOf(reading, from, to), tokens: tokens.slice(from, to) }
      const isNamed = isWrittenAsName(name) && !causesNamedBy(name.source)
      const isGiver = /^(?:foundation|fund|trust|endowment)$/.test(own)
      const isOwn = at < 0 ? isGiver && isNamed : isGiver || isNamed || /'s?$/.test(own)
      if (from >= to || taken.slice(from, to).includes(true)) return undefined
      if (!isOwn && !asksWhoGave(noun)) return undefined
      const side = asksWhoGave(noun) ? 'recipient' : 'funder'
      return toSide(reading, side, { from, to }, { from, to: at < 0 || taken[to] ? to : to + 1 })
    },
  },
]
