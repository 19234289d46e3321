import { z } from 'zod'
import { type RatingView, readRatings } from '../../organizations/page/rating-view.ts'
import { METRICS } from '../../rating/metrics.ts'
import { wholeScore } from '../../rating/rating.ts'
import { type Citation, known } from '../cite.ts'
import { einInput } from '../parameters.ts'
import { type Counted, defineTool } from '../tool.ts'

// The metrics with the most influence; the Rating section of the organization's page has all of
// them.
const SHOWN = 4

/** How an organization's rating is calculated, or why it has none. */
export const explainRating = defineTool({
  name: 'explain_rating',
  description:
    "Explains an organization's rating: score out of 100, verdict, points by category, what raises and lowers it most, peers, and missing data. If there is no rating, explains why.",
  input: z.strictObject({ ein: einInput }),
  run: async (deps, { ein }) => {
    const { organization, filing, verdict, rating } = await readRatings(deps, ein)
    const { state, policyVersion, bottomLine, score, band, possible } = verdict
    const view = state === 'NotRatedHere' ? undefined : rating
    const categories = view ? toCategories(view) : []
    const { raising, lowering } = rank(view ? toMetrics(ein, view) : [])
    const scoreCitation = citeScore(ein, score, view)
    return {
      ein,
      name: organization.name,
      form: filing.form,
      taxYear: filing.taxYear,
      state,
      policyVersion,
      /** The verdict in sentences. */
      bottomLine,
      /** 0 to 100, a whole number; undefined without a rating. */
      score: score === undefined ? undefined : wholeScore(score),
      band,
      /** The most that the score could be. */
      possible,
      scoreCitation,
      categories,
      raising,
      lowering,
      /** Labels of metrics that are not known. */
      missing: (view?.missing ?? []).map((key) => METRICS[key].label),
      citations: known([
        scoreCitation,
        ...[...raising, ...lowering].map(({ citation }) => citation),
      ]),
      counted: countAll(categories, [...raising, ...lowering]),
    }
  },
})

const citeScore = (
  ein: string,
  score: number | undefined,
  view: RatingView | undefined,
): Citation | undefined =>
  score !== undefined && view?.evidence
    ? { ein, label: 'Rating, 0 to 100', value: score, evidence: view.evidence }
    : undefined

/** Returns the categories; `score` of each is 0 to 1, undefined if none of its metrics is known. */
const toCategories = ({ categories }: RatingView) =>
  categories.map(({ key, label, weight, score }) => ({
    key,
    label,
    weight,
    ...(score !== undefined && { score: round(score), points: round(score * weight) }),
  }))

export type RatedMetric = ReturnType<typeof toMetrics>[number]

/**
 * Returns the known metrics with their points. Known members of a category weigh equally, so a
 * metric adds its score (0 to 1) times an equal part of the category's weight.
 */
const toMetrics = (ein: string, { metrics, categories }: RatingView) =>
  metrics.map(({ key, label, category, value, unit, score, percentile, peers, evidence }) => {
    const own = categories.find((one) => one.key === category)
    const possible = own ? own.weight / own.members.length : 0
    return {
      key,
      label,
      category: own?.label ?? category,
      /** Ratios are shares of 1; an answer is yes or no. */
      value,
      unit,
      score: round(score),
      /** Share of peers with a lower value, 0 to 1; only for ranked metrics. */
      percentile: percentile === undefined ? undefined : round(percentile),
      peers: peers && `${peers.label} (${peers.size})`,
      points: round(score * possible),
      pointsPossible: round(possible),
      citation: evidence && { ein, label, value, evidence },
    }
  })

// Two decimals, because the points of a metric are small.
const round = (value: number): number => Math.round(value * 100) / 100

/** Returns the metrics that add the most points and those that lose the most, up to four each. */
function rank(metrics: readonly RatedMetric[]) {
  const lost = ({ points, pointsPossible }: RatedMetric) => pointsPossible - points
  // A metric that loses more points than it adds does not explain a high score, and vice versa.
  const raising = metrics.filter((metric) => metric.points > lost(metric))
  const lowering = metrics.filter((metric) => lost(metric) >= metric.points && lost(metric) > 0)
  return {
    raising: raising.toSorted((a, b) => b.points - a.points).slice(0, SHOWN),
    lowering: lowering.toSorted((a, b) => lost(b) - lost(a)).slice(0, SHOWN),
  }
}

const countAll = (
  categories: ReturnType<typeof toCategories>,
  metrics: readonly RatedMetric[],
): Counted[] => [
  ...categories.flatMap(({ label, weight, points }) => [
    { label: `${label}: points possible`, value: weight },
    ...(points === undefined ? [] : [{ label: `${label}: points`, value: points }]),
  ]),
  ...metrics.flatMap(({ label, points, pointsPossible, percentile }) => [
    { label: `${label}: points`, value: points },
    { label: `${label}: points possible`, value: pointsPossible },
    ...(percentile === undefined
      ? []
      : [{ label: `${label}: share of peers with a lower value`, value: percentile }]),
  ]),
]
