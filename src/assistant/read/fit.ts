import { acronymsOf, COMMON_WORDS, normalizeName, tokenize } from '#src/domain/names.ts'
import { stateNamed, US_STATES } from '#src/domain/places.ts'
import { editsBetween, toComparable } from '#src/domain/similarity.ts'
import type { Known } from './look-up.ts'
import { isCertain, isPlace, neighborsOf, type Span, tellingIn } from './spans.ts'
import { isKnown, isSmall, type Word } from './text.ts'

/** Words that fit a name. */
export type Fit = Span & {
  known: Known
  /** Whether they are all of its words, its first, or others. */
  level: 'whole' | 'begins' | 'part'
  typos: number
  /** Whether nothing says that they are another name. */
  isSafe: boolean
}
const LEVELS = ['part', 'begins', 'whole'] as const

/** Compares fits, the best first. */
export const compareFits = (a: Fit, b: Fit): number =>
  Number(b.isSafe) - Number(a.isSafe) ||
  LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level) ||
  b.to - b.from - (a.to - a.from) ||
  a.typos - b.typos

/** Returns the best fit of a span with the names of an organization or person. */
export const fitOf = (words: readonly Word[], span: Span, known: Known): Fit | undefined =>
  known.names.flatMap((name) => fitName(words, span, known, name) ?? []).sort(compareFits)[0]

const GOVERNORS =
  /^(?:board|trustees|regents|president|fellows|governors|directors|corporation|administrators|greater)$/i

function fitName(words: readonly Word[], span: Span, known: Known, name: string): Fit | undefined {
  const tokens = tokenize(name)
  const all = tokens.filter((one) => !isSmall(one))
  // "The Trustees of the University of Pennsylvania"
  const own = all.slice(all.findIndex((one) => !GOVERNORS.test(one)))
  const isName = isCertain(words, span)
  const { from, to, fitting, typos } = longestPart(words, span, own, initialsOf(name))
  const isAcronym =
    span.to - span.from === 1 && acronymsOf(name).includes(words[span.from]?.word ?? '')
  if (isAcronym) return { ...span, known, level: 'whole', typos: 0, isSafe: true }
  if (fitting.length === 0) return undefined
  // "American Red Cross" is the American National Red Cross.
  const isBegun =
    fitting.every((one, at) => one === own[at]) || (fitting[0] === own[0] && fitting.length > 2)
  const level = fitting.length === own.length ? 'whole' : isBegun ? 'begins' : 'part'
  // "Maumee Valley Foundation" is not Maumee Valley Food Bank.
  const rest = [...words.slice(span.from, from), ...words.slice(to, span.to)]
  const others = rest.filter(
    (one) => one.role !== 'small' && !isKnown(one) && !isPlaceOf(known, one.text),
  )
  const isLong = level === 'whole' && own.length > 2
  // In lower case, it is sooner a word of the question.
  const isApart = ({ isCapital, role, word }: Word) =>
    !isCapital && (isLong || (!isName && fitting.length > 1 && role === 'other' && !isPlace(word)))
  const isOnly = others.every(isApart)
  // "Friends of X" and "Run for X" are not X.
  const before = tokens[tokens.indexOf(fitting[0] ?? '') - 1]
  const isFriend = level === 'part' && /^(?:for|of)$/i.test(before ?? '')
  const isTelling = fitting.some((one) => !COMMON_WORDS.has(normalizeName(one)))
  const isSpelled =
    level === 'part'
      ? typos === 0 && fitting.length > (isName ? 0 : 2)
      : typos < fitting.length || (isName && own.length > 1)
  const next = words[to]?.isFirst ? undefined : words[to]
  // "Maumee Valley foundation" is not a name, either.
  const isCut = level !== 'whole' && next?.role === 'common' && !isPlaceOf(known, next.text)
  const isNamed = level === 'whole' || isTelling || fitting.length > (isName ? 0 : 2)
  // "Which Chicago charity …" names no organization.
  const isOfPlace =
    level !== 'whole' &&
    isPlace(
      words
        .slice(from, to)
        .map(({ word }) => word)
        .join(' '),
    )
  const isSafe = isOnly && isNamed && isSpelled && !isCut && !isOfPlace && !isFriend
  return { known, level, typos, from, to, isSafe }
}

