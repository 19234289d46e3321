import type { TabData } from '#src/web/pages/organization/read.ts'
import { Chip, toneOfBand } from '../chips.tsx'
import { Figure } from '../figure.tsx'

type Props = { overview: Pick<TabData, 'page' | 'rating' | 'readiness'> }

const STATES = { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated here' }

/** The score, or why there is none. */
export const VerdictCard = ({ overview: { page, rating, readiness } }: Props) => {
  const { ein } = page.organization
  const { state, score, band, possible, bottomLine } = rating.verdict
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">Rating</h2>
      {state === 'Scored' && score !== undefined ? (
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
          <span class="quiet"> of {possible ?? 100} </span>
          {band && (
            <Chip tone={toneOfBand(band, page.filing.form, readiness.tone === 'Concern')}>
              {band}
            </Chip>
          )}
        </p>
      ) : (
        state !== 'Scored' && <p class="state">{STATES[state]}</p>
      )}
      <p>{bottomLine}</p>
    </section>
  )
}
