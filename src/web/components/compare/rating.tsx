import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { sectionPath } from '#src/web/links.ts'
import { Figure } from '../figure.tsx'
import { Meter } from '../organization/meter.tsx'
import { toneOfBand } from '../tones.ts'
import { ReadinessShown } from './readiness.tsx'

type Props = { compared: readonly ComparedOrganization[] }

const STATES = {
  Scored: 'scored',
  NotEnoughData: 'not enough data',
  NotRatedHere: 'not rated here',
}

/** The score of each with its word, or why it has none. */
export const ScoreRow = ({ compared }: Props) => (
  <tr>
    <th scope="row">Rating, of 100</th>
    {compared.map(({ ein, name, rating: { verdict, evidence } }) => (
      <td key={ein} class="number">
        {verdict.score === undefined ? (
          <span class="unknown" title={verdict.bottomLine}>
            {STATES[verdict.state]}
            <span class="hidden">. {verdict.bottomLine}</span>
          </span>
        ) : (
          <span class="rated">
            <strong>
              <Figure
                ein={ein}
                label={`Rating of ${name}`}
                value={verdict.score}
                ref_={evidence?.ref}
              />
            </strong>{' '}
            {verdict.band && (
              <span class={`chip tone-${toneOfBand(verdict.band)}`}>{verdict.band}</span>
            )}
          </span>
        )}
      </td>
    ))}
  </tr>
)

/** What each category of the rating comes to; its figures stand in the section it leads to. */
export const CategoryRows = ({ compared }: Props) => {
  const categories = compared.find(({ rating }) => rating.categories.length > 0)?.rating.categories
  return (
    <>
      {(categories ?? []).map(({ key, label, weight }) => (
        <tr key={key}>
          <th scope="row">
            {label} <span class="quiet">weighs {weight}</span>
          </th>
          {compared.map((one) => (
            <CategoryCell key={one.ein} one={one} label={label} category={key} />
          ))}
        </tr>
      ))}
    </>
  )
}

type CellProps = { one: ComparedOrganization; label: string; category: string }

const CategoryCell = ({ one, label, category }: CellProps) => {
  const score = one.rating.categories.find(({ key }) => key === category)?.score
  if (score === undefined) {
    return (
      <td class="number">
        <span class="unknown">not known</span>
      </td>
    )
  }
  const points = Math.round(score * 100)
  return (
    <td class="number">
      <a
        class="figure"
        href={sectionPath(one.ein, 'Rating')}
        aria-label={`${label} of ${one.name}: ${points} of 100, and what it is made of`}
      >
        {points}
      </a>
      <Meter share={score} />
    </td>
  )
}

/** Whether each can be relied on without a further look, by all that was looked at. */
export const ReadinessRow = ({ compared }: Props) => (
  <tr>
    <th scope="row">Diligence</th>
    {compared.map(({ ein, name, readiness }) => (
      <td key={ein}>
        {readiness ? (
          <ReadinessShown name={name} readiness={readiness} />
        ) : (
          <span class="unknown">not known</span>
        )}
      </td>
    ))}
  </tr>
)
