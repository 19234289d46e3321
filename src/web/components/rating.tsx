import type { ComponentChildren } from 'preact'
import { countOf } from '#src/domain/money.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RatingView, ShownCategory, ShownMetric } from '#src/organizations/page/rating-view.ts'
import { METRICS, type MetricKey } from '#src/rating/metrics.ts'
import { Meter } from './chips.tsx'
import { Figure, NotReported, Score } from './figure.tsx'
import { formatPoints, formatValue } from './formats.ts'
import { Band, linkSection } from './organization/band.tsx'
import { numeric, Table } from './table.tsx'
import { Term } from './text.tsx'

const RANKS =
  'If lower is better, a rank of 4% means that about 96% of peers have a lower value. Ties count as half.'

type BandProps = { page: Page; rating: RatingView }

/** How the score is calculated: five categories, and each metric in them with its peers. */
export const RatingBand = ({ page, rating }: BandProps) => {
  const { categories } = rating
  if (categories.length === 0) return null
  const href = linkSection(page, 'Rating')
  return (
    <Band
      id="rating"
      title="How this score is calculated"
      more={{ href, label: 'Full rating with all inputs and their evidence' }}
    >
      <div class="columns">
        <div>
          <Table
            name="Categories of the rating"
            caption="Categories"
            isCaptioned
            heads={['Category', numeric('Weight'), numeric('Score'), BAR_HEAD]}
          >
            {categories.map(({ key, label, weight, score }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td class="number">{weight}%</td>
                <td class="number">
                  <CategoryScore label={label} score={score} href={href} />
                </td>
                <td class="meter-cell">{score !== undefined && <Meter share={score} />}</td>
              </tr>
            ))}
          </Table>
          <Unranked page={page} rating={rating} />
        </div>
        <Ranked page={page} rating={rating} />
      </div>
    </Band>
  )
}

const BAR_HEAD = { label: <span class="hidden">Score as a bar</span>, class: 'meter-cell' }

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

/** Metrics that are not compared with peers, and those that are unknown. */
const Unranked = ({ page, rating: { metrics, missing } }: BandProps) => {
  const unranked = metrics.filter(({ percentile }) => percentile === undefined)
  if (unranked.length === 0) return null
  return (
    <div>
      <h3>Not compared with peers</h3>
      <dl class="answers">
        {unranked.map(({ key, label, value, unit, ref }) => (
          <Term key={key} term={label}>
            <Figure
              ein={page.organization.ein}
              label={label}
              figure={{ value, ref, ...(unit === 'ratio' && { unit }) }}
            />
          </Term>
        ))}
      </dl>
      {missing.length > 0 && (
        <p class="quiet">{`Unknown: ${listLabels(missing)}. A category’s score is the mean of its known metrics. A category with no known metrics adds no points.`}</p>
      )}
    </div>
  )
}

const listLabels = (keys: readonly MetricKey[]): string =>
  keys.map((key) => METRICS[key].label).join('; ')

/** Returns the rank of a metric, where 100% is best; ties share the middle of their ranks. */
export const describeRank = (score: number, size?: number): string =>
  `${Math.round(score * 100)}%${size === undefined ? '' : ` among ${countOf(size, 'peer')}`}`

/** Metrics that are ranked among peers, and the peers. */
const Ranked = ({ page, rating }: BandProps) => {
  const ranked = rating.metrics.filter(({ percentile }) => percentile !== undefined)
  if (ranked.length === 0) return null
  const groups = [...new Set(ranked.map(({ peers }) => peers?.label))]
  return (
    <Table
      name="Ranked among peers"
      isCaptioned
      heads={['Metric', numeric('Value'), 'Rank among peers']}
      after={
        <p class="quiet">
          100% is best. {RANKS}
          {groups.length === 1 && ` Peers: ${groups[0] ?? 'not known'}.`}
        </p>
      }
    >
      {ranked.map((metric) => (
        <MetricRow key={metric.key} ein={page.organization.ein} metric={metric}>
          <td>
            {describeRank(metric.score, metric.peers?.size)}
            {groups.length > 1 && metric.peers && (
              <span class="quiet"> ({metric.peers.label})</span>
            )}
            <Meter share={metric.score} />
          </td>
        </MetricRow>
      ))}
    </Table>
  )
}

