import type { SearchFilters } from '../filters.ts'
import type { Sort, SortOrder } from '../params.ts'
import { findPattern, type Match } from './patterns.ts'
import type { Token } from './tokens.ts'
import { type Reason, reasonOf } from './vocabulary.ts'

/** What words set: a filter, the order, the number of results, the EIN, or nothing (`note`). */
export type PhraseKey =
  | keyof SearchFilters
  | 'ein'
  | 'sort'
  | 'limit'
  | 'cause'
  | 'funder'
  | 'recipient'
  | 'funderStates'
  | 'minAmount'
  | 'maxAmount'
  | 'minYear'
  | 'maxYear'
  | 'note'

/** Words of the query and their meaning. */
export type Phrase = { phrase: string; meaning: string; key: PhraseKey }

/** Words that ask for something that a search cannot do, why, and what to do instead. */
export type NotUnderstood = Reason & { phrase: string }

export type Subject = 'organizations' | 'grants' | 'people'

/** What a query in plain words asks for. */
export type Interpretation = {
  /** The words to search for, as typed; empty when the readings cover everything. */
  text: string
  ein?: string
  filters: SearchFilters
  sort?: Sort
  order?: SortOrder
  /** Results per page. */
  limit?: number
  /** The cause that the words name; they stay in `text`, because they also rank. */
  cause?: { codes: string[]; label: string }
  /** Of grants: the name of a side, and the states of the funder. */
  funder?: string
  recipient?: string
  funderStates?: string[]
  /** Of grants: whole dollars of one, and tax years. Of people: pay and its tax years. */
  minAmount?: number
  maxAmount?: number
  minYear?: number
  maxYear?: number
  phrases: Phrase[]
  notUnderstood: NotUnderstood[]
  /** What the words are: a name, a description of organizations, or either. */
  likely: 'name' | 'intent' | 'either'
  /** The words to look up as a name: the query, without a question around it. */
  name: string
}

type Settings = Partial<Pick<Interpretation, SettingName>> & { filters?: SearchFilters }
type SettingName =
  | ('sort' | 'order' | 'limit' | 'ein' | 'funder' | 'recipient' | 'funderStates')
  | ('minAmount' | 'maxAmount' | 'minYear' | 'maxYear')

/** An order that the words ask for; `settleSorts` decides between several. */
type SortWords = {
  kind: 'by' | 'superlative' | 'direction'
  sort?: Sort
  order?: SortOrder
  phrase: string
  start: number
}

/** The state of reading a text. Rules take tokens from left to right and from rule to rule. */
export type Reading = Settings & {
  readonly source: string
  readonly tokens: readonly Token[]
  readonly taken: boolean[]
  /** What the question asks for. */
  readonly subject: Subject
  filters: SearchFilters
  readonly sorts: SortWords[]
  /** The bounds read so far: the token after each, and what it measures. */
  readonly bounds: { to: number; measure: string }[]
  readonly phrases: (Phrase & { start: number })[]
  readonly notUnderstood: (NotUnderstood & { start: number })[]
  /** The question asks about one organization or its grants, so its amounts are no revenues. */
  topic?: string
}

/** What a match means. Several effects describe one phrase with several meanings. */
export type Effect =
  | { key: PhraseKey; meaning: string; set?: Settings }
  | Reason
  | { sort: Omit<SortWords, 'phrase' | 'start'> }
  | { topic: string }
  | 'filler'

export type Outcome = { effects: Effect[]; from?: number; to?: number }

/** A rule: what it reads, the patterns it matches, and what a match means; undefined if nothing. */
export type Rule = {
  name: string
  patterns: readonly string[]
  read: (match: Match, reading: Reading) => Outcome | readonly Effect[] | undefined
}

export const isFreeIn =
  ({ tokens, taken }: Reading) =>
  (at: number): boolean =>
    at >= 0 && at < tokens.length && taken[at] !== true

/** Applies each rule wherever its patterns match. */
export function applyRules(rules: readonly Rule[], reading: Reading): void {
  for (const { patterns, read } of rules) {
    for (const pattern of patterns) applyPattern(pattern, read, reading)
  }
}

function applyPattern(pattern: string, read: Rule['read'], reading: Reading): void {
  const isFree = isFreeIn(reading)
  for (let start = 0; start < reading.tokens.length; start += 1) {
    const match = findPattern(pattern, reading.tokens, isFree, start)
    if (!match) return
    const found = read(match, reading)
    if (found) take(reading, match, 'effects' in found ? found : { effects: [...found] })
    start = found ? match.to - 1 : match.from
  }
}

