import { causesNamedBy, isOfCauseWords } from '#src/domain/cause-phrases.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { findCities } from '#src/domain/places/gazetteer.ts'
import { isCountry, stateNamed } from '#src/domain/places.ts'
import { inList, isKnown, isOfQuestion, type Word } from './text.ts'

/** Words of a message that may be a name: `from` up to, and not including, `to`. */
export type Span = { from: number; to: number }

const LONGEST = 12
// Longer messages name their organizations early.
const MAX_WORDS = 150
const MAX_RUNS = 8

/** Returns the text of a span, without a possessive at its end. */
export const textOf = (text: string, words: readonly Word[], { from, to }: Span): string =>
  text.slice(words[from]?.from, words[to - 1]?.to).replace(/'s?$/i, '')

/** Returns the words that distinguish names. */
export const tellingIn = (words: readonly Word[], { from, to }: Span): Word[] =>
  words.slice(from, to).filter(({ role }) => role !== 'small')

const isNumber = ({ text }: Word): boolean => /^\d+$/.test(text)
const isShort = ({ text }: Word): boolean => /^\p{Lu}+$/u.test(text)
const isOther = ({ role }: Word): boolean => role === 'other'

/** Whether most words of a span are written like a name. */
export function isCertain(words: readonly Word[], span: Span): boolean {
  const telling = tellingIn(words, span)
  return telling.filter(({ isCapital }) => isCapital).length * 2 > telling.length
}

/** Returns every span whose words may be the exact name of an organization. */
export function spansOf(words: readonly Word[]): Span[] {
  const spans: Span[] = []
  const hasCase = words.some((one) => one.isCapital && !one.isFirst && !isKnown(one))
  for (let from = 0; from < Math.min(words.length, MAX_WORDS); from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST); to += 1) {
      if (to - 1 > from && words[to - 1]?.isFirst) break
      if (canBeName(words, { from, to }, hasCase)) spans.push({ from, to })
    }
  }
  return spans
}

/** Whether these words sooner mean an organization of exactly this name than what they say. */
function canBeName(words: readonly Word[], { from, to }: Span, hasCase: boolean): boolean {
  const telling = tellingIn(words, { from, to })
  const [first] = telling
  if (!first || words[from]?.role === 'small' || words[to - 1]?.role === 'small') return false
  const text = telling.map(({ word }) => word).join(' ')
  if (isPlace(text)) return false
  const isCapital = telling.every((one) => one.isCapital || isNumber(one))
  const isCause = isOfCauseWords(text) && (/[^s]s$/.test(text) || causesNamedBy(text) !== undefined)
  const isObject = isCapital || (!hasCase && inList('opening', words[from - 1]?.word))
  const others = telling.filter(isOther).length
  if (isCause && (!isCapital || /[^s]s$/.test(text))) return false
  if (telling.length === 1) return others > 0 && text.length > 2 && isObject && !isOfQuestion(first)
  const isOwner =
    words[to - 1]?.text.endsWith("'s") ||
    (from === 0 && words[to]?.isFirst && others + telling.length > 1)
  const isEnd = isObject && to === words.length
  if (telling.every(({ word }) => inList('ordinal', word) || inList('head', word))) return false
  if (telling.length > 2 && inList('opening', words[from - 1]?.word)) return true
  if (telling.length > 1 && from === 0 && !isKnown(first) && first.role === 'common') return true
  if (telling.length > 2 || isCapital || isOwner)
    return isCapital || isOwner || isEnd || !telling.every(isKnown)
  return (
    !hasCase &&
    (others > 0 || !telling.some(isKnown) || isEnd || (isObject && !telling.every(isKnown)))
  )
}

/** Whether a text is the name of a state, a country, or a larger city. */
export function isPlace(text: string): boolean {
  const isCity = (name: string) => (findCities(name)[0]?.zips ?? 0) > 3
  if (text === 'united states' || stateNamed(text) || isCountry(text) || isCity(text)) return true
  // "portland maine"
  const words = text.split(' ')
  const state = [1, 2].find((count) => stateNamed(words.slice(-count).join(' ')))
  return state !== undefined && isCity(words.slice(0, -state).join(' '))
}

/** Returns the words beside a span that may continue its name. */
export function neighborsOf(words: readonly Word[], { from, to }: Span): Word[] {
  const isLink = (one: Word | undefined) => one?.role === 'small' && !inList('joining', one.word)
  let [before, after] = [from - 1, to]
  while (isLink(words[before]) && !words[before + 1]?.isFirst) before -= 1
  while (isLink(words[after]) && !words[after]?.isFirst) after += 1
  const beside = [
    words[before + 1]?.isFirst ? [] : (words[before] ?? []),
    words[after]?.isFirst ? [] : (words[after] ?? []),
  ]
  const isQuestion = (one: Word) => isKnown(one) && (!one.isCapital || one.isFirst || isShort(one))
  return beside.flat().filter((one) => one.role !== 'small' && !isQuestion(one))
}

/** Returns the spans of texts in quotation marks. */
export const quotedIn = (text: string, words: readonly Word[]): Span[] =>
  [...text.matchAll(/"[^"]{2,140}"/g)].flatMap(({ index, 0: { length } }) =>
    spanAt(words, index, index + length),
  )

/** Returns the spans of EINs. */
export const einsIn = (text: string, words: readonly Word[]): (Span & { ein: string })[] =>
  [...text.matchAll(/(?<![\d$,.-])(?:\d{2}[- ]\d{7}|\d{8,9})(?![\d,.]*\d|-\d)/g)].flatMap(
    ({ index, 0: typed }) => {
      const ein = parseTypedEin(typed)
      return ein ? spanAt(words, index, index + typed.length).map((span) => ({ ...span, ein })) : []
    },
  )

