import { displayName } from '#src/domain/display-name.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { sectionPath } from '#src/web/links.ts'
import { compareTexts } from '#src/web/texts/compare.tsx'
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
      <Row
        label={compareTexts.rating}
        compared={compared}
        isNumeric
        cell={(one) => <Score {...one} />}
      />
      {(rated?.rating.categories ?? []).map(({ key, label, weight }) => (
        <Row
          key={key}
          label={
            <>
              {label} <span class="quiet">{compareTexts.weight({ weight })}</span>
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
                  label={compareTexts.labelOf({ label, name: displayName(name) })}
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
        label={compareTexts.diligence}
        compared={compared}
        cell={({ name, readiness }) =>
          readiness ? (
            <ReadinessShown name={displayName(name)} readiness={readiness} />
          ) : (
            <span class="unknown">{compareTexts.unknown}</span>
          )
        }
      />
    </>
  )
}

const Score = ({ ein, name, filing, rating: { verdict, evidence } }: ComparedOrganization) =>
  verdict.score === undefined ? (
    <span class="unknown" title={verdict.bottomLine}>
      {compareTexts.ratingStates[verdict.state]}
      <span class="hidden">. {verdict.bottomLine}</span>
    </span>
  ) : (
    <span class="rated">
      <strong>
        <Figure
          ein={ein}
          label={compareTexts.ratingLabel({ name: displayName(name) })}
          value={verdict.score}
          unit="score"
          ref_={evidence?.ref}
          isShort
        />
      </strong>
      {compareTexts.possible(verdict.possible ?? 100)}{' '}
      <Chip tone={toneOfBand(verdict.band, filing.form)}>
        {verdict.band ?? compareTexts.oldReturn}
      </Chip>
    </span>
  )
