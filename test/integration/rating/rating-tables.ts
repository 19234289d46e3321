import type { z } from 'zod'
import type { ratingsRoute } from '#src/api/b/ratings.ts'

export type RatingsAnswer = z.output<typeof ratingsRoute.data>
type Metric = RatingsAnswer['ratings'][number]

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** The values of a return, as people write them. */
function said({ value, unit }: Metric): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (unit === 'months') return `${value.toFixed(1)} months`
  return unit === 'count' ? String(value) : percent(value)
}

function rank({ percentile, peers }: Metric): string {
  if (percentile === undefined || !peers) return 'not ranked'
  return `higher than ${percent(percentile)} of ${peers.size}`
}

const metricLine = (metric: Metric): string =>
  `| ${metric.label} | ${said(metric)} | ${rank(metric)} | ${metric.direction} | ${metric.score.toFixed(3)} |`

/** The inputs of a category as docs/using/rating.md shows them. */
export const metricTable = ({ ratings }: RatingsAnswer, category: string): string[] => [
  '| Metric | Value on the return | Rank | Better if | Score |',
  '|---|---|---|---|---|',
  ...ratings.filter((metric) => metric.category === category).map(metricLine),
]

export const sumTable = ({ categories, trust }: RatingsAnswer): string[] => [
  '| Category | Mean | Weight | Points |',
  '|---|---|---|---|',
  ...categories.map(
    ({ label, score, weight }) =>
      `| ${label} | ${score?.toFixed(3) ?? 'unknown'} | × ${weight} | ${((score ?? 0) * weight).toFixed(4)} |`,
  ),
  `| **Score** | | 100 | **${trust?.score.toFixed(2)}** |`,
]
