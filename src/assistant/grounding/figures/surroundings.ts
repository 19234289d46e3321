import { patternOf } from '../../phrases.ts'
import type { Hedge } from './figure.ts'

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const SMALL = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
])

/** Words and letters that multiply the preceding number. */
const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['dozen', 12],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['mil', 1e6],
  ['mn', 1e6],
  ['mm', 1e6],
  ['m', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['trillion', 1e12],
  ['tn', 1e12],
  ['t', 1e12],
])

const WORD_SCALES = new Map([...SCALES].filter(([word]) => word.length > 3))

/** Returns whether a word can be part of a written number. */
export const isNumberWord = (word: string): boolean => SMALL.has(word) || WORD_SCALES.has(word)

/**
 * Returns the value of a written number such as "three hundred and five thousand" or "half a
 * million"; undefined if the words are not a number.
 */
export function valueOfWords(words: readonly string[]): number | undefined {
  const [first, second, ...rest] = words
  if (first === 'half' && (second === 'a' || second === 'an')) return scaled(0.5, rest)
  if (first === 'a' || first === 'an') return scaled(1, words.slice(1))
  const point = words.indexOf('point')
  if (point > 0) return withDecimals(words, point)
  return wholeOf(words)
}

function scaled(value: number, scales: readonly string[]): number | undefined {
  const factors = scales.map((word) => WORD_SCALES.get(word))
  if (factors.length === 0 || factors.includes(undefined)) return undefined
  return factors.reduce<number>((product, factor) => product * (factor ?? 1), value)
}

// "one point two five million": digits one by one after the point, then scales.
function withDecimals(words: readonly string[], point: number): number | undefined {
  const whole = wholeOf(words.slice(0, point))
  const tail = words.slice(point + 1)
  const count = tail.findIndex((word) => !((SMALL.get(word) ?? 10) < 10))
  const digits = count === -1 ? tail : tail.slice(0, count)
  const scales = tail.slice(digits.length)
  if (whole === undefined || digits.length === 0) return undefined
  const value = Number(`${whole}.${digits.map((word) => SMALL.get(word)).join('')}`)
  return scales.length === 0 ? value : scaled(value, scales)
}

function wholeOf(words: readonly string[]): number | undefined {
  let total = 0
  let group: number | undefined
  for (const word of words) {
    if (word === 'and') continue
    const small = SMALL.get(word)
    const scale = WORD_SCALES.get(word)
    if (small !== undefined) {
      // "twenty three" is a number and "five six" is not.
      if (group !== undefined && !fits(group, small)) return undefined
      group = (group ?? 0) + small
    } else if (scale === undefined) {
      return undefined
    } else if (scale < 1_000) {
      group = (group ?? 1) * scale
    } else {
      total = group === undefined && total > 0 ? total * scale : total + (group ?? 1) * scale
      group = undefined
    }
  }
  return total + (group ?? 0)
}

const fits = (group: number, next: number): boolean =>
  next > 0 && (group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && next < 10))

/** The text after the digits or words of a number that belongs to it. */
type Tail = {
  /** Product of "hundred", "million", … and "k", "bn", …; 1 if there is none. */
  factor: number
  measure: 'money' | 'percent' | 'plain'
  length: number
  isUnreadable: boolean
}

const SCALE_WORD = /^[\s-]?(hundred|dozen|thousand|million|billion|trillion|mil|mn|mm|bn|tn)\b/iu
// A single letter is a scale only right after the digits or an amount of money: not in "5 m tall".
const SCALE_LETTER = /^([kmbt])\b/iu
const SPACED_LETTER = /^\s([kmb])\b/iu
// "77 cents of each dollar" is a share.
const PERCENT = /^[\s-]?(?:%|percent\b|per\s?cent\b|pct\b|percentage[\s-]points?\b|cents?\b|¢)/iu
const DOLLARS = /^[\s-]?(?:US\s)?(?:dollars?|USD|bucks)\b/iu
// Exponents, multiples, per mille, and basis points: answers need none of them.
const UNREADABLE =
  /^(?:e[+-]?\d|\s?[x×](?![\p{L}\p{N}])|\s?‰|[\s-]?basis[\s-]points?\b|[\s-]?bps\b)/iu
