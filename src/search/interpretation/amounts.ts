import { formatDollars } from '#src/domain/money.ts'
import { type Interpretation, type Phrase, type Step, spanOf, take } from './phrases.ts'

const UNIT = '(?:k|m|mm|b|bn|thousand|million|billion)'
const MEASURE = '(?:annual |total )?(?:revenues?|budgets?|incomes?)'
const BEFORE = String.raw`(?:\bwith\s+)?(?:\b(?:an? |the )?${MEASURE}\s+(?:of\s+)?)?`
const AFTER = String.raw`(?:\s+dollars)?(?:\s+(?:(?:in|of)\s+)?${MEASURE}\b)?`
const AND = String.raw`(?:\s*(?:,|\band\b|\bbut\b))*\s*`
const OVER = String.raw`(?:\b(?:over|above|more than|at least|exceeding)\s+|>=?\s*)`
const UNDER = String.raw`(?:\b(?:under|below|less than|at most|up to)\s+|<=?\s*)`

/** An amount in two groups: its number and its unit, `minUnit` or `maxUnit`. */
const amount = (name: 'min' | 'max'): string =>
  String.raw`\$?\s?(?<${name}>\d[\d,]*(?:\.\d+)?)(?:\s?(?<${name}Unit>${UNIT}))?\b`

const inFull = (...parts: string[]): RegExp => new RegExp([BEFORE, ...parts, AFTER].join(''), 'gi')

// Pairs of bounds come first, so that they match together with the "and" between them.
const PATTERNS: RegExp[] = [
  inFull(
    String.raw`\b(?:between|from)\s+`,
    amount('min'),
    String.raw`\s*(?:and|to|-|–)\s*`,
    amount('max'),
  ),
  inFull(OVER, amount('min'), AFTER, AND, BEFORE, UNDER, amount('max')),
  inFull(UNDER, amount('max'), AFTER, AND, BEFORE, OVER, amount('min')),
  inFull(OVER, amount('min')),
  inFull(UNDER, amount('max')),
]

const OTHER =
  '(?:total |net )?(?:assets|expenses|spending|endowments?|salar(?:y|ies)|contributions)'
const BOUND = String.raw`(?:${OVER}|${UNDER}|\b(?:of|between|from)\s+)\$?\s?\d[\d,.]*(?:\s?${UNIT})?\b(?:\s*(?:and|to|-|–)\s*\$?\s?\d[\d,.]*(?:\s?${UNIT})?\b)?`

/** Amounts of anything but revenue: "assets over $5M", "over $5M in assets". */
export const OTHER_AMOUNT = new RegExp(
  String.raw`(?:\bwith\s+)?(?:\b${OTHER}\s+${BOUND}|${BOUND}(?:\s+dollars)?\s+(?:in|of)\s+${OTHER}\b)`,
  'i',
)

// A bare number may be a year or a count ("from 2015 to 2020", "over 5,000 children"). One of these
// marks it as money.
const MONEY = new RegExp(String.raw`\$|\d\s?${UNIT}\b|\bdollars\b|\b${MEASURE}\b`, 'i')

const SCALE: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

// A number of dollars below a thousand is a price or a gift, not a revenue.
const LEAST_REVENUE = 1_000

const toNumber = (digits: string): number => Number(digits.replaceAll(',', ''))

const toDollars = (digits: string, unit: string | undefined): number =>
  toNumber(digits) * (SCALE[unit?.toLowerCase() ?? ''] ?? 1)

type Bound = { key: 'minRevenue' | 'maxRevenue'; dollars: number }

/** Returns the bounds in a match, or none when one of its numbers is not a revenue. */
function readBounds({ 0: words, groups = {} }: RegExpExecArray): Bound[] {
  if (!MONEY.test(words)) return []
  const { min, minUnit, max, maxUnit } = groups
  // The unit applies to both numbers of "between $1 and 5 million", not of "250,000 to 1 million".
  const lent = min && max && toNumber(min) < toNumber(max) ? maxUnit : undefined
  const bounds: Bound[] = []
  if (min) bounds.push({ key: 'minRevenue', dollars: toDollars(min, minUnit ?? lent) })
  if (max) bounds.push({ key: 'maxRevenue', dollars: toDollars(max, maxUnit) })
  return bounds.every(({ dollars }) => dollars >= LEAST_REVENUE) ? bounds : []
}

const SIDES = { minRevenue: 'least', maxRevenue: 'most' }

const toPhrase = ({ key, dollars }: Bound): Pick<Phrase, 'key' | 'meaning'> => ({
  key,
  meaning: `latest revenue of at ${SIDES[key]} ${formatDollars(dollars)}`,
})

/** Extracts the first match whose bounds are not set yet. */
function takeBounds(found: Interpretation, pattern: RegExp): Interpretation {
  for (const match of found.text.matchAll(pattern)) {
    const bounds = readBounds(match)
    if (bounds.length === 0 || bounds.some(({ key }) => found[key] !== undefined)) continue
    return {
      ...take(found, spanOf(match), ...bounds.map(toPhrase)),
      ...Object.fromEntries(bounds.map(({ key, dollars }) => [key, dollars])),
    }
  }
  return found
}

/** Extracts the minimum and the maximum revenue, each once. */
export const takeAmounts: Step = (found) => PATTERNS.reduce(takeBounds, found)
