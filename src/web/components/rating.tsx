import { countOf } from '#src/domain/money.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RatingView, ShownCategory, ShownMetric } from '#src/organizations/page/rating-view.ts'
import { METRICS, type MetricKey } from '#src/rating/metrics.ts'
import { Meter } from './chips.tsx'
import { Figure, NotReported, Score } from './figure.tsx'
import { formatPoints, formatValue } from './formats.ts'
import { Band, linkSection } from './organization/band.tsx'
import { type Column, column, numeric, Table } from './table.tsx'
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
          <Table<ShownCategory>
            name="Categories of the rating"
            caption="Categories"
            isCaptioned
            rows={categories}
            columns={[
              column('Category', ({ label }) => label),
              numeric('Weight', ({ weight }) => `${weight}%`),
              numeric('Score', ({ label, score }) => (
                <CategoryScore label={label} score={score} href={href} />
              )),
              column(
                <span class="hidden">Score as a bar</span>,
                ({ score }) => score !== undefined && <Meter share={score} />,
                { class: 'meter-cell' },
              ),
            ]}
          />
          <Unranked page={page} rating={rating} />
        </div>
        <Ranked page={page} rating={rating} />
      </div>
    </Band>
  )
}

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
    <Table<ShownMetric>
      name="Ranked among peers"
      isCaptioned
      rows={ranked}
      columns={[
        ...metricColumns(page.organization.ein),
        column('Rank among peers', ({ score, peers }) => (
          <>
            {describeRank(score, peers?.size)}
            {groups.length > 1 && peers && <span class="quiet"> ({peers.label})</span>}
            <Meter share={score} />
          </>
        )),
      ]}
      after={
        <p class="quiet">
          100% is best. {RANKS}
          {groups.length === 1 && ` Peers: ${groups[0] ?? 'not known'}.`}
        </p>
      }
    />
  )
}

/** Returns the columns of metrics: the name, and the value with its evidence. */
const metricColumns = (ein: string): Column<ShownMetric>[] => [
  column('Metric', ({ label, direction }) => (
    <>
      {label} <span class="quiet">{direction === 'lower' && 'lower is better'}</span>
    </>
  )),
  numeric('Value', (metric) => <Figure ein={ein} label={metric.label} figure={metric} />),
]

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
      <Table<ShownCategory>
        name="Categories"
        rows={categories}
        columns={[
          column('Category', ({ label }) => label),
          numeric('Metrics known', ({ members }) => members.length),
          numeric('Mean, 0 to 1', ({ score }) =>
            score === undefined ? <NotReported /> : formatPoints(score),
          ),
          numeric('Points', ({ score = 0, weight }) => formatPoints(score * weight)),
          numeric('Maximum', ({ weight }) => weight),
        ]}
      />
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
  <Table<ShownMetric & { points: number }>
    name={INPUTS}
    caption="All rating inputs"
    class="metrics"
    groups={categories.map(({ key, label, weight, members }) => ({
      title: `${label}, up to ${weight} points`,
      rows: metrics
        .filter(({ category }) => category === key)
        .map((metric) => ({ ...metric, points: (metric.score / members.length) * weight })),
    }))}
    columns={[
      ...metricColumns(ein),
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