// Amounts per person or for a period other than a year: no return has them.
const SPAN_OR_HEAD = patternOf(`
  second | minute | hour | day | night | week | month | quarter | decade | person | employee |
  worker | member | child | student | client | resident | household | meal
`)
const OTHER_UNIT = new RegExp(
  String.raw`^[^.;,]{0,40}\b(?:(?:a|an|each|every)\s(?:single\s)?(?:${SPAN_OR_HEAD})\b|per\s(?!year\b|annum\b|cent\b|its\b|the\b|form\b)\p{L}|(?:hourly|daily|weekly|monthly|quarterly)\b)`,
  'iu',
)
const CURRENCIES = `(?:${patternOf(String.raw`
  EUR | GBP | CAD | AUD | NZD | JPY | CHF | INR | CNY | RMB | MXN | BRL | SEK | NOK | DKK | ZAR |
  KRW | RUB | ILS | SGD | HKD | euros? | pounds? sterling | pounds? | quid | yen | yuan |
  rupees? | pesos? | francs? | kron(a|or|er?) | rubles? | shekels? | won |
  (canadian|australian|hong kong|singapore)\s(dollars?|cents?)
`)})`
const FOREIGN_AFTER = new RegExp(`^\\s?(?:${CURRENCIES}\\b|(?![$¢])\\p{Sc})`, 'iu')
const FOREIGN_BEFORE = new RegExp(
  `(?:\\b${CURRENCIES}\\s?|(?![$¢])\\p{Sc}\\s?|(?:\\b(?:C|A|CA|AU|HK|NZ|R|S|MX)\\$)\\s?)[-−]?$`,
  'iu',
)

/** Reads what follows a number. */
export function readTail(after: string, isMoney: boolean): Tail {
  const { factor, length } = readScales(after, isMoney)
  const rest = after.slice(length)
  const isForeign =
    FOREIGN_AFTER.test(rest) || /\bper (?:employee|capita|head|person)\b/iu.test(after)
  const isUnreadable = UNREADABLE.test(rest) || OTHER_UNIT.test(rest) || isForeign
  const percent = PERCENT.exec(rest)
  const dollars = DOLLARS.exec(rest)
  const [word = ''] = percent ?? dollars ?? []
  const measure = percent ? 'percent' : isMoney || dollars ? 'money' : 'plain'
  return { factor, measure, length: length + word.length, isUnreadable }
}

function readScales(after: string, isMoney: boolean): { factor: number; length: number } {
  let factor = 1
  let length = 0
  const letter = SCALE_LETTER.exec(after) ?? (isMoney ? SPACED_LETTER.exec(after) : null)
  for (let found = letter ?? SCALE_WORD.exec(after); found; ) {
    factor *= SCALES.get((found[1] ?? '').toLowerCase()) ?? 1
    length += found[0].length
    found = SCALE_WORD.exec(after.slice(length))
  }
  return { factor, length }
}

/** The text before the digits or words of a number that belongs to it. */
type Head = {
  isMoney: boolean
  isNegative: boolean
  isUnreadable: boolean
  hedge?: Hedge
  length: number
}

const MONEY = /(?:US\s?\$|USD\s?|\$)\s?[-−]?$/iu
const MINUS = /(?:(?<![\p{L}\p{N}.)%])[-−–]|\b(?:minus|negative)\s)\s?$/iu
const MINUS_AFTER_SIGN = /\$\s?[-−]$/u

const HEDGES: readonly [Hedge, RegExp][] = [
  ['below', /\b(?:just under|under|less than|below|fewer than|up to|at most|nearly|almost)\s$/iu],
  ['above', /\b(?:just over|over|more than|above|at least|exceed(?:s|ed|ing)?)\s$/iu],
  ['about', /(?:\b(?:about|around|approximately|roughly|some|close to|circa|ca\.)\s|[~≈]\s?)$/iu],
]

/** "Not $5", or a reversed bound: "no less than". */
const NEGATED = /\b(?:no|not|never|nor|neither|hardly|\w+n['’]t)\s(?:\w+\s)?$/iu
const OTHER_UNIT_BEFORE =
  /\b(?:per\s(?:employee|capita|head|person|member|client|day|week|month)|(?:each|every)\s(?:day|week|month|hour)|(?:hourly|daily|weekly|monthly|quarterly)\s\w+)\b/iu

/** Reads what precedes a number. */
export function readHead(before: string): Head {
  const [money = ''] = MONEY.exec(before) ?? []
  const [minus = ''] = MINUS.exec(before.slice(0, before.length - money.length)) ?? []
  const length = money.length + minus.length
  const words = before.slice(0, before.length - length)
  const hedge = HEDGES.find(([, pattern]) => pattern.test(words))
  const isNegated = NEGATED.test(words.replace(hedge?.[1] ?? /$/u, ''))
  return {
    isMoney: money !== '',
    isUnreadable: isNegated || FOREIGN_BEFORE.test(before) || OTHER_UNIT_BEFORE.test(words),
    isNegative: minus !== '' || MINUS_AFTER_SIGN.test(money),
    ...(hedge && { hedge: hedge[0] }),
    length,
  }
}
