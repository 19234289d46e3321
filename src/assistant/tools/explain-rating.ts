import { z } from 'zod'
import type { Form } from '../../domain/form.ts'
import type { Citation } from '../chat.ts'
import { einParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

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

/** What an organization's rating is made of, or why it has none. */
export const explainRating: Tool<typeof params, ExplainRatingAnswer> = {
  name: 'explain_rating',
  description:
    "An organization's rating: score of 100, verdict, categories with their points, what raises and what lowers it most, whom it is compared with, what is missing; or why it is not rated.",
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
