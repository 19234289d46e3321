import { withoutFunctionWords } from '#src/domain/word-lists.ts'
import { causesNamedBy, isOfCauseWords } from '../../domain/cause-phrases.ts'
import { formatEin, parseTypedEin } from '../../domain/ein.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { entriesAt, findPattern } from './patterns.ts'
import {
  applyRules,
  type Interpretation,
  isFreeIn,
  isWrittenAsName,
  type PhraseKey,
  type Reading,
  type Subject,
  wordsOf,
} from './reading.ts'
import { AMOUNTS } from './rules/amounts.ts'
import { EXCLUSIONS } from './rules/exclusions.ts'
import { COUNTS, KINDS, LAST_COUNT } from './rules/kinds.ts'
import { EDGE_PLACES, NOT_NEAR, PLACES } from './rules/places.ts'
import { GIVING, QUESTIONS } from './rules/questions.ts'
import { SIDES } from './rules/sides.ts'
import { PAY_ORDERS, SORTS, settleSorts } from './rules/sorts.ts'
import { LEFTOVERS, SIZES, UNSUPPORTED } from './rules/unsupported.ts'
import { GRANT_YEARS, PAY_YEARS, YEAR_RULES } from './rules/years.ts'
import { joinNumberWords, tokenize } from './tokens.ts'
import { isIn, reasonOf, subjectOf } from './vocabulary.ts'

export type { Interpretation, NotUnderstood, Phrase, PhraseKey } from './reading.ts'

/**
 * Reads a query in plain words: filters, an order, a number of results, the words to search for,
 * and what is not understood. The amounts and years of `grants` are those of one grant, the years of
 * `people` those of pay, and so are amounts after a word such as "paid".
 */
export function interpretQuery(q: string, subject: Subject = 'organizations'): Interpretation {
  const text = q.trim()
  const ein = parseTypedEin(text)
  if (ein) return toEin(text, ein)
  if (text === ALL) return { ...asName(''), likely: 'intent' }
  if (text.length > LONGEST) return asParagraph(text)
  const reading = openReading(text, subject)
  const within = reading.tokens.find(({ kind }) => kind === 'ein')?.text
  const only = within && parseTypedEin(within)
  // "who funds 12-3456789"
  if (only && subject !== 'grants') return { ...toEin(text, only), name: only }
  if (reading.tokens.length > MAX_TOKENS) return asParagraph(text)
  readAll(reading)
  const found = toInterpretation(reading)
  if (subject === 'people') return found
  return isWrittenAsName(reading) && !isCertain(reading, found) ? asName(text) : found
}

/** Lists all organizations, as on surface A. */
const ALL = '*'

// The longest questions have 40 words. A longer text describes a subject.
const MAX_TOKENS = 100
const LONGEST = 1_000

const asParagraph = (text: string): Interpretation => ({
  ...asName(text),
  notUnderstood: [{ phrase: text, ...reasonOf('long') }],
  likely: 'intent',
})

const asName = (text: string): Interpretation => ({
  text,
  filters: {},
  phrases: [],
  notUnderstood: [],
  likely: 'name',
  name: text,
})

const toEin = (text: string, ein: string): Interpretation => ({
  ...asName(text),
  ein,
  phrases: [{ phrase: text, meaning: `EIN ${formatEin(ein)}`, key: 'ein' }],
})

function openReading(source: string, subject: Subject): Reading {
  const all = tokenize(source)
  const tokens = joinNumberWords(all, (at) => {
    const [part] = entriesAt('part', all, at, (one) => one < all.length)
    return part && { length: part.to - at, value: Number(part.value) }
  })
  return {
    ...{ source, tokens, subject, taken: tokens.map(() => false), filters: {} },
    ...{ sorts: [], bounds: [], phrases: [], notUnderstood: [] },
  }
}