type RowProps = {
  ein: string
  metric: Pick<ShownMetric, 'label' | 'value' | 'unit' | 'direction' | 'ref'>
  /** The other cells of the row. */
  children: ComponentChildren
}

/** A metric of a rating as a row, with the evidence of its value. */
const MetricRow = ({ ein, metric, children }: RowProps) => {
  const { label, direction } = metric
  return (
    <tr>
      <th scope="row">
        {label} <span class="quiet">{direction === 'lower' && 'lower is better'}</span>
      </th>
      <td class="number">
        <Figure ein={ein} label={label} figure={metric} />
      </td>
      {children}
    </tr>
  )
}

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

const INPUTS = 'All inputs'

/** The section: categories, and each metric with its value, peers, and points. */
export const RatingData = ({ ein, rating }: DataProps) => {
  const { verdict, categories, missing, evidence } = rating
  return (
    <>
      {verdict.score !== undefined && (
        <p class="lead">
          <strong>
            <Score
              ein={ein}
              label="Rating, 0 to 100"
              figure={{ value: verdict.score, ref: evidence?.ref }}
            />{' '}
            of {verdict.possible ?? 100}
          </strong>
          {verdict.band && ` · ${verdict.band}`}
        </p>
      )}
      <p>{verdict.bottomLine}</p>
      <h2>Categories</h2>
      <Table
        name="Categories"
        heads={['Category', ...['Metrics known', 'Mean, 0 to 1', 'Points', 'Maximum'].map(numeric)]}
      >
        {categories.map(({ key, label, weight, score, members }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td class="number">{members.length}</td>
            <td class="number">{score === undefined ? <NotReported /> : formatPoints(score)}</td>
            <td class="number">{formatPoints((score ?? 0) * weight)}</td>
            <td class="number">{weight}</td>
          </tr>
        ))}
      </Table>
      <h2>{INPUTS}</h2>
      <p>
        Each metric gets a score from 0 to 1, based on its value or on its rank among peers. {RANKS}{' '}
        A category’s points are split equally among its known metrics. Unknown metrics are left out.
        A category with no known metrics adds no points.
      </p>
      <Metrics ein={ein} rating={rating} />
      {missing.length > 0 && (
        <p>
          <strong>Unknown:</strong> {listLabels(missing)}.
        </p>
      )}
      <p class="quiet">{`Rating policy: ${verdict.policyVersion}.`}</p>
    </>
  )
}

type DataProps = { ein: string; rating: RatingView }

const Metrics = ({ ein, rating: { metrics, categories } }: DataProps) => (
  <Table
    name={INPUTS}
    caption="All rating inputs"
    class="metrics"
    heads={[
      ...['Metric', numeric('Value'), numeric('Rank, 100% is best'), 'Peers'],
      ...['Score, 0 to 1', 'Points'].map(numeric),
    ]}
    isGrouped
  >
    {categories.map((category) => (
      <tbody key={category.key}>
        <tr class="group">
          <th scope="rowgroup" colSpan={6}>
            {`${category.label}, up to ${category.weight} points`}
          </th>
        </tr>
        {metrics
          .filter((metric) => metric.category === category.key)
          .map((metric) => (
            <CountedMetric key={metric.key} ein={ein} metric={metric} category={category} />
          ))}
      </tbody>
    ))}
  </Table>
)

type MetricProps = { ein: string; metric: ShownMetric; category: ShownCategory }

const CountedMetric = ({ ein, metric, category: { members, weight } }: MetricProps) => {
  const { percentile, peers, score } = metric
  // A percentile counts peers with a lower value; if lower is better, the score is its complement.
  return (
    <MetricRow ein={ein} metric={metric}>
      <td class="number">{percentile === undefined ? 'not ranked' : PERCENT.format(score)}</td>
      <td>{peers ? `${peers.label} (${formatValue(peers.size)})` : 'not compared with peers'}</td>
      <td class="number">{formatPoints(score)}</td>
      <td class="number">{formatPoints((score / members.length) * weight)}</td>
    </MetricRow>
  )
}
