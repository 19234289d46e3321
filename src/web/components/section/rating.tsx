import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { RatingView, ShownCategory, ShownMetric } from '#src/organizations/page/rating-view.ts'
import { METRICS } from '#src/rating/metrics.ts'
import { Figure, formatValue } from '../figure.tsx'
import { MetricRow } from '../metric-row.tsx'
import { NotReported } from '../rows/cells.tsx'
import { Scroll } from '../scroll.tsx'

type Props = { ein: string; rating: RatingView; evidence: readonly EvidenceRef[] }

const POINTS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

/** A rating with all it is made of: categories, each metric with its value, peers and points. */
export const RatingData = ({ ein, rating }: Props) => {
  const { verdict, categories, metrics, missing, evidence } = rating
  return (
    <>
      {verdict.score !== undefined && (
        <p class="lead">
          <strong>
            <Figure ein={ein} label="Rating, 0 to 100" value={verdict.score} ref_={evidence?.ref} />{' '}
            of 100
          </strong>
          {verdict.band && ` · ${verdict.band}`}
        </p>
      )}
      <p>{verdict.bottomLine}</p>
      <h2>Categories</h2>
      <Categories categories={categories} />
      <h2>Every input</h2>
      <p>
        A metric counts from 0 to 1, by its own value or by its rank among peers, of which those
        that tie share the middle; its points are its share of what its category can give. Metrics
        that are not known neither help nor cost.
      </p>
      <Metrics ein={ein} metrics={metrics} categories={categories} />
      {missing.length > 0 && (
        <p>
          <strong>Not known, and so not counted:</strong>{' '}
          {missing.map((key) => METRICS[key].label).join('; ')}.
        </p>
      )}
      <p class="quiet">Rating policy {verdict.policyVersion}.</p>
    </>
  )
}

const Categories = ({ categories }: { categories: readonly ShownCategory[] }) => (
  <Scroll name="Categories">
    <table>
      <caption class="hidden">Categories</caption>
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" class="number">
            Metrics known
          </th>
          <th scope="col" class="number">
            Mean, 0 to 1
          </th>
          <th scope="col" class="number">
            Points
          </th>
          <th scope="col" class="number">
            At most
          </th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ key, label, weight, score, members }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td class="number">{members.length}</td>
            <td class="number">{score === undefined ? <NotReported /> : POINTS.format(score)}</td>
            <td class="number">{POINTS.format((score ?? 0) * weight)}</td>
            <td class="number">{weight}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)

type MetricsProps = {
  ein: string
  metrics: readonly ShownMetric[]
  categories: readonly ShownCategory[]
}

const Metrics = ({ ein, metrics, categories }: MetricsProps) => (
  <Scroll name="Every input">
    <table class="metrics">
      <caption class="hidden">Every input of the rating</caption>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col" class="number">
            Value
          </th>
          <th scope="col" class="number">
            Rank, 100% is best
          </th>
          <th scope="col">Peers</th>
          <th scope="col" class="number">
            Counts, 0 to 1
          </th>
          <th scope="col" class="number">
            Points
          </th>
        </tr>
      </thead>
      {categories.map((category) => (
        <tbody key={category.key}>
          <tr class="group">
            <th scope="rowgroup" colSpan={6}>
              {category.label}, {category.weight} points
            </th>
          </tr>
          {metrics
            .filter((metric) => metric.category === category.key)
            .map((metric) => (
              <CountedMetric key={metric.key} ein={ein} metric={metric} category={category} />
            ))}
        </tbody>
      ))}
    </table>
  </Scroll>
)

type MetricProps = { ein: string; metric: ShownMetric; category: ShownCategory }

const CountedMetric = ({ ein, metric, category }: MetricProps) => {
  const { percentile, peers, score } = metric
  // A percentile counts peers with a lower value; where lower is better the rank is its other end.
  return (
    <MetricRow ein={ein} metric={metric}>
      <td class="number">{percentile === undefined ? 'not ranked' : PERCENT.format(score)}</td>
      <td>{peers ? `${peers.label} (${formatValue(peers.size)})` : 'counts as it stands'}</td>
      <td class="number">{POINTS.format(score)}</td>
      <td class="number">{POINTS.format(pointsOf(metric, category))}</td>
    </MetricRow>
  )
}

/** What a metric adds to the score: its part of the mean of its category, times the weight. */
export const pointsOf = (
  { score }: Pick<ShownMetric, 'score'>,
  { members, weight }: Pick<ShownCategory, 'members' | 'weight'>,
): number => (members.length === 0 ? 0 : (score / members.length) * weight)
