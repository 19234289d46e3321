import { z } from 'zod'
import type { Form } from '../../domain/form.ts'
import type { RatingView } from '../../profiles/rating-view.ts'
import { readRatings } from '../../profiles/ratings.ts'
import { METRICS } from '../../rating/metrics.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { known } from './cite.ts'
import { einParam } from './params.ts'
import type { Counted, Tool, ToolAnswer } from './tool.ts'

export type RatedMetricShown = {
  key: string
  label: string
  category: string
  /** Ratios are shares of 1; an answer is yes or no. */
  value: number | boolean
  unit: string
  /** 0 to 1, 1 is best. */
  score: number
  /** Share of peers with a lower value, 0 to 1; of ranked metrics only. */
  percentile?: number
  /** Whom it is ranked among, in words. */
  peers?: string
  /** Points of the score it could still bring, or brought. */
  points: number
  pointsPossible: number
  citation?: Citation
}

export type ExplainRatingAnswer = ToolAnswer & {
  ein: string
  name: string
  form: Form
  taxYear: number
  state: 'Scored' | 'NotEnoughData' | 'NotRatedHere'
  policyVersion: string
  /** The verdict in sentences. */
  bottomLine: string
  /** 0 to 100; only when scored. */
  score?: number
  band?: string
  scoreCitation?: Citation
  /** `score` of each is 0 to 1, absent where nothing of it is known. */
  categories: { key: string; label: string; weight: number; score?: number; points?: number }[]
  /** Those that bring most points, the most first; up to four. */
  raising: RatedMetricShown[]
  /** Those that cost most points, the most first; up to four. */
  lowering: RatedMetricShown[]
  /** Labels of metrics that are not known. */
  missing: string[]
}

const params = z.strictObject({ ein: einParam })

// Those that decide most; the section Rating of its page has all.
const SHOWN = 4

async function run(
  deps: AssistantDeps,
  { ein }: z.output<typeof params>,
): Promise<ExplainRatingAnswer> {
  const { organization, filing, verdict, rating } = await readRatings(deps, ein)
  const { state, policyVersion, bottomLine, score, band } = verdict
  const view = state === 'NotRatedHere' ? undefined : rating
  const metrics = view ? toMetrics(ein, view) : []
  const categories = view ? toCategories(view) : []
  const { raising, lowering } = rank(metrics)
  const scoreCitation = toScoreCitation(ein, score, view)
  return {
    ein,
    name: organization.name,
    form: filing.form,
    taxYear: filing.taxYear,
    state,
    policyVersion,
    bottomLine,
    ...(score !== undefined && { score }),
    ...(band !== undefined && { band }),
    ...(scoreCitation && { scoreCitation }),
    categories,
    raising,
    lowering,
    missing: (view?.missing ?? []).map((key) => METRICS[key].label),
    citations: known([scoreCitation, ...[...raising, ...lowering].map(({ citation }) => citation)]),
    counted: countAll(categories, [...raising, ...lowering]),
  }
}

const toScoreCitation = (
  ein: string,
  score: number | undefined,
  view: RatingView | undefined,
): Citation | undefined =>
  score !== undefined && view?.evidence
    ? { ein, label: 'Rating, 0 to 100', value: score, evidence: view.evidence }
    : undefined

const toCategories = ({ categories }: RatingView): ExplainRatingAnswer['categories'] =>
  categories.map(({ key, label, weight, score }) => ({
    key,
    label,
    weight,
    ...(score !== undefined && { score: round(score), points: round(score * weight) }),
  }))

/** Members of a category weigh equally (decisions part 8); what is not known weighs nothing. */
function toMetrics(ein: string, { metrics, categories }: RatingView): RatedMetricShown[] {
  return metrics.map((metric) => {
    const category = categories.find(({ key }) => key === metric.category)
    const possible = category ? category.weight / category.members.length : 0
    const { key, label, value, unit, score, percentile, peers, evidence } = metric
    return {
      key,
      label,
      category: category?.label ?? metric.category,
      value,
      unit,
      score: round(score),
      ...(percentile !== undefined && { percentile: round(percentile) }),
      ...(peers && { peers: `${peers.label} (${peers.size})` }),
      points: round(score * possible),
      pointsPossible: round(possible),
      ...(evidence && { citation: { ein, label, value, evidence } }),
    }
  })
}

// Two decimals, as scores are shown.
const round = (value: number): number => Math.round(value * 100) / 100

function rank(metrics: readonly RatedMetricShown[]) {
  const lost = ({ points, pointsPossible }: RatedMetricShown) => pointsPossible - points
  // A metric that costs more than it brings is no reason for a high score, and the reverse.
  const raising = metrics.filter((metric) => metric.points > lost(metric))
  const lowering = metrics.filter((metric) => lost(metric) >= metric.points && lost(metric) > 0)
  return {
    raising: raising.toSorted((a, b) => b.points - a.points).slice(0, SHOWN),
    lowering: lowering.toSorted((a, b) => lost(b) - lost(a)).slice(0, SHOWN),
  }
}

const countAll = (
  categories: ExplainRatingAnswer['categories'],
  metrics: readonly RatedMetricShown[],
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

/** What an organization's rating is made of, or why it has none. */
export const explainRating: Tool<typeof params, ExplainRatingAnswer> = {
  name: 'explain_rating',
  description:
    "An organization's rating: score of 100, verdict, categories with their points, what raises and what lowers it most, whom it is compared with, what is missing; or why it is not rated.",
  params,
  run,
}
