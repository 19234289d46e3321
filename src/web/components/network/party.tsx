import { formatEin } from '#src/domain/ein.ts'
import type { Party } from '#src/network/party.ts'
import { organizationPath } from '#src/web/links.ts'
import { grantsTexts } from '#src/web/texts/grants.tsx'
import { showPlace } from '../place.ts'
import { DisplayName, MaybeLink, Name } from '../text.tsx'

const texts = grantsTexts.byYear

type Props = { party: Party; isWeak?: boolean }

/** An organization or a name as filed, with its place, and what is not known about it. */
export const PartyName = ({ party, isWeak = false }: Props) => {
  const { ein, name, hasProfile } = party
  const place = showPlace(party.place)
  const notes = [
    ...(ein === undefined ? [texts.notIdentified] : []),
    ...(ein !== undefined && !hasProfile ? [`EIN ${formatEin(ein)}, ${texts.notInData}`] : []),
    ...(isWeak ? [texts.weak] : []),
  ]
  return (
    <>
      <MaybeLink href={ein && organizationPath(ein)}>
        <DisplayName name={name} />
      </MaybeLink>
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
