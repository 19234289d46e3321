import { parseTypedEin } from '#src/domain/ein.ts'
import { findState } from '#src/domain/places.ts'
import { MANY } from './cues.ts'
import type { Mention } from './question.ts'

// Invisible characters can hide others: controls, formats, lone surrogates, and private use, which
// masks names here.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu

/** Returns a message with plain quotes, spaces, and dashes and without invisible characters. */
export const cleanMessage = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

// The longest legal names have about 140 letters.
const LONGEST_NAME = 140

/** Returns a name for searching and quoting: shortened, without markup characters. */
export const cleanName = (text: string): string =>
  cleanMessage(text)
    .replaceAll(/[<>{}[\]|\\*_~#]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()

/**
 * A text in which names and EINs are masked, so that the words in them are not read as a question.
 */
export type Masked = { text: string; names: readonly string[] }

// Private use characters, which cleaned messages do not contain.
const FIRST_MASK = 0xe000
const MASK = /[\uE000-\uF8FF]/gu

const EIN = /(?<![\d$,.-])\b(?:\d{2}[- ]\d{7}|\d{8,9})\b(?![\d,.]*\d)/g
const QUOTED = /"([^"]{2,})"/g
// "4-H", "3M Foundation" and "Union Local 444", but not "990-EZ" or "$5M".
const CAPITAL = String.raw`(?:(?!(?<=\b990[- ]?)(?:EZ|PF|N|T)\b)(?!(?<=\b990[- ]?[EP])[ZF]\b)\p{Lu}[\p{L}\p{N}.&'-]*|(?<=\b(?:Local|Post|Lodge|Chapter|Troop|Pack|Unit|District|Council|Aerie|Branch|No\.?) )(?!(?:19|20)\d\d\b)#?\d{1,5}\b|(?<![$\d.,-])(?!990)\d[\d,]*(?:-\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{L}*(?=\s\p{Lu})|(?:st|nd|rd|th)?(?=\s\p{Lu})))`
// "in" joins "Partners in Health" and splits "Harbor House in Ohio".
const JOINT = String.raw`(?:(?:of|the|for|on|at|de|la|del|and|&|in|y|a)\s+){0,3}`
const CAPITALIZED = new RegExp(String.raw`${CAPITAL}(?:(?:,?\s+)${JOINT}${CAPITAL})*`, 'gu')

// Words that are often capitalized and are not names.
const NO_NAMES = new Set(
  `i irs ez pf ceo cfo ein us usa form ofac sam sdn ubit ntee dc new what who whom whose which how why when
  where is are was were does do did has have had can could should would will compare show tell list
  find search give me explain describe please and or but the a an in on of for to from with between
  look up whats what's who's how's hi hello hey help thanks thank usaspending fy tax year also then
  top any are there ok okay about it its it's they their them this that these those january february
  march april may june july august september october november december`.split(/\s+/),
)
// Words a question begins with, before the name: "Revenue of Harbor House".
const OPENERS = new Set(
  `revenue revenues expenses assets liabilities rating score funders donors grantees recipients grants
  mission leadership officers awards federal compliance checks profile overview summary funding pay
  salary salaries program administrative fundraising overhead employees volunteers reserves total net
  ein rated funds fund does ratio status sanctions contributions executive president director board`.split(
    /\s+/,
  ),
)

/** Masks each name and EIN with one letter. */
export function maskNames(text: string): Masked {
  const names: string[] = []
  const mask = (name: string): string => {
    names.push(name)
    return String.fromCodePoint(FIRST_MASK + names.length - 1)
  }
  const masked = text
    .replaceAll(QUOTED, (_, name: string) => mask(name))
    .replaceAll(EIN, (digits) => (parseTypedEin(digits) ? mask(digits) : digits))
    .replaceAll(CAPITALIZED, (run, at: number, whole: string) =>
      maskRun(run, { isFirst: at === 0, isNamed: isAsked(whole.slice(at + run.length)) }, mask),
    )
  return { text: joinMasks(masked, { text: masked, names }, mask), names }
}

const ONE = String.raw`[\uE000-\uF8FF]`
// "Harbor House (EIN 07-0000101)"; in a comparison, a comma separates.
const BESIDE = String.raw`(?: ?\(| with| -)? ?(?:(?:EIN|ein|tax id)(?: number)?:? ?)?`
const BESIDE_COMMA = `(?:,|${BESIDE})${BESIDE}`
const COMPARED = /\b(?:compar\w+|vs|versus|which)\b/i
// Without words that are also verbs ("fund", "trust").
const SUFFIX =
  /([\uE000-\uF8FF])( (?:foundation|incorporated|inc|association|society|institute)\b)/g

/** Joins a name and the EIN beside it into the EIN, and a name and its kind into one name. */
function joinMasks(text: string, masked: Masked, mask: (name: string) => string): string {
  const gap = COMPARED.test(text) ? BESIDE : BESIDE_COMMA
  const pair = new RegExp(`(${ONE})${gap} ?(${ONE})\\)?`, 'gu')
  const isEin = (letter: string) => parseTypedEin(unmask(masked, letter)) !== undefined
  return text
    .replaceAll(SUFFIX, (words, letter: string, suffix: string) =>
      isEin(letter) ? words : mask(`${unmask(masked, letter)}${suffix}`),
    )
    .replaceAll(pair, (words, left: string, right: string) =>
      isEin(left) === isEin(right) ? words : isEin(left) ? left : right,
    )
}

// "Total Wellness Center revenue": if a figure follows, a first word such as "Total" belongs to the
// name.
const isAsked = (after: string): boolean => OPENERS.has(/^ ([a-z]+)/.exec(after)?.[1] ?? '')

type Place = { isFirst: boolean; isNamed: boolean }