// The order matters: what is excluded ends where another reading begins, and places without a
// preposition stand beside what was read.
function readAll(reading: Reading): void {
  const { subject } = reading
  const years = { organizations: YEAR_RULES, grants: GRANT_YEARS, people: PAY_YEARS }[subject]
  if (subject === 'people') {
    applyRules([...PAY_ORDERS, ...NOT_NEAR, ...AMOUNTS, ...years], reading)
    takeLead(reading)
    applyRules([...PLACES, ...EDGE_PLACES], reading)
    return
  }
  if (subject === 'organizations') applyRules(QUESTIONS, reading)
  // "the 10 largest funders of food banks"
  const funding = subject === 'grants' ? GIVING : []
  applyRules([...NOT_NEAR, ...COUNTS, ...SORTS, ...funding, ...AMOUNTS, ...years], reading)
  settleSorts(reading)
  if (reading.sort) applyRules(LAST_COUNT, reading)
  takeLead(reading)
  if (subject === 'grants') applyRules(SIDES, reading)
  applyRules(UNSUPPORTED, reading)
  applyRules([...KINDS, ...EXCLUSIONS, ...PLACES, ...EDGE_PLACES], reading)
  applyRules([...SIZES, ...LEFTOVERS], reading)
}

function toInterpretation(reading: Reading): Interpretation {
  const { filters, sort, order, limit, minAmount, maxAmount, minYear, maxYear } = reading
  const { funder, recipient, funderStates } = reading
  const text = toText(reading)
  const subject = subjectOf(text)
  const cause = subject === '' ? undefined : causesNamedBy(subject)
  const phrases = [...reading.phrases].sort((a, b) => a.start - b.start)
  return {
    text,
    filters,
    ...knownFields({ sort, order, limit, cause, minAmount, maxAmount, minYear, maxYear }),
    ...knownFields({ funder, recipient, funderStates }),
    phrases: [
      ...phrases.map(({ start: _, ...phrase }) => phrase),
      ...(cause ? [toCausePhrase(subject, cause)] : []),
    ],
    notUnderstood: [...reading.notUnderstood]
      .sort((a, b) => a.start - b.start)
      .map(({ start: _, ...one }) => one),
    ...likelyOf(reading, text),
  }
}

const toCausePhrase = (phrase: string, { codes, label }: { codes: string[]; label: string }) =>
  // The words stay in the text, because they also rank.
  ({ phrase, meaning: `cause ${codes.join(', ')} (${label})`, key: 'cause' }) as const

/** "largest organizations in Ohio" means all of them; searching for "organizations" finds none. */
function toText(reading: Reading): string {
  const { source, taken, phrases, sort } = reading
  if (!taken.includes(true)) return source
  const text = textOf(reading)
  if (hasSubject(text)) return text
  const isRead = phrases.length + reading.notUnderstood.length > 0
  const isListing = isRead || sort !== undefined || hasGeneric(reading)
  return isListing ? '' : text || source
}

const hasGeneric = (reading: Reading): boolean =>
  findPattern('<generic>', reading.tokens, (at) => at < reading.tokens.length) !== undefined

const WEAK: ReadonlySet<PhraseKey> = new Set([
  ...(['worksInStates', 'state', 'city', 'counties', 'note', 'cause'] as const),
])

/** Whether something besides a place was read, so that the words describe organizations. */
const isStrong = ({ phrases, sorts, notUnderstood, topic }: Reading): boolean =>
  phrases.some(({ key }) => !WEAK.has(key)) ||
  sorts.length > 0 ||
  (notUnderstood.length > 0 && topic === undefined)

const isPlural = (text: string): boolean => /[^s]s$/.test(text)

