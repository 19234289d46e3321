import { formatEin } from '#src/domain/ein.ts'
import type { Party } from '#src/network/party.ts'
import { showPlace } from '../place.ts'
import { Name, OrganizationLink } from '../text.tsx'

type Props = { party: Party; isWeak?: boolean }

/** Returns the name of an organization, or its EIN if no source names it. */
export const nameOfParty = ({ ein, name }: { ein: string; name: string | null }): string =>
  name ?? `EIN ${formatEin(ein)}`

/** An organization or a name as filed, with its place, and what is not known about it. */
export const PartyName = ({ party, isWeak = false }: Props) => {
  const { ein, name, profileAvailable } = party
  const place = showPlace(party.place)
  const notes = [
    ...(ein === undefined ? ['not identified'] : []),
    ...(ein !== undefined && !profileAvailable ? [`EIN ${formatEin(ein)}, not in our data`] : []),
    ...(isWeak ? ['uncertain match'] : []),
  ]
  return (
    <>
      <OrganizationLink ein={ein} name={name} />
      {(place !== undefined || notes.length > 0) && (
        <span class="below quiet">
          {place && <Name>{place}</Name>}
          {place && notes.length > 0 && ' · '}
          {notes.join(' · ')}
        </span>
      )}
    </>
  )
}
