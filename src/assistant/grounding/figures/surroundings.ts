import { patternOf } from '../../phrases.ts'
import type { Hedge } from './figure.ts'
import { SCALES } from './number-words.ts'

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