function likelyOf(reading: Reading, text: string): Pick<Interpretation, 'likely' | 'name'> {
  const subject = subjectOf(text)
  const last = subject.toLowerCase().split(' ').at(-1) ?? ''
  const isCause =
    causesNamedBy(subject) !== undefined || (isOfCauseWords(subject) && isPlural(last))
  const isMany = subject === '' || isIn('plural', last) || isCause
  if (reading.topic === 'grants') return { likely: 'intent', name: text }
  if (reading.topic) return { likely: isMany ? 'intent' : 'name', name: text }
  const isIntent = isStrong(reading) || isMany || hasGeneric(reading)
  return { likely: isIntent ? 'intent' : 'either', name: reading.source }
}

/** Whether a text that is written like a name asks for organizations all the same. */
function isCertain(reading: Reading, { text, cause, phrases }: Interpretation): boolean {
  const isMany = cause !== undefined && isPlural(text)
  const isAmong = phrases.some(({ key }) => !WEAK.has(key) && key !== 'limit' && key !== 'sort')
  const isSorted = reading.sorts.some(({ kind }) => kind === 'by')
  const isOrdered = reading.sorts.length > 0 && hasGeneric(reading)
  // "Why Not You Foundation" is a name, and asks nothing.
  if (reading.topic === 'question') return false
  return text === '' || isMany || isAmong || isSorted || isOrdered || reading.topic !== undefined
}

/** Whether a text has a subject; "what are the charities?" has none. */
export const hasSubject = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(withoutFunctionWords(subjectOf(text)))

/** Takes words that only introduce a question, such as "show me all the". */
export function takeLead(reading: Reading): void {
  const from = reading.taken.indexOf(false)
  const to = skip(reading, from, ['lead'])
  // Something must be left to search for.
  if (!reading.tokens.some(({ kind }, at) => at >= to && kind !== 'sign' && !reading.taken[at]))
    return
  for (let at = from; at < to; at += 1) reading.taken[at] = true
}

/** Skips entries of lists and signs. */
function skip(reading: Reading, from: number, lists: readonly string[]): number {
  const isFree = isFreeIn(reading)
  for (let at = from; ; ) {
    const [entry] = lists.flatMap((list) => entriesAt(list, reading.tokens, at, isFree))
    const isSign = isFree(at) && reading.tokens[at]?.kind === 'sign' && !isMinus(reading, at)
    if (!entry && !isSign) return at
    at = entry?.to ?? at + 1
  }
}

/** "-OH" excludes Ohio. */
const isMinus = ({ tokens }: Reading, at: number): boolean =>
  tokens[at]?.text === '-' && tokens[at]?.end === tokens[at + 1]?.start

type Range = { from: number; to: number }

/** Returns the ranges of tokens that no rule took. */
function leftOver({ tokens, taken }: Reading): Range[] {
  const ranges: Range[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const last = ranges.at(-1)
    if (taken[at]) continue
    if (last?.to === at) last.to = at + 1
    else ranges.push({ from: at, to: at + 1 })
  }
  return ranges
}

/**
 * Removes words at both ends that only join a range to what was read around it. "for" joins a later
 * range to the subject: "museums … for children".
 */
function trim(reading: Reading, { from, to }: Range): Range {
  let start = Math.min(skip(reading, from, ['lead', 'edge', 'generic']), to)
  const isFirst = !reading.taken.slice(0, from).includes(false)
  const head = reading.tokens[start]?.word ?? ''
  if (isIn('head', head) && (head !== 'for' || isFirst)) start = skip(reading, start + 1, ['edge'])
  const isEdge = (at: number) => {
    const { kind, word = '' } = reading.tokens[at] ?? {}
    return kind === 'sign' || ['edge', 'tail', 'generic'].some((list) => isIn(list, word))
  }
  let end = to
  while (end > start && isEdge(end - 1)) end -= 1
  return { from: start, to: end }
}

/** Returns the words to search for: what no rule took, without the words that joined it. */
export const textOf = (reading: Reading): string =>
  leftOver(reading)
    .map((range) => trim(reading, range))
    .filter(({ from, to }) => to > from)
    .map(({ from, to }) => wordsOf(reading, from, to))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
