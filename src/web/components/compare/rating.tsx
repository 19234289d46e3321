import { displayName } from '#src/domain/display-name.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { sectionPath } from '#src/web/links.ts'
import { Chip, Meter, ReadinessShown, toneOfBand } from '../chips.tsx'
import { Figure } from '../figure.tsx'
import { CategoryScore } from '../rating.tsx'
import { Row } from './row.tsx'

type Props = { compared: readonly ComparedOrganization[] }

/** The scores, their categories, and the results of the diligence checks. */
export const RatingRows = ({ compared }: Props) => {
  const rated = compared.find(({ rating }) => rating.categories.length > 0)
  return (
    <>
      <Row label="Rating" compared={compared} isNumeric cell={(one) => <Score {...one} />} />
      {(rated?.rating.categories ?? []).map(({ key, label, weight }) => (
        <Row
          key={key}
          label={
            <>
              {label} <span class="quiet">{`weight ${weight}`}</span>
            </>
          }
          compared={compared}
          isNumeric
          cell={({ ein, name, rating }) => {
            const score = rating.categories.find((one) => one.key === key)?.score
            const href = sectionPath(ein, 'Rating')
            return (
              <>
                <CategoryScore
                  label={`${label} of ${displayName(name)}`}
                  score={score}
                  href={href}
                />
                {score !== undefined && <Meter share={score} />}
              </>
            )
          }}
        />
      ))}
      <Row
        label="Warnings"
        compared={compared}
        cell={({ name, readiness }) =>
          readiness ? (
            <ReadinessShown name={displayName(name)} readiness={readiness} />
          ) : (
            <span class="unknown">not known</span>
          )
        }
      />
    </>
  )
}

const RATING_STATES = {
  Scored: 'rated',
  NotEnoughData: 'not enough data',
  NotRatedHere: 'not rated here',
}

const Score = ({ ein, name, filing, rating: { verdict, evidence } }: ComparedOrganization) =>
  verdict.score === undefined ? (
    <span class="unknown" title={verdict.bottomLine}>
      {RATING_STATES[verdict.state]}
      <span class="hidden">. {verdict.bottomLine}</span>
    </span>
  ) : (
    <span class="rated">
      <strong>
        <Figure
          ein={ein}
          label={`Rating of ${displayName(name)}`}
          value={verdict.score}
          unit="score"
          ref_={evidence?.ref}
          isShort
        />
      </strong>
      {` of ${verdict.possible ?? 100}`}{' '}
      <Chip tone={toneOfBand(verdict.band, filing.form)}>{verdict.band ?? 'old return'}</Chip>
    </span>
  )
