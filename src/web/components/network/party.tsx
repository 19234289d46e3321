import { formatEin } from '#src/domain/ein.ts'
import type { Party } from '#src/network/party.ts'
import { showPlace } from '../place.ts'
import { Name, OrganizationLink } from '../text.tsx'

type Props = { party: Party; isWeak?: boolean }

/** Returns the name of an organization, or its EIN if no source names it. */
export const nameOfParty = ({ ein, name }: { ein: string; name: string | null }): string =>
  name ?? `EIN ${formatEin(ein)}`

/**
 * An organization or a name as filed, with its place, and what is not known about it. An uncertain
 * match (`isWeak`) links only its EIN, because the name may be another organization's.
 */
export const PartyName = ({ party, isWeak = false }: Props) => {
  const { ein, name, profileAvailable } = party
  const place = showPlace(party.place)
  const notes = [
    ...(ein === undefined ? ['not identified'] : []),
    ...(ein !== undefined && !profileAvailable ? [`EIN ${formatEin(ein)}, not in our data`] : []),
  ]
  return (
    <>
      <OrganizationLink ein={isWeak ? undefined : ein} name={name} />
      {(place !== undefined || notes.length > 0 || isWeak) && (
        <span class="below quiet">
          {place && <Name>{place}</Name>}
          {place && notes.length > 0 && ' · '}
          {notes.join(' · ')}
          {isWeak && ein && (
            <>
              {place && ' · '}uncertain match, EIN as filed:{' '}
              <OrganizationLink ein={ein} name={formatEin(ein)} />
            </>
          )}
        </span>
      )}
    </>
  )
}
