import { withoutFunctionWords } from '#src/domain/word-lists.ts'
import { entriesAt } from './patterns.ts'
import { isFreeIn, type Reading, wordsOf } from './reading.ts'
import { isIn } from './vocabulary.ts'

/** Returns a text without the words that fit any organization. */
export const subjectOf = (text: string): string =>
  text
    .replaceAll(/[\p{L}'’-]+/gu, (word) => (isGeneric(word) ? ' ' : word))
    .replaceAll(/\s+/g, ' ')
    .trim()

const isGeneric = (word: string): boolean => {
  const plain = word.toLowerCase().replaceAll('-', ' ')
  return isIn('generic', plain) || isIn('collective', plain)
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

const SMALL = new Set('of the and for in at to a an on our by with from or de la &'.split(' '))

/** Whether a text is written like a name: "Largest Heart Foundation", "Not In Our Town". */
export function isWrittenAsName({ tokens, source }: Reading): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'sign')
  if (words.length < 2 || source === source.toUpperCase() || source.endsWith('?')) return false
  return words.every(({ text, word }, at) => {
    const isSmall = at > 0 && at < words.length - 1 && SMALL.has(word)
    return isSmall || /^[\p{Lu}\p{N}]/u.test(text)
  })
}
