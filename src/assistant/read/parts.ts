import { knownFields } from '#src/domain/known-fields.ts'
import { UNSPOKEN } from '#src/domain/names.ts'
import { wordList } from '#src/domain/word-lists.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import { type Interpretation, interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { type Token, tokenize } from '#src/search/interpretation/tokens.ts'
import { isIn } from '#src/search/interpretation/vocabulary.ts'
import type { Message } from '../message.ts'
import { type Found, findWords } from '../vocabulary.ts'
import { inList } from './text.ts'

/** Characters of a text that a mask, or other words, replace. */
export type Mask = {
  from: number
  to: number
  mask: 'org' | 'person' | 'year' | 'amount' | 'place' | { words: string }
}

type Key = 'masked' | 'years' | 'words' | 'figures' | 'unread' | 'form' | 'state' | 'city' | 'limit'
export type Parts = Pick<Message, Key | 'minAmount' | 'maxAmount'>

/**
 * Reads everything but names: years, places, amounts, and limits by the reader of searches, which
 * reads "since 2020" of grants, and all other words by the vocabulary.
 */
export function readParts(text: string, names: readonly Mask[]): Parts {
  const plain = toTaxYears(replaceAll(text, names))
  const read = interpretQuery(plain, 'grants')
  const { limit = countIn(plain), maxAmount, filters } = read
  const [only, ...others] = filters.worksInStates ?? read.funderStates ?? []
  const places = placesIn(plain, read)
  // A search looks near a place or in several states; a message has no field for that.
  const isPlace = places.length > 0 && others.length === 0
  const { city, state } = isPlace ? { state: only, ...filters } : {}
  const tokens = tokenize(plain)
  const numbers = tokens
    .flatMap(toMask)
    .filter(({ from }) => !places.some((one) => one.from <= from && from < one.to))
  const masked = replaceAll(plain, [...places, ...numbers])
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bq(org|person|year|amount|place)\b/g, (_, mask: string) => mask.toUpperCase())
  const words = findWords(masked)
  const [amount] = tokens.filter(({ kind }) => kind === 'amount')
  const minAmount = read.minAmount ?? (LEAST.test(masked) ? amount?.value : undefined)
  const isAmount = minAmount !== undefined || maxAmount !== undefined
  const hidden = [
    ...(state ? [] : places),
    ...(isAmount ? [] : numbers.filter(({ mask }) => mask === 'amount')),
  ]
  const figures = words.flatMap(({ list, key }) => (list === 'figure' ? [key as FigureKey] : []))
  return {
    ...{ masked, words, years: { ...yearsOf(tokens, read), ...relativeOf(words, masked) } },
    figures: [...new Set(figures)],
    unread: [
      ...new Set([
        ...unreadIn(masked, words, read),
        ...hidden.map(({ from, to }) => plain.slice(from, to)),
      ]),
    ],
    ...knownFields({ limit, minAmount, maxAmount, city, state, form: filters.primaryForm }),
  }
}

// In lower case, so that nothing takes a stand-in for a name; no vocabulary has it.
const replaceAll = (text: string, masks: readonly Mask[]): string =>
  masks
    .toSorted((a, b) => b.from - a.from)
    .reduce((so, { from, to, mask }) => {
      const written = typeof mask === 'string' ? `q${mask}` : mask.words
      return so.slice(0, from) + written + so.slice(to)
    }, text)

const COUNTED =
  /\b(two|three|four|five|six|seven|eight|nine|ten)\b(?= (?:most|\w+est|best|worst|top|main)\b)|(?<=\b(?:top|first|largest|biggest|highest|best) )(two|three|four|five|six|seven|eight|nine|ten)\b/i
const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const LEAST = /\b(?:over|above|more than|at least|exceed\w*) AMOUNT/

/** "The five best paid people" */
function countIn(text: string): number | undefined {
  const [said] = COUNTED.exec(text) ?? []
  return said === undefined ? undefined : NUMBERS.indexOf(said.toLowerCase()) + 2
}

const ENDED =
  /\b(?:years?|periods?|twelve months|12 months|fy)\b[^.?]{0,20}\b(?:end(?:ed|ing|s)?|to)\b|\b(?:at|as of) (?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov)/i
const MONTH_OF_YEAR =
  /\b(?:jan|feb|march|apr|may|june?|july?|aug|sept?|oct|nov)[a-z]*\.?(?: \d{1,2},?)? ((?:19|20)\d\d)\b/gi

