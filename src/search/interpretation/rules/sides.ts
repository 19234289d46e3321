import { causesNamedBy, isOfCauseWords } from '#src/domain/cause-phrases.ts'
import { placeAt } from '../place-at.ts'
import {
  isFreeIn,
  isWrittenAsName,
  type Outcome,
  type Reading,
  type Rule,
  wordsOf,
} from '../reading.ts'
import { isIn, subjectOf } from '../vocabulary.ts'

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
  if (text === ',' || isIn('in_place', word))
    return placeAt(reading, at + 1, { isLinked: true }) !== undefined
  return /^(?:to|by|from)$/.test(word) || (topic === 'gave' && (isIn('give', word) || isGot(word)))
}

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
      const found = nameAt(reading, isReceiver ? 'recipient' : 'funder', match)
      return found ?? (taken[match.from - 1] ? ['filler'] : undefined)
    },
  },
  {
    name: "an organization's funders or grants",
    patterns: ['funders|donors|supporters|backers', 'grantees|recipients|grants|giving|donations'],
    read: ({ from: to, to: end }, reading) => {
      const from = reading.taken.indexOf(false)
      const own = reading.tokens[to - 1]?.word ?? ''
      const noun = reading.tokens[to]?.word ?? ''
      const name = { source: wordsOf(reading, from, to), tokens: reading.tokens.slice(from, to) }
      const isNamed = isWrittenAsName(name) && !causesNamedBy(name.source)
      const isOwn = /'s?$/.test(own) || isNamed || !/grants|giving|donations/.test(noun)
      if (from >= to || reading.taken.slice(from, to).includes(true) || !isOwn) return undefined
      const side = /^(?:funders|donors|supporters|backers)$/.test(noun) ? 'recipient' : 'funder'
      return toSide(reading, side, { from, to }, { from, to: end })
    },
  },
]