/** Returns the words between two tokens, as typed. */
export const wordsOf = ({ source, tokens }: Reading, from: number, to: number): string =>
  source.slice(tokens[from]?.start, tokens[to - 1]?.end)

/** Takes the tokens of a match out of the text and applies what they mean. */
export function take(reading: Reading, match: Pick<Match, 'from' | 'to'>, outcome: Outcome): void {
  const { from = match.from, to = match.to, effects } = outcome
  const phrase = wordsOf(reading, from, to)
  for (const effect of effects) applyEffect(reading, effect, { phrase, start: from })
  for (let at = from; at < to; at += 1) reading.taken[at] = true
}

type Where = { phrase: string; start: number }

const FUNDING_TOPICS: ReadonlySet<string> = new Set(['funders', 'grants', 'gave'])

function applyEffect(reading: Reading, effect: Effect, where: Where): void {
  if (effect === 'filler') return
  if ('why' in effect) {
    reading.notUnderstood.push({ ...where, ...effect })
  } else if ('topic' in effect) {
    reading.topic ??= effect.topic
    // A search of grants answers questions about funding.
    if (reading.subject !== 'grants' || !FUNDING_TOPICS.has(effect.topic))
      reading.notUnderstood.push({ ...where, ...reasonOf(effect.topic) })
  } else if ('sort' in effect) {
    reading.sorts.push({ ...effect.sort, ...where })
  } else if (clashes(reading, effect.set)) {
    reading.notUnderstood.push({ ...where, ...reasonOf('second') })
  } else {
    merge(reading, effect.set)
    reading.phrases.push({ ...where, key: effect.key, meaning: effect.meaning })
  }
}

/** Whether a setting already has another value. Exclusions add up. */
function clashes(reading: Reading, set: Settings = {}): boolean {
  const { filters = {}, ...others } = set
  return [
    ...Object.entries(filters).map(([key, value]) => [
      key === 'exclude' ? undefined : reading.filters[key as keyof SearchFilters],
      value,
    ]),
    ...Object.entries(others).map(([key, value]) => [reading[key as keyof Settings], value]),
  ].some(([own, value]) => own !== undefined && JSON.stringify(own) !== JSON.stringify(value))
}

function merge(reading: Reading, { filters, ...others }: Settings = {}): void {
  const exclude = [...(reading.filters.exclude ?? []), ...(filters?.exclude ?? [])]
  reading.filters = { ...reading.filters, ...filters, ...(exclude.length > 0 && { exclude }) }
  Object.assign(reading, others)
}

// Words that begin another condition.
const NEXT = new Set(['in', 'near', 'with', 'and', 'but', 'that', 'which', 'who', 'for', 'at'])

/** Returns the token after the condition that continues at a token. */
export function endOfCondition({ tokens, taken }: Reading, from: number): number {
  const end = tokens.findIndex(
    ({ kind, word }, at) => at >= from && (taken[at] || kind === 'sign' || NEXT.has(word)),
  )
  return end === -1 ? tokens.length : end
}

/** Returns a rule that does not understand what it matches. */
export const refuses = (name: string, topic: string, ...patterns: string[]): Rule => ({
  name,
  patterns,
  read: () => [reasonOf(topic)],
})

/** Returns a rule that does not understand what it matches, up to the end of the condition. */
export const declines = (name: string, topic: string, ...patterns: string[]): Rule => ({
  name,
  patterns,
  read: ({ to }, reading) => ({
    effects: [reasonOf(topic)],
    to: endOfCondition(reading, to),
  }),
})

const SMALL = new Set('of the and for in at to a an on our by with from or de la &'.split(' '))

/** Whether a text is written like a name: "Largest Heart Foundation", "Not In Our Town". */
export function isWrittenAsName({ tokens, source }: Pick<Reading, 'tokens' | 'source'>): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'sign')
  if (words.length < 2 || source === source.toUpperCase() || source.endsWith('?')) return false
  return words.every(({ text, word }, at) => {
    const isSmall = at > 0 && at < words.length - 1 && SMALL.has(word)
    return isSmall || /^[\p{Lu}\p{N}]/u.test(text)
  })
}
