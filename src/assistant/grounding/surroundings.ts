import type { Hedge } from './figure.ts'
import { SCALES } from './number-words.ts'

/** What stands after the digits or words of a number and belongs to it. */
export type Tail = {
  /** Product of "hundred", "million", … and "k", "bn", …; 1 without. */
  factor: number
  measure: 'money' | 'percent' | 'plain'
  length: number
  isUnreadable: boolean
}

const SCALE_WORD = /^[\s-]?(hundred|dozen|thousand|million|billion|trillion|mil|mn|mm|bn|tn)\b/iu
// A letter alone is a scale where it touches the digits or an amount of money: not in "5 m tall".
const SCALE_LETTER = /^([kmbt])\b/iu
const SPACED_LETTER = /^\s([kmb])\b/iu
// "77 cents of each dollar" is said of a share.
const PERCENT = /^[\s-]?(?:%|percent\b|per\s?cent\b|pct\b|percentage[\s-]points?\b|cents?\b|¢)/iu
const DOLLARS = /^[\s-]?(?:US\s)?(?:dollars?|USD|bucks)\b/iu
// Exponents, per mille and basis points: nobody needs them here, and each is a way around.
const UNREADABLE = /^(?:e[+-]?\d|\s?‰|[\s-]?basis[\s-]points?\b|[\s-]?bps\b)/iu

/** Reads what follows a number. */
export function readTail(after: string, isMoney: boolean): Tail {
  const { factor, length } = readScales(after, isMoney)
  const rest = after.slice(length)
  const isUnreadable = UNREADABLE.test(rest)
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

/** What stands before the digits or words of a number and belongs to it. */
export type Head = { isMoney: boolean; isNegative: boolean; hedge?: Hedge; length: number }

const MONEY = /(?:US\s?\$|USD\s?|\$)\s?[-−]?$/iu
const MINUS = /(?:(?<![\p{L}\p{N}.)%])[-−–]|\b(?:minus|negative)\s)\s?$/iu
const MINUS_AFTER_SIGN = /\$\s?[-−]$/u

const HEDGES: readonly [Hedge, RegExp][] = [
  ['below', /\b(?:just under|under|less than|below|fewer than|up to|at most|nearly|almost)\s$/iu],
  ['above', /\b(?:just over|over|more than|above|at least|exceed(?:s|ed|ing)?)\s$/iu],
  ['about', /(?:\b(?:about|around|approximately|roughly|some|close to|circa|ca\.)\s|[~≈]\s?)$/iu],
]

/** Reads what precedes a number. */
export function readHead(before: string): Head {
  const [money = ''] = MONEY.exec(before) ?? []
  const [minus = ''] = MINUS.exec(before.slice(0, before.length - money.length)) ?? []
  const length = money.length + minus.length
  const words = before.slice(0, before.length - length)
  const hedge = HEDGES.find(([, pattern]) => pattern.test(words))?.[0]
  return {
    isMoney: money !== '',
    isNegative: minus !== '' || MINUS_AFTER_SIGN.test(money),
    ...(hedge && { hedge }),
    length,
  }
}
