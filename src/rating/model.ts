import {
  CATEGORIES,
  type CategoryKey,
  METRICS,
  type MetricDefinition,
  type MetricKey,
} from './metrics.ts'
import {
  BAND_FLOORS,
  type Band,
  POLICY_VERSION,
  type RatedCategory,
  type RatedMetric,
  type RatingInput,
  type RatingResult,
} from './rating.ts'

/**
 * Computes the rating with every component: metrics from 0 to 1, categories as the mean of their
 * known metrics, and the weighted sum of all five, out of 100. Metrics are sorted as in `METRICS`.
 * A ranked metric without peers does not affect the score. Throws RangeError for a repeated key, a
 * value that is not finite, and a ranked metric with only one of percentile and peers.
 */
export function rate(inputs: readonly RatingInput[]): RatingResult {
  const ordered = inOrder(inputs)
  const metrics = ordered
    .filter((input) => !isUnranked(input))
    .map((input) => ({ ...input, score: scoreOf(input) }))
  const unranked = ordered.filter(isUnranked).map(({ key }) => key)
  const categories = CATEGORY_KEYS.map((key) => toCategory(key, metrics))
  const components = { policyVersion: POLICY_VERSION, metrics, unranked, categories }
  if (!isEnough(categories)) return { ...components, state: 'NotEnoughData' }
  const score = toScore(categories)
  return { ...components, state: 'Scored', score, band: toBand(score) }
}

const CATEGORY_KEYS = Object.keys(CATEGORIES) as CategoryKey[]
const METRIC_KEYS = Object.keys(METRICS) as MetricKey[]

// A fixed order, because sums of floating-point numbers depend on it.
function inOrder(inputs: readonly RatingInput[]): RatingInput[] {
  const byKey = new Map<MetricKey, RatingInput>()
  for (const input of inputs) {
    if (byKey.has(input.key)) throw new RangeError(`${input.key} occurs twice.`)
    byKey.set(input.key, input)
  }
  return METRIC_KEYS.flatMap((key) => byKey.get(key) ?? [])
}

const isUnranked = ({ key, percentile, peers }: RatingInput): boolean =>
  METRICS[key].kind === 'percentile' && percentile === undefined && peers === undefined

const isShare = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= 1

function scoreOf({ key, value, percentile, peers }: RatingInput): number {
  const { kind, direction, cap = 1 }: MetricDefinition = METRICS[key]
  if (!Number.isFinite(value)) throw new RangeError(`The value of ${key} is not a finite number.`)
  if (kind === 'percentile' && (!isShare(percentile) || peers === undefined)) {
    throw new RangeError(`${key} is a ranked metric without a percentile or peer group.`)
  }
  const share = kind === 'percentile' ? (percentile ?? 0) : Math.max(0, Math.min(value, cap, 1))
  return direction === 'higher' ? share : 1 - share
}

function toCategory(key: CategoryKey, metrics: readonly RatedMetric[]): RatedCategory {
  const own = metrics.filter((metric) => METRICS[metric.key].category === key)
  const { weight } = CATEGORIES[key]
  const members = own.map((metric) => metric.key)
  // Known members weigh equally.
  const score = own.reduce((sum, { score }) => sum + score, 0) / own.length
  return { key, weight, members, ...(own.length > 0 && { score }) }
}

// Below half of the weight, more is unknown than known.
const MIN_WEIGHT = 50

function isEnough(categories: readonly RatedCategory[]): boolean {
  const known = categories.filter(({ score }) => score !== undefined)
  const weight = known.reduce((sum, category) => sum + category.weight, 0)
  return known.some(({ key }) => key === 'financialEfficiency') && weight >= MIN_WEIGHT
}

// A category without metrics adds nothing. Only the total is rounded, so rounding errors do not
// accumulate.
function toScore(categories: readonly RatedCategory[]): number {
  const score = categories.reduce((sum, { weight, score = 0 }) => sum + weight * score, 0)
  return Math.round(score * 100) / 100
}

const toBand = (score: number): Band =>
  BAND_FLOORS.find(({ from }) => score >= from)?.band ?? 'Weak'
