import { citeRevocation } from '#src/domain/cite.ts'
import { formatMonth } from '#src/domain/days.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Chip, ReadinessChip, toneOfBand } from '../chips.tsx'
import { Figure, SourceLink } from '../figure.tsx'

const texts = organizationTexts.verdict

type Props = { overview: Overview }

/**
 * The score or why there is none, and the result of the diligence checks. A flagged issue comes
 * first; otherwise a high score would appear above a sanctions warning.
 */
export const VerdictCard = ({ overview }: Props) => {
  const isFlagged = overview.readiness.tone === 'Concern'
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">{texts.title}</h2>
      {isFlagged && <Diligence overview={overview} />}
      <Score overview={overview} isFlagged={isFlagged} />
      {!isFlagged && <Diligence overview={overview} />}
    </section>
  )
}

const Score = ({ overview: { page, rating }, isFlagged }: Props & { isFlagged: boolean }) => {
  const { ein } = page.organization
  const { state, score, band, possible, bottomLine } = rating.verdict
  return (
    <>
      {isFlagged && <h3>Rating</h3>}
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
          {band && <Chip tone={toneOfBand(band, page.filing.form, isFlagged)}>{band}</Chip>}
        </p>
      ) : (
        state !== 'Scored' && <p class="state">{texts.states[state]}</p>
      )}
      <p>{bottomLine}</p>
    </>
  )
}

const Diligence = ({ overview: { readiness, checked, ...overview } }: Props) => {
  const { reviewReasons, restriction } = readiness
  const nameOf = ({ list, asOf }: CheckedList) => texts.list(list, asOf && formatMonth(asOf))
  const restrictions = checked.filter(({ list }) => list === 'OFAC' || list === 'SAM')
  return (
    <>
      <h3>{texts.checks}</h3>
      <p>
        <ReadinessChip readiness={readiness} />
      </p>
      {reviewReasons.length > 0 ? (
        <>
          <ul class="reasons">
            {reviewReasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {restriction?.status === 'Clear' && (
            <p class="quiet">{texts.noMatch(restrictions.map(nameOf))}</p>
          )}
        </>
      ) : (
        <p>{texts.noConcerns(checked.map(nameOf))}</p>
      )}
      <Sources overview={overview} />
    </>
  )
}

type SourcesProps = { overview: Pick<Overview, 'page' | 'checks'> }

/** Links to what the reasons are based on: entries of lists, and the checks of the return. */
const Sources = ({ overview: { page, checks } }: SourcesProps) => {
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
          <SourceLink ein={ein} label={texts.reason(at + 1)} ref_={ref} words={texts.restriction} />
        </li>
      ))}
      {revoked && (
        <li>
          <SourceLink ein={ein} label="revocation" ref_={revoked.ref} words={texts.revocation} />
        </li>
      )}
      {isFailing && (
        <li>
          <a href="#checks">{texts.failedChecks}</a>
        </li>
      )}
    </ul>
  )
}
