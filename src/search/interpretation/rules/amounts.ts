import { formatDollars } from '#src/domain/money.ts'
import type { SearchFilters } from '../../filters.ts'
import { type Match, matchPattern, type Part } from '../patterns.ts'
import {
  declines,
  type Effect,
  isFreeIn,
  type Outcome,
  type Reading,
  type Rule,
  type Subject,
} from '../reading.ts'
import { isIn, reasonOf } from '../vocabulary.ts'

/** A figure that words measure; a topic of the reasons if no search filters by it. */
type Measure = string
type Side = 'min' | 'max' | 'about'
type Bound = { side: Side; value: number; part: Part }

// A number of dollars below a thousand is a price or a gift, not a revenue.
const MIN_REVENUE = 1_000

const numbers = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) =>
    ['amount', 'percent', 'fraction'].map((kind) => pattern.replaceAll('<n', `<${kind}`)),
  )

const isNumber = (part: Part | undefined): part is Part => part !== undefined

const partsOf = ({ values }: Match): Part[] =>
  ['amount', 'percent', 'fraction', 'amount2', 'percent2', 'fraction2']
    .map((name) => values[name])
    .filter(isNumber)

const isShare = ({ token: { kind }, value }: Part): boolean =>
  kind === 'percent' || Number(value) < 1

const numberOf = ({ token, value }: Part): number =>
  token.kind === 'word' ? Number(value) : token.value

/** "$1 and 5 million" lends the unit, which "250,000 to 1 million" does not. */
function rangeOf(match: Match): Bound[] {
  const [low, high] = partsOf(match)
  if (!low || !high) return []
  const isLent = low.token.scale === 1 && numberOf(low) < numberOf(high) / high.token.scale
  // "80 to 90%"
  const isPercent = high.token.kind === 'percent' && low.token.kind === 'amount'
  const min = (numberOf(low) * (isLent ? high.token.scale : 1)) / (isPercent ? 100 : 1)
  const max = numberOf(high)
  return [
    { side: 'min', value: Math.min(min, max), part: low },
    { side: 'max', value: Math.max(min, max), part: high },
  ]
}

const boundOf = (side: Side) => (match: Match) =>
  partsOf(match).map((part): Bound => ({ side, value: numberOf(part), part }))

const BEFORE =
  'with|w|having|have|has|whose|and|where|that|who|hold|holds|holding|report|reports|reporting? <adjective>? <adjective>?'
const PURSE = 'money|budget|budgets|expenses|spending|funds|income|revenue|donations|dollars'

// What can stand before and after a bound. A part named `measure`, `earn`, or `role` says what it measures.
const LEFT = [
  `${BEFORE} the|their|its? <role> <earn> a|an?`,
  `${BEFORE} the|their|its? <role> is|are|gets|get? paid a|an?`,
  `${BEFORE} <measure> <latest>? of|is|are|was|being|that|:? is|are? a|an? minimum|maximum?`,
  'that|who|which|and? <earn> a|an?',
  'that|who|which|and? <cost> a|an?',
  'that|who|which|and? <spend> a|an?',
  'with|w|having|have|has|whose|and|that|hold|holding|holds|own|owning|had a|an?',
  'with|having|whose|charging|where the|a|an? <word> is|are|of|at?',
]
const RIGHT = [
  `of? <adjective>? <adjective>? ${PURSE}? <spend>? on|to|into|toward|towards|for the? <programs>`,
  'of|in|as|for|on <adjective>? <adjective>? <measure>',
  '<adjective>? <measure> <latest>?',
  'in|of|on <word> <measure2>',
  '<stars>',
]
const YEARLY = 'a|per|each|every year|annum|month|week|day|hour|person|student'

/** Finds the longest words that end at a token. */
function matchBefore(patterns: readonly string[], reading: Reading, end: number) {
  const isFree = isFreeIn(reading)
  for (let start = Math.max(0, end - 8); start < end; start += 1) {
    for (const pattern of patterns) {
      const match = matchPattern(pattern, reading.tokens, start, (at) => at < end && isFree(at))
      if (match?.to === end) return match
    }
  }
  return undefined
}

function matchAfter(patterns: readonly string[], reading: Reading, start: number) {
  for (const pattern of patterns) {
    const match = matchPattern(pattern, reading.tokens, start, isFreeIn(reading))
    if (match && match.to > start) return match
  }
  return undefined
}