function spanAt(words: readonly Word[], start: number, end: number): Span[] {
  const inside = (one: Word) => one.from >= start && one.to <= end
  const from = words.findIndex(inside)
  return from < 0 ? [] : [{ from, to: words.findLastIndex(inside) + 1 }]
}

/** Returns the runs of free words that may be names, and their parts around "and" and the like. */
export function runsOf(words: readonly Word[], isTaken: (at: number) => boolean): Span[] {
  const isOpen = (at: number) =>
    !isTaken(at) && words.slice(at, at + 1).some((one) => one.isCapital || !isKnown(one))
  const isBig = (at: number) =>
    words.slice(at, at + 1).some((one) => one.isCapital || one.role === 'small' || isNumber(one))
  const capital = join(words, (at) => isOpen(at) && isBig(at))
  const hasCase = capital.some((run) => tellingIn(words, run).length > 1)
  const isNamed = words.some((_, at) => isTaken(at))
  // In lower case, words of the question can belong to a name: "global fund for children".
  const isFree = (at: number) => !isTaken(at) && words[at]?.role !== 'plain'
  const any = join(words, hasCase ? isOpen : isFree).filter(
    (run) => run.to - run.from > (isNamed ? 1 : 0),
  )
  const all = [...capital, ...any]
    .flatMap((run) => [...partsOf(words, run), ...plainParts(words, run)])
    .map((run) => trim(words, run))
  const isName = (run: Span) => {
    const telling = tellingIn(words, run)
    const [first, second] = telling
    if (!first || (!second && (first.role === 'common' || first.word.length < 3))) return false
    const isIn = /^(?:in|near|around|the)$/.test(words[run.from - 1]?.word ?? '')
    const name = telling.map(({ word }) => word).join(' ')
    const state = words[run.to]
    const isOfState = state && (stateNamed(state.word) ?? stateNamed(state.text)) !== undefined
    const before = words[run.from - 1]?.word
    // "Los" of "Los Angeles" is a small word.
    if (isPlace(`${before} ${name}`)) return false
    if (isIn && (isPlace(name) || (isOfState && findCities(name).length > 0))) return false
    if (isCertain(words, run)) return !telling.every(isKnown)
    return telling.some(isOther) || telling.filter((one) => !isKnown(one)).length > 1
  }
  const isNew = ({ from, to }: Span, at: number) =>
    all.findIndex((one) => one.from === from && one.to === to) === at
  return all.filter((run, at) => isName(run) && isNew(run, at)).slice(0, MAX_RUNS)
}

function join(words: readonly Word[], isOpen: (at: number) => boolean): Span[] {
  const runs: Span[] = []
  for (const [at, { isFirst }] of words.entries()) {
    const last = runs.at(-1)
    if (!isOpen(at)) continue
    if (last?.to === at && !isFirst) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

/** Returns a run and its parts around "and" and the like, the longest first. */
function partsOf(words: readonly Word[], { from, to }: Span): Span[] {
  const cuts = words.flatMap(({ word }, at) => {
    const before = words.slice(from, at)
    // "Jo Doe of Harbor House", but not "University of Miami".
    const isPerson = word === 'of' && before.length > 1 && before.every(isOther)
    return from < at && at < to && (inList('splitting', word) || isPerson) ? [at] : []
  })
  const ends = [...cuts, to]
  const parts = [from, ...cuts.map((at) => at + 1)].flatMap((start, at) =>
    ends.slice(at).map((end) => ({ from: start, to: end })),
  )
  return parts.sort((a, b) => b.to - b.from - (a.to - a.from))
}

/** Returns the parts of a run in lower case between words of questions, and after possessives. */
function plainParts(words: readonly Word[], { from, to }: Span): Span[] {
  const isCut = (one: Word) => isOfQuestion(one) && one.role !== 'common' && one.role !== 'small'
  const parts = join(words, (at) => from <= at && at < to && !words.slice(at, at + 1).some(isCut))
  return parts.flatMap((part) => {
    const owner = words.findIndex(
      ({ text }, at) =>
        part.from <= at && at < part.to && text.endsWith("'s") && !words[at + 1]?.isCapital,
    )
    return owner < 0
      ? [part]
      : [
          { from: part.from, to: owner + 1 },
          { from: owner + 1, to: part.to },
        ]
  })
}

/** Takes words of the question off both ends: "Revenue of", "CEO". */
function trim(words: readonly Word[], run: Span): Span {
  const isEdge = (one: Word, next?: Word) =>
    one.role === 'small' ||
    one.role === 'plain' ||
    (one.role === 'asking' &&
      (isShort(one) || /^(?:of|for|at|in|by|to|on)$/.test(next?.word ?? '')))
  return trimBy(words, run, isEdge)
}

/** Returns what of a run in lower case is no question; a run that is written as a name is one. */
export const coreOf = (words: readonly Word[], run: Span): Span => {
  const core = trimBy(words, run, (one) => one.role === 'small' || isKnown(one))
  return isCertain(words, run) || core.from === core.to ? run : core
}

function trimBy(
  words: readonly Word[],
  { from, to }: Span,
  isEdge: (one: Word, next?: Word) => boolean,
): Span {
  const own = words.slice(from, to)
  const start = own.findIndex((one, at) => !isEdge(one, own[at + 1]))
  const end = own.findLastIndex((one) => !isEdge(one))
  return start < 0 ? { from, to: from } : { from: from + start, to: from + end + 1 }
}
