import { citeRevocation } from '#src/domain/cite.ts'
import { METRICS } from '#src/rating/metrics.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Figure, formatValue } from '../figure.tsx'
import { MetricRow } from '../metric-row.tsx'
import { Scroll } from '../scroll.tsx'
import { toneOfBand } from '../tones.ts'
import { SourceLink } from '../value.tsx'
import { Band, linkSection } from './band.tsx'
import { Meter } from './meter.tsx'

type Props = { overview: Overview }

const STATES = { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated here' }

/**
 * The score with what it means, or why there is none, and whether it can be relied on: that first
 * where an issue is flagged, or a good score would head what a sanction is said of.
 */
export const VerdictCard = ({ overview }: Props) => {
  const isFlagged = overview.readiness.tone === 'Concern'
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">Verdict</h2>
      {isFlagged && <Diligence overview={overview} />}
      <Score overview={overview} isFlagged={isFlagged} />
      {!isFlagged && <Diligence overview={overview} />}
    </section>
  )
}

const Score = ({ overview: { page, rating }, isFlagged }: Props & { isFlagged: boolean }) => {
  const { ein } = page.organization
  const { state, score, band, bottomLine } = rating.verdict
  return (
    <>
      {isFlagged && <h3>Rating</h3>}
      {state === 'Scored' && band && score !== undefined ? (
        <p class="score">
          <span class="number">
            <Figure ein={ein} label="Score" value={score} ref_={rating.evidence?.ref} />
          </span>
          <span class="quiet"> of 100 </span>
          <span class={`chip tone-${toneOfBand(band, isFlagged)}`}>{band}</span>
        </p>
      ) : (
        state !== 'Scored' && <p class="state">{STATES[state]}</p>
      )}
      <p>{bottomLine}</p>
    </>
  )
}

const Diligence = ({ overview }: Props) => {
  const { tone, label } = overview.readiness
  return (
    <>
      <h3>Diligence</h3>
      <p>
        <span class={`chip tone-${tone.toLowerCase()}`}>{label}</span>
      </p>
      <Reasons overview={overview} />
    </>
  )
}

const Reasons = ({ overview }: Props) => {
  const { reviewReasons, restriction } = overview.readiness
  return (
    <>
      {reviewReasons.length > 0 && (
        <ul class="reasons">
          {reviewReasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {reviewReasons.length === 0 && (
        <p>
          {restriction
            ? 'Nothing that was looked at speaks against it: the IRS list of revoked exemptions, restriction lists, and its latest return.'
            : 'Nothing that was looked at speaks against it.'}
        </p>
      )}
      <Sources overview={overview} />
    </>
  )
}

/** The ways to what reasons name: entries of lists, and the checks of the return. */
const Sources = ({ overview }: Props) => {
  const { organization } = overview.page
  const { ein } = organization
  const revoked = citeRevocation(organization)
  const refs = [...new Set(organization.restrictions.map(({ ref }) => ref))]
  const isFailing = overview.checks.some(({ status }) => status === 'Failed')
  if (!revoked && refs.length === 0 && !isFailing) return null
  return (
    <ul class="sources">
      {refs.map((ref, at) => (
        <li key={ref}>
          <SourceLink ein={ein} label={`reason ${at + 1}`} ref_={ref} words="Entry of the list" />
        </li>
      ))}
      {revoked && (
        <li>
          <SourceLink
            ein={ein}
            label="revocation"
            ref_={revoked.ref}
            words="Entry of the revocation"
          />
        </li>
      )}
      {isFailing && (
        <li>
          <a href="#checks">Checks that failed</a>
        </li>
      )}
    </ul>
  )
}

/** What the score rests on: five categories, and every metric in them with its peers. */
export const RatingBand = ({ overview }: Props) => {
  const { categories } = overview.rating
  if (categories.length === 0) return null
  const href = linkSection(overview, 'Rating')
  return (
    <Band
      id="rating"
      title="What the rating rests on"
      more={href ? { href, label: 'The rating with every input and its evidence' } : undefined}
    >
      <div class="columns">
        <div>
          <Scroll name="Categories of the rating">
            <table>
              <caption>Categories</caption>
              <thead>
                <tr>
                  <th scope="col">Category</th>
                  <th scope="col" class="number">
                    Weight
                  </th>
                  <th scope="col" class="number">
                    Score
                  </th>
                  <th scope="col" class="meter-cell">
                    <span class="hidden">Score as a bar</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {categories.map(({ key, label, weight, score }) => (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    <td class="number">{weight}%</td>
                    <td class="number">
                      {score === undefined ? (
                        <span class="unknown">not known</span>
                      ) : (
                        <CategoryScore label={label} score={score} href={href} />
                      )}
                    </td>
                    <td class="meter-cell">{score !== undefined && <Meter share={score} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <Answered overview={overview} />
        </div>
        <Ranked overview={overview} />
      </div>
    </Band>
  )
}

type ScoreProps = { label: string; score: number; href: string | undefined }

/** A category's points of 100, which lead to what they are made of. */
const CategoryScore = ({ label, score, href }: ScoreProps) => {
  const points = Math.round(score * 100)
  if (href === undefined) return <span class="value">{points}</span>
  return (
    <a class="figure" href={href} aria-label={`${label}: ${points} of 100, and what it is made of`}>
      {points}
    </a>
  )
}

/** Metrics that count as they stand, and those that are not known. */
const Answered = ({ overview }: Props) => {
  const { metrics = [], missing = [] } = overview.rating
  const answered = metrics.filter(({ percentile }) => percentile === undefined)
  if (answered.length === 0) return null
  return (
    <div>
      <h3>Counted as they stand</h3>
      <dl class="answers">
        {answered.map(({ key, label, value, unit, ref }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Figure
                ein={overview.page.organization.ein}
                label={label}
                value={value}
                unit={unit === 'ratio' ? unit : undefined}
                ref_={ref}
              />
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p class="quiet">
          Not known, and so neither for nor against it:{' '}
          {missing.map((key) => METRICS[key].label).join('; ')}.
        </p>
      )}
    </div>
  )
}

/**
 * Where a metric ranks, 100% being best; those that tie stand at the middle of their ranks, so that
 * it is no share of peers it does better than.
 */
export const describeRank = (score: number, size?: number): string =>
  `ranks at ${Math.round(score * 100)}%${size === undefined ? '' : ` of ${formatValue(size)} ${size === 1 ? 'peer' : 'peers'}`}`

/** Metrics that are ranked among peers, and whom they are ranked among. */
const Ranked = ({ overview }: Props) => {
  const { page, rating } = overview
  const ranked = (rating.metrics ?? []).filter(({ percentile }) => percentile !== undefined)
  if (ranked.length === 0) return null
  const groups = [...new Set(ranked.map(({ peers }) => peers?.label))]
  return (
    <Scroll name="Ranked among peers">
      <table>
        <caption>Ranked among peers</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" class="number">
              Value
            </th>
            <th scope="col">Rank among peers</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
      <p class="quiet">
        100% is best; peers that tie share the middle of their ranks.
        {groups.length === 1 && ` Peers: ${groups[0] ?? 'not known'}.`}
      </p>
    </Scroll>
  )
}
