import { citeRevocation } from '#src/domain/cite.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Chip, toneOfBand, toTone } from '../chips.tsx'
import { Figure, SourceLink } from '../figure.tsx'

type Props = { overview: Overview }

const STATES = { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated here' }

/**
 * The score or why there is none, and the result of the diligence checks. A flagged issue stands
 * first; otherwise a high score would appear above a sanctions warning.
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
            <Figure
              ein={ein}
              label="Score"
              value={score}
              unit="score"
              ref_={rating.evidence?.ref}
              isShort
            />
          </span>
          <span class="quiet"> of 100 </span>
          <Chip tone={toneOfBand(band, isFlagged)}>{band}</Chip>
        </p>
      ) : (
        state !== 'Scored' && <p class="state">{STATES[state]}</p>
      )}
      <p>{bottomLine}</p>
    </>
  )
}

const Diligence = ({ overview }: Props) => {
  const { tone, label, reviewReasons, restriction } = overview.readiness
  return (
    <>
      <h3>Diligence</h3>
      <p>
        <Chip tone={toTone(tone)}>{label}</Chip>
      </p>
      {reviewReasons.length > 0 ? (
        <ul class="reasons">
          {reviewReasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p>
          {restriction
            ? 'No concerns found in the sources we checked: the IRS list of revoked exemptions, restriction lists, and its latest return.'
            : 'No concerns found in the sources we checked.'}
        </p>
      )}
      <Sources overview={overview} />
    </>
  )
}

/** Links to what the reasons are based on: entries of lists, and the checks of the return. */
const Sources = ({ overview: { page, checks } }: Props) => {
  const { organization } = page
  const { ein } = organization
  const revoked = citeRevocation(organization)
  const refs = [...new Set(organization.restrictions.map(({ ref }) => ref))]
  const isFailing = checks.some(({ status }) => status === 'Failed')
  if (!revoked && refs.length === 0 && !isFailing) return null
  return (
    <ul class="sources">
      {refs.map((ref, at) => (
        <li key={ref}>
          <SourceLink ein={ein} label={`reason ${at + 1}`} ref_={ref} words="Entry in the list" />
        </li>
      ))}
      {revoked && (
        <li>
          <SourceLink
            ein={ein}
            label="revocation"
            ref_={revoked.ref}
            words="Entry in the list of revocations"
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