/** The measure of the words before and after a bound; `link` continues the bound before. */
function measureAround(match: Match, reading: Reading) {
  const left = matchBefore(LEFT, reading, match.from)
  const { measure: named, earn, spend, role, cost, word } = left?.values ?? {}
  const inside = match.values.measure?.value
  const isPay = reading.subject === 'people' && (earn !== undefined || isPaid(reading, match.from))
  const known = inside ?? (role || isPay ? 'pay' : undefined) ?? named?.value ?? earn?.value
  const next = matchAfter(RIGHT, reading, match.to)
  // "with tuition over $40,000", but not "with a perfect 100 rating"
  const before = known ?? (cost || (word && !next) ? 'figure' : undefined)
  // "revenue over $5M assets under …": the next measure belongs to the next bound.
  const isOwn = before === undefined || next?.values.programs || next?.values.stars
  const { programs, stars, measure: after, measure2: other } = (isOwn && next?.values) || {}
  const right = isOwn ? next : undefined
  // "fundraising costs below 5% of revenue"
  const share = matchAfter(['of their|its|the? <adjective>? <measure>'], reading, match.to)
  const yearly = matchAfter([YEARLY], reading, right?.to ?? match.to)
  // "over $50,000 in lobbying expenses"
  const unknown = other && 'figure'
  const own =
    (stars && 'stars') ?? (programs && 'programRatio') ?? before ?? after?.value ?? unknown
  return {
    measure: own ?? (spend && 'figure'),
    isAfter: before === undefined && !programs && !stars,
    from: left?.from ?? match.from,
    to: yearly?.to ?? right?.to ?? share?.to ?? match.to,
  }
}

const isPaid = ({ tokens }: Reading, at: number): boolean =>
  isIn('paid', tokens[at - 1]?.word ?? '')

/** "assets over $1M and under $5M": the second bound has the measure of the first. */
function inherited({ tokens, bounds }: Reading, from: number): Measure | undefined {
  const last = bounds.at(-1)
  const between = last && tokens.slice(last.to, from).map(({ word }) => word)
  return between?.every((word) => ['and', 'but', ','].includes(word)) ? last?.measure : undefined
}

function readBounds(bounds: Bound[], match: Match, reading: Reading): Outcome | undefined {
  const around = measureAround(match, reading)
  const measure = around.measure ?? inherited(reading, match.from)
  // "12 members" is no bound.
  const isBare = around.isAfter && measure !== 'rating'
  if (isBare && bounds.every((one) => one.side === 'about' && isPlain(one))) return undefined
  const effects =
    measure === undefined
      ? readUnmeasured(bounds, match, reading)
      : bounds.flatMap((bound) => toEffects(bound, measure, reading))
  if (!effects) return undefined
  reading.bounds.push({ to: around.to, measure: measure ?? 'revenue' })
  return { effects, from: around.from, to: around.to }
}

function readUnmeasured(bounds: Bound[], match: Match, reading: Reading): Effect[] | undefined {
  if (bounds.some(({ part }) => isShare(part))) return [reasonOf('share')]
  // "ages 5 to 12", "12 or more steps" are no amounts of dollars.
  const isBare = bounds.some(({ side }) => side === 'about') || !isBound(match, reading)
  if (bounds.every(isPlain)) return isBare ? undefined : [reasonOf('measure')]
  const isMoney = bounds.some(({ part }) => part.token.isMoney)
  const next = reading.tokens[match.to]?.word ?? ''
  if (!isMoney && isIn('counted', next)) return [reasonOf('measure')]
  if (reading.subject === 'grants') return bounds.flatMap((bound) => toOwnAmount(bound, 'grants'))
  if (reading.topic && reading.topic !== 'count') return [reasonOf('grants')]
  if (bounds.some(({ value }) => value < MIN_REVENUE)) return [reasonOf('small')]
  return bounds.flatMap((bound) => toEffects(bound, 'revenue', reading))
}

const isPlain = ({ part: { token } }: Bound): boolean => token.scale === 1 && !token.isMoney

const isBound = ({ values, from }: Match, { tokens }: Reading): boolean =>
  (values.over ?? values.under) !== undefined || tokens[from]?.word === 'between'

function toOwnAmount({ side, value }: Bound, measure: Measure): Effect[] {
  if (side === 'about') return [reasonOf('amount')]
  const meaning = `${measure} of ${LEAST[side]} ${formatDollars(value)}`
  const key = GRANT_KEYS[side]
  return [{ key, meaning, set: { [key]: value } }]
}

/** What is searched, if not organizations. */
const OWN: Partial<Record<Subject, Measure>> = { grants: 'grants', people: 'pay' }
const LEAST = { min: 'at least', max: 'at most' }
const GRANT_KEYS = { min: 'minAmount', max: 'maxAmount' } as const

/** How each measure filters: its filters, its name, and its value as filtered and as shown. */
type Filtered = {
  min?: keyof SearchFilters
  max?: keyof SearchFilters
  name: string
  toValue: (bound: Bound) => number | undefined
  show: (value: number) => string
}

