import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { bandOn } from '#src/rating/rating.ts'
import { organizationTexts } from '../texts/organization.tsx'
import { Figure } from './figure.tsx'

type Rated = Pick<OrganizationDisplay, 'rating' | 'latestPeriodEnd'>

/** Returns the band of an organization's rating; undefined without one, or if its return is too old. */
export const bandOf = ({ rating, latestPeriodEnd }: Rated): string | undefined =>
  rating && bandOn(rating.band, rating.periodEnd ?? latestPeriodEnd, todayInUtc())

type Props = {
  ein: string
  display: Rated & Pick<OrganizationDisplay, 'name'>
  /** What an organization without a score shows. */
  unknown?: string
}

/** The score of an organization in a table, marked if its return is too old to judge by. */
export const ListedScore = ({ ein, display, unknown }: Props) => {
  const { name, rating } = display
  const { scoreLabel, oldReturn } = organizationTexts.neighbors
  return (
    <>
      <Figure
        ein={ein}
        label={scoreLabel(displayName(name), rating?.taxYear)}
        value={rating?.score}
        unit="score"
        ref_={rating?.ref}
        unknown={unknown}
        isShort
      />
      {rating && bandOf(display) === undefined && (
        <span class="below quiet">{oldReturn(rating.taxYear)}</span>
      )}
    </>
  )
}
