import type { RatingView, ShownCategory, ShownMetric } from '#src/organizations/page/rating-view.ts'
import { METRICS } from '#src/rating/metrics.ts'
import { Figure, NotReported } from './figure.tsx'
import { formatPoints, formatValue } from './formats.ts'
import { Band } from './organization/band.tsx'
import { column, numeric, Table } from './table.tsx'

type DataProps = { ein: string; rating: RatingView }

/** How the score is calculated: its categories, and each metric in them with its peers. */
export const RatingBand = ({ ein, rating }: DataProps) =>
  rating.categories.length === 0 ? null : (
    <Band id="Rating" title="How this score is calculated">
      <Table<ShownCategory>
        name="Categories"
        isCaptioned
        rows={rating.categories}
        columns={[
          column('Category', ({ label }) => label),
          numeric('Metrics known', ({ members }) => members.length),
          numeric('Mean, 0 to 1', ({ score }) =>
            score === undefined ? <NotReported /> : formatPoints(score),
          ),
          numeric('Points', ({ key }) => formatPoints(pointsOf(rating.categories).get(key) ?? 0)),
          numeric('Maximum', ({ weight }) => weight),
        ]}
      />
      <Metrics ein={ein} rating={rating} />
      <p class="quiet">
        Each metric gets a score from 0 to 1, based on its value or on its rank among peers. If
        lower is better, a rank of 4% means that about 96% of peers have a lower value. Ties count
        as half. A category’s points are split equally among its known metrics. Unknown metrics are
        left out. A category with no known metrics adds no points.
      </p>
      {rating.missing.length > 0 && (
        <p>
          <strong>Unknown:</strong> {rating.missing.map((key) => METRICS[key].label).join('; ')}.
        </p>
      )}
      <p class="quiet">{`Rating policy: ${rating.verdict.policyVersion}.`}</p>
    </Band>
  )

type ScoreProps = { label: string; score: number | undefined; href: string | undefined }

/** The points of a category, out of 100, as a link to its metrics. */
export const CategoryScore = ({ label, score, href }: ScoreProps) => {
  if (score === undefined) return <span class="unknown">not known</span>
  const points = Math.round(score * 100)
  if (href === undefined) return <span class="value">{points}</span>
  return (
    <a class="figure" href={href} aria-label={`${label}: ${points} of 100. See its metrics.`}>
      {points}
    </a>
  )
}

/** Returns the points of each category: only the running sum is rounded, so they add up to the score. */
function pointsOf(categories: readonly ShownCategory[]): Map<string, number> {
  let [exact, shown] = [0, 0]
  return new Map(
    categories.map(({ key, score = 0, weight }) => {
      exact += score * weight
      const before = shown
      shown = Math.round(exact * 100)
      return [key, (shown - before) / 100]
    }),
  )
}

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

const Metrics = ({ ein, rating: { metrics, categories } }: DataProps) => (
  <Table<ShownMetric & { points: number }>
    name="All rating inputs"
    isCaptioned
    class="metrics"
    groups={categories.map(({ key, label, weight, members }) => ({
      title: `${label}, up to ${weight} points`,
      rows: metrics
        .filter(({ category }) => category === key)
        .map((metric) => ({ ...metric, points: (metric.score / members.length) * weight })),
    }))}
    columns={[
      column('Metric', ({ label, direction }) => (
        <>
          {label} <span class="quiet">{direction === 'lower' && 'lower is better'}</span>
        </>
      )),
      numeric('Value', (metric) => <Figure ein={ein} label={metric.label} figure={metric} />),
      // A percentile counts peers with a lower value; if lower is better, the score is its complement.
      numeric('Rank, 100% is best', ({ percentile, score }) =>
        percentile === undefined ? 'not ranked' : PERCENT.format(score),
      ),
      column('Peers', ({ peers }) =>
        peers ? `${peers.label} (${formatValue(peers.size)})` : 'not compared with peers',
      ),
      numeric('Score, 0 to 1', ({ score }) => formatPoints(score)),
      numeric('Points', ({ points }) => formatPoints(points)),
    ]}
  />
)
