import { type Interpretation, type Phrase, type Step, spanOf, take } from './phrases.ts'

const UNIT = '(?:k|m|mm|b|bn|thousand|million|billion)'
const MEASURE = '(?:annual |total )?(?:revenues?|budgets?|incomes?)'
const BEFORE = String.raw`(?:\bwith\s+)?(?:\b(?:an? |the )?${MEASURE}\s+(?:of\s+)?)?`
const AFTER = String.raw`(?:\s+dollars)?(?:\s+(?:(?:in|of)\s+)?${MEASURE}\b)?`
const AND = String.raw`(?:\s*(?:,|\band\b|\bbut\b))*\s*`
const OVER = String.raw`(?:\b(?:over|above|more than|at least|exceeding)\s+|>=?\s*)`
const UNDER = String.raw`(?:\b(?:under|below|less than|at most|up to)\s+|<=?\s*)`

/** An amount in two groups: its number and, under the name with "Unit", what it is counted in. */
const amount = (name: 'min' | 'max'): string =>
  String.raw`\$?\s?(?<${name}>\d[\d,]*(?:\.\d+)?)(?:\s?(?<${name}Unit>${UNIT}))?\b`

const inFull = (...parts: string[]): RegExp => new RegExp([BEFORE, ...parts, AFTER].join(''), 'gi')

// Two bounds come before one, so that the "and" between them is taken with them.
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

/** Amounts of something else than revenue: "assets over $5M", "over $5M in assets". */
export const OTHER_AMOUNT = new RegExp(
  String.raw`(?:\bwith\s+)?(?:\b${OTHER}\s+${BOUND}|${BOUND}(?:\s+dollars)?\s+(?:in|of)\s+${OTHER}\b)`,
  'i',
)

// A bare number counts years or children ("from 2015 to 2020", "over 5,000 children"); one of
// these says that it is money.
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

// No revenue worth asking for is under a thousand dollars; such a number is a price or a gift.
const LEAST_REVENUE = 1_000

const toNumber = (digits: string): number => Number(digits.replaceAll(',', ''))

const toDollars = (digits: string, unit: string | undefined): number =>
  toNumber(digits) * (SCALE[unit?.toLowerCase() ?? ''] ?? 1)

type Bound = { key: 'minRevenue' | 'maxRevenue'; dollars: number }

/** The bounds a match says; none when one of its numbers is no amount of revenue. */
function readBounds({ 0: words, groups = {} }: RegExpExecArray): Bound[] {
  if (!MONEY.test(words)) return []
  const { min, minUnit, max, maxUnit } = groups
  // "between $1 and 5 million" lends its unit to the first; "250,000 to 1 million" does not.
  const lent = min && max && toNumber(min) < toNumber(max) ? maxUnit : undefined
  const bounds: Bound[] = []
  if (min) bounds.push({ key: 'minRevenue', dollars: toDollars(min, minUnit ?? lent) })
  if (max) bounds.push({ key: 'maxRevenue', dollars: toDollars(max, maxUnit) })
  return bounds.every(({ dollars }) => dollars >= LEAST_REVENUE) ? bounds : []
}

const SIDES = { minRevenue: 'least', maxRevenue: 'most' }

const toPhrase = ({ key, dollars }: Bound): Pick<Phrase, 'key' | 'meaning'> => ({
  key,
  meaning: `latest revenue of at ${SIDES[key]} $${dollars.toLocaleString('en-US')}`,
})

/** Takes the first match that bounds the revenue on a side not bounded yet. */
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

/** Takes the amounts that bound the revenue, each side once. */
export const takeAmounts: Step = (found) => PATTERNS.reduce(takeBounds, found)
