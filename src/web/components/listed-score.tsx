import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { displayName } from '#src/domain/display-name.ts'
import { organizationTexts } from '../texts/organization.tsx'
import { Figure } from './figure.tsx'

type Props = {
  ein: string
  display: Pick<OrganizationDisplay, 'name' | 'rating'>
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
      {rating && rating.band === undefined && (
        <span class="below quiet">{oldReturn(rating.taxYear)}</span>
      )}
    </>
  )
}