/** A year that ended in May 2018 is tax year 2017. */
const toTaxYears = (text: string): string =>
  ENDED.test(text) ? text.replaceAll(MONTH_OF_YEAR, (_, year) => String(Number(year) - 1)) : text

const PLACES = /^(?:state|city|worksInStates|funderStates|counties|near|zip)$/
const LINK =
  /^(?:[,(]|(?:in|near|from|around|across|within|of|at|on|based|located|registered|close|to|the|state|city)\b)[\s,]*/i

/** Returns the places that were read, without "in" and the like. "In grants" is no place. */
function placesIn(text: string, { phrases }: Interpretation): Mask[] {
  return phrases.flatMap(({ key, phrase }) => {
    let place = phrase
    while (LINK.test(place)) place = place.replace(LINK, '')
    const to = text.indexOf(phrase) + phrase.length
    const isWord = place === place.toLowerCase() && inList('generic', place)
    const isPlace = PLACES.test(key) && to >= phrase.length && !isWord
    return isPlace ? [{ from: to - place.length, to, mask: 'place' }] : []
  })
}

// Smaller numbers count something: "top 5".
const MIN_AMOUNT = 1_000

function toMask({ kind, start: from, end: to, value, scale, isMoney }: Token): Mask[] {
  if (kind === 'year' || kind === 'decade') return [{ from, to, mask: 'year' }]
  const isAmount = kind === 'amount' && (isMoney || scale > 1 || value >= MIN_AMOUNT)
  return isAmount ? [{ from, to, mask: 'amount' }] : []
}

/** Returns the years that were read as one or a range, and those said beside them. */
function yearsOf(
  tokens: readonly Token[],
  { minYear, maxYear, phrases }: Interpretation,
): Message['years'] {
  const said = phrases.flatMap(({ key, phrase }) => (/Year$/.test(key) ? phrase : []))
  const others = tokens.filter(
    ({ kind, text }) => kind === 'year' && !said.some((one) => one.includes(text)),
  )
  if (others.length === 0) return knownFields({ from: minYear, to: maxYear })
  const all = [...others.map(({ value }) => value), minYear ?? [], maxYear ?? []].flat()
  return { from: Math.min(...all), to: Math.max(...all) }
}

const AGO = /\b(\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten) years? ago\b/

/** "Last year" is the latest on file, and "three years ago" three years before it. */
function relativeOf(words: readonly Found[], masked: string): Message['years'] {
  const [, count] = AGO.exec(masked) ?? []
  if (count) return { ago: Number(count) || NUMBERS.indexOf(count) + 2 }
  const isTime = ({ key, said }: Found) => /^(?:previous|latest)$/.test(key) && !/ago$/.test(said)
  const one = words.find(isTime)
  return one
    ? { relative: one.key === 'latest' || one.said === 'last year' ? 'last' : 'before' }
    : {}
}

const READ = new Set([
  'minYear',
  'maxYear',
  'limit',
  'minAmount',
  'maxAmount',
  'primaryForm',
  'note',
])
// Entries that not every kind of question can use.
const CONTENT = new Set(['out', 'unfiled', 'group'])
const FUNCTION = wordList('function')
const PLAIN = ['lead', 'edge', 'tail', 'generic', 'ask', 'results', 'collective']

function unreadIn(masked: string, found: readonly Found[], { phrases }: Interpretation): string[] {
  const isRead = (said: string) => AGO.test(masked) || !/ago$/.test(said)
  const used = found.filter(({ list, said }) => !CONTENT.has(list) && isRead(said))
  const read = phrases.flatMap(({ key, phrase }) =>
    READ.has(key) ? phrase.toLowerCase().split(/\s+/) : [],
  )
  const isUnread = ({ kind, text, word, start, end }: Token) =>
    kind !== 'sign' &&
    !/^(?:ORG|PERSON|YEAR|AMOUNT|PLACE)\b/.test(text) &&
    !used.some(({ at, to }) => at <= start && end <= to) &&
    !read.includes(word) &&
    (word.length > 1 || /\d/.test(word)) &&
    ![word, word.replaceAll("'", ''), word.replace(/'\w+$/, '')].some(isPlain)
  return tokenize(masked).flatMap((token) => (isUnread(token) ? [token.text] : []))
}

const isPlain = (word: string): boolean =>
  [UNSPOKEN, FUNCTION].some((list) => list.has(word)) ||
  ['plain', 'generic'].some((list) => inList(list, word)) ||
  PLAIN.some((list) => isIn(list, word))
