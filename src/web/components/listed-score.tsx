import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { displayName } from '#src/domain/display-name.ts'
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
  return (
    <>
      <Figure
        ein={ein}
        label={`Rating of ${displayName(name)}${rating?.taxYear === undefined ? '' : `, ${rating.taxYear}`}`}
        value={rating?.score}
        unit="score"
        ref_={rating?.ref}
        unknown={unknown}
        isShort
      />
      {rating && rating.band === undefined && (
        <span class="below quiet">{`old return, ${rating.taxYear}`}</span>
      )}
    </>
  )
}