/**
 * Masks a sequence of capitalized words without words that only begin a sentence; a single first
 * word is not a name.
 */
function maskRun(run: string, { isFirst, isNamed }: Place, mask: (name: string) => string): string {
  const words = run.split(' ')
  if (isFirst && isKindInState(words)) return run
  let start = beginsName(words, isFirst) ? 0 : startOfName(words, isFirst && !isNamed)
  // "New York Choir" and "The Bridge" begin with words that also stand alone.
  const before = words[start - 1]?.toLowerCase()
  if (start > 0 && (before === 'new' || (before === 'the' && start > 1))) start -= 1
  if (start >= words.length) return run
  const tail = /(?:'s|'|[.,])+$/.exec(run)?.[0] ?? ''
  const name = words.slice(start).join(' ')
  const kept = tail ? name.slice(0, -tail.length) : name
  const opening = words.slice(0, start).map((word) => `${word} `)
  if (isFirst && start === 0 && words.length === 1) return run
  if (isState(kept)) return run
  return `${opening.join('')}${splitPossessive(kept).map(mask).join("'s ")}${tail}`
}

// "net assets of Give for a Smile", but "Give me …", "Help Harbor House".
const beginsName = ([verb = '', next = '']: readonly string[], isFirst: boolean): boolean =>
  /^(?:Give|Help|Find|All|Any)$/.test(verb) && (!isFirst || next === 'for') && next !== 'me'

/** Returns where a name begins: after words that are not names and after a figure and its "of". */
function startOfName(words: readonly string[], isOpening: boolean): number {
  const plain = words.map((word) => word.toLowerCase().replace(/'s$|[,.]+$/g, ''))
  const skip = (from: number, isSkipped: (word: string) => boolean): number => {
    const found = plain.findIndex((word, at) => at >= from && !isSkipped(word))
    return found < 0 ? plain.length : found
  }
  const isNone = (word: string) => NO_NAMES.has(word)
  const start = skip(0, isNone)
  const end = skip(start, (word) => OPENERS.has(word) || word === 'and')
  const isTitle = TITLES.test(words[start] ?? '') && plain[start + 1] === 'of'
  if (isOpening && end > start) return skip(end, isNone)
  return isTitle ? skip(start + 1, isNone) : start
}

/** "Charities in Ohio" is a search, not a name. */
const isKindInState = ([kind = '', joint, ...place]: readonly string[]): boolean =>
  joint === 'in' && MANY.test(kind) && isState(place.join(' '))

const isState = (text: string): boolean => 'code' in findState(text)

// In "Harbor House's CEO" the title is not part of the name; in "St Brigid's Clinic" it is.
const TITLES = /^(?:CEO|CFO|COO|EIN|IRS|Form|President|Director|Rating|Revenue)$/
function splitPossessive(name: string): string[] {
  const words = name.split(' ')
  const last = words.at(-1) ?? ''
  return words.length > 1 && TITLES.test(last)
    ? [words.slice(0, -1).join(' ').replace(/'s?$/, '')]
    : [name]
}

/** Returns a masked piece in its original form. */
export const unmask = ({ names }: Masked, piece: string): string =>
  piece.replaceAll(MASK, (letter) => names[(letter.codePointAt(0) ?? 0) - FIRST_MASK] ?? '')

export const hasMask = (piece: string): boolean => piece.search(MASK) >= 0

// Words around a name that are not part of it.
const EDGE = new Set(
  `what whats what's which who whom whose how why when where much many is are was were be been being
  does do did has have had can could would will might may you me i we us my our please pls tell show
  give explain describe about for from to of in on at by with the a an and or but so also then than as
  if there that this these those it its it's they them their theirs he she him her his one same s any
  some all get gets got make makes made named called say says said organization organisation charity
  nonprofit non-profit foundation's group look up know want like ok okay hi hello hey thanks thank
  really actually currently still ever just most more money each per vs versus compared year years
  annual annually dollars usd total exactly according filed reported report hold held number amount
  figure figures grow grew change changed over lately again both between it? find instead page here
  list details detail looking true right correct sure think believe heard read`.split(/\s+/),
)

const isEdge = (word: string): boolean => {
  const plain = word
    .toLowerCase()
    .replaceAll(/^[^\p{L}\p{N}\uE000-\uF8FF]+|[^\p{L}\p{N}\uE000-\uF8FF]+$/gu, '')
  return plain === '' || EDGE.has(plain) || EDGE.has(plain.replace(/'s$/, ''))
}

/** Returns a piece of a question without words that only introduce a name. */
export function trimToName(piece: string): string {
  const words = piece.split(/\s+/)
  const start = words.findIndex((word) => !isEdge(word))
  const end = words.findLastIndex((word) => !isEdge(word))
  const name = start < 0 ? '' : words.slice(start, end + 1).join(' ')
  return name
    .replace(/^[^\p{L}\p{N}\uE000-\uF8FF(]+/u, '')
    .replace(/[^\p{L}\p{N}\uE000-\uF8FF)]+$/u, '')
}

const PLACE_AFTER = /^(?<name>.{3,}?)(?:,\s*|\s+in\s+|\s*\()(?<state>[\p{L}. ]{2,20})\)?$/iu

/** Returns the mention that a text represents; undefined without letters or digits. */
export function toMention(text: string): Mention | undefined {
  const name = cleanName(text).replace(/'s?$/, '')
  const ein = parseTypedEin(name)
  if (ein) return { ein }
  if (!/\p{L}/u.test(name) || name.length < 2) return undefined
  const { name: short = '', state = '' } = PLACE_AFTER.exec(name)?.groups ?? {}
  const found = state === '' ? undefined : findState(state)
  return found && 'code' in found
    ? { name: short.trim(), state: found.code, whole: name }
    : { name }
}