const dollars = ({ part, value }: Bound) => (isShare(part) && value > 0 ? undefined : value)
const share = ({ value, part }: Bound) => {
  if (value <= 1) return value < 0 ? undefined : value
  return value <= 100 && part.token.kind !== 'percent' ? value / 100 : undefined
}
const points = ({ part, value }: Bound) => {
  const score = part.token.kind === 'percent' ? value * 100 : value
  return score <= 100 ? score : undefined
}
const percent = (value: number) => `${Number((value * 100).toFixed(1))}%`

const FILTERED: Record<string, Filtered> = {
  revenue: {
    ...({ min: 'minRevenue', max: 'maxRevenue', name: 'latest revenue' } as const),
    toValue: dollars,
    show: formatDollars,
  },
  assets: {
    ...({ min: 'minAssets', max: 'maxAssets', name: 'latest assets' } as const),
    toValue: dollars,
    show: formatDollars,
  },
  rating: { min: 'minRating', name: 'rating', toValue: points, show: String },
  programRatio: {
    ...({ min: 'minProgramRatio', max: 'maxProgramRatio', name: 'program ratio' } as const),
    toValue: share,
    show: percent,
  },
}

function toEffects(bound: Bound, measure: Measure, reading: Reading): Effect[] {
  if (measure === OWN[reading.subject]) return toOwnAmount(bound, measure)
  if (measure === 'overhead') return toEffects(ofPrograms(bound), 'programRatio', reading)
  const filtered = FILTERED[measure]
  if (!filtered) return [reasonOf(measure)]
  const value = filtered.toValue(bound)
  if (measure === 'rating' && bound.side === 'max' && value === 100) return []
  if (value === undefined) return [reasonOf('measure')]
  if (bound.side === 'about') return [reasonOf('amount')]
  const key = filtered[bound.side]
  if (!key) return [reasonOf('maxrating')]
  const meaning = `${filtered.name} of ${LEAST[bound.side]} ${filtered.show(value)}`
  return [{ key, meaning, set: { filters: { [key]: value } } }]
}

/** Overhead is everything that is not spent on programs. */
function ofPrograms({ side, value, part }: Bound): Bound {
  const sides = { min: 'max', max: 'min', about: 'about' } as const
  const isPoints = value > 1 && part.token.kind !== 'percent'
  return { side: sides[side], value: 1 - (isPoints ? value / 100 : value), part }
}

const reads = (name: string, toBounds: (match: Match) => Bound[], ...patterns: string[]): Rule => ({
  name,
  patterns: numbers(...patterns),
  read: (match, reading) =>
    isNegated(match, reading) ? undefined : readBounds(toBounds(match), match, reading),
})

/** "no more than" contains "more than". */
const isNegated = ({ from }: Match, { tokens, taken }: Reading): boolean =>
  taken[from - 1] === false && ['no', 'not'].includes(tokens[from - 1]?.word ?? '')

/** Amounts with what they measure. Without a measure, dollars are revenue or, if asked, a grant. */
export const AMOUNTS: readonly Rule[] = [
  declines(
    'growth of a measure',
    'growth',
    `${BEFORE} <measure> has|have? <grew>`,
    'that|which|who has|have? <grew> their|its <measure>',
    'with|having|have|has|whose a|an|the? <growing> <adjective>? <measure>',
    'with|having|have|has|whose a|an|the? <adjective>? <measure> growth|decline|increase|decrease',
  ),
  reads(
    'a range',
    rangeOf,
    'between <n> and|to|-|–|— <n2>',
    'from|of? <n> up? to|-|–|— <n2>',
    'from|between? <amount> to|and|-|–|— <percent2>',
  ),
  reads('a minimum', boundOf('min'), '<over> a? <n>', '<n> <ormore>', '<over> <measure> of? <n>'),
  reads('a maximum', boundOf('max'), '<under> <n>', '<n> <orless>', '<under> <measure> of? <n>'),
  {
    name: 'nothing of a measure',
    patterns: ['with|having|have? zero|no|without any? <adjective>? <measure>'],
    read: ({ values: { measure } }) => {
      const key = ({ revenue: 'maxRevenue', assets: 'maxAssets' } as const)[measure?.value ?? '']
      if (!key) return [reasonOf(reasonFor(measure?.value))]
      const meaning = `${FILTERED[measure?.value ?? '']?.name} of at most $0`
      return [{ key, meaning, set: { filters: { [key]: 0 } } }]
    },
  },
  reads('an amount', boundOf('about'), '<about> <n>', '<n>'),
  {
    name: 'the latest filing',
    patterns: ['<latest>'],
    read: () => [{ key: 'note', meaning: 'every figure is from the latest filing' }],
  },
]

const reasonFor = (measure = 'figure'): string =>
  ({ rating: 'unrated', programRatio: 'share', overhead: 'share' })[measure] ?? measure