/** Returns the organizations whose exact name a span is, unless a word beside it makes another name. */
export function apart(words: readonly Word[], span: Span, found: readonly Known[]): Known[] {
  const isName = isCertain(words, span)
  const isLong = tellingIn(words, span).length > 2
  // "Arabella's New Venture Fund"
  const isOwner = (one: Word) =>
    isLong && one.to <= (words[span.from]?.from ?? 0) && one.text.endsWith("'s")
  const beside = neighborsOf(words, span).filter(
    (one) => (isName ? one.isCapital : !isLong) && !stateNamed(one.word) && !isOwner(one),
  )
  return found.filter((known) => beside.every((one) => isPlaceOf(known, one.text)))
}

/** Returns the longest part of a span that has words of a name in their order, and those words. */
function longestPart(
  words: readonly Word[],
  span: Span,
  own: readonly string[],
  initials: ReadonlyMap<string, number>,
) {
  let best = { from: span.from, to: span.from, fitting: [] as string[], typos: 0 }
  for (let from = span.from; from < span.to; from += 1) {
    const open = { from, to: from, fitting: [] as string[], typos: 0 }
    let rest = own
    for (let at = from; at < span.to; at += 1) {
      const { word = '', role } = words[at] ?? {}
      if (role === 'small' && at > from) continue
      const typed = normalizeName(word)
      const spelledOut = at === from ? (initials.get(word) ?? 0) : 0
      if (spelledOut > 0) {
        open.fitting.push(...rest.slice(0, spelledOut))
        open.to = at + 1
        rest = rest.slice(spelledOut)
        continue
      }
      const exact = rest.findIndex((one) => normalizeName(one) === typed)
      const found = exact >= 0 ? exact : rest.findIndex((one) => isMisspelled(word, one))
      if (found < 0) break
      open.fitting.push(rest[found] ?? '')
      open.typos += exact < 0 ? 1 : 0
      open.to = at + 1
      rest = rest.slice(found + 1)
    }
    if (open.fitting.length > best.fitting.length) best = open
  }
  return best
}

/** Returns the initials of the first two and three words of a name, and how many of those tell: "LA". */
function initialsOf(name: string): Map<string, number> {
  const all = tokenize(name)
  return new Map(
    [2, 3].map((count) => {
      const first = all.slice(0, count)
      const initials = first.map((one) => one[0]?.toLowerCase()).join('')
      return [initials, first.filter((one) => !isSmall(one)).length]
    }),
  )
}

// A typo in a short word or a number ("Local 445") makes another one.
const isMisspelled = (word: string, name: string): boolean =>
  Math.min(word.length, name.length) > 3 &&
  Math.max(word.length, name.length) > 4 &&
  word[0] === name[0] &&
  !/\d/.test(name) &&
  editsBetween(word, name) <= (name.length < 8 ? 1 : 2)

/** Whether a word is in the place of an organization. */
export function isPlaceOf({ display: { city = '', state = '' } }: Known, typed: string): boolean {
  const word = typed.replace(/'s?$/, '')
  const place = toComparable(`${city} ${US_STATES[state] ?? ''}`)
  return word === state || place.split(' ').includes(word.toLowerCase())
}

/** Returns the organizations that a text places in their city, otherwise those in their state. */
export function inPlaceSaid(found: readonly Known[], text: string): Known[] {
  const plain = (place: string) => ` ${toComparable(place).replaceAll(/\bst\b/g, 'saint')} `
  const says = (place = '') => place !== '' && plain(text).includes(plain(place))
  const inCity = found.filter(({ display: { city } }) => says(city))
  const isCode = (code: string) => code !== '' && text.split(/[^\p{L}]+/u).includes(code)
  const inState = found.filter(
    ({ display: { state = '' } }) => says(US_STATES[state]) || isCode(state),
  )
  return inCity.length > 0 ? inCity : inState
}
