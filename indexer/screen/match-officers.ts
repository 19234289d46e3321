import { canBeSamePerson, personKeys, readPersonNames } from '#src/domain/person-names.ts'
import type { Agreement, ScreeningMatch } from '#src/rating/restriction.ts'
import type { ListedPerson, ListLookup } from './list-index.ts'
import type { ListedParty, ScreenedOrganization } from './listed-party.ts'
import { agreePlaces, stateOf } from './places.ts'
import { toMatch } from './to-match.ts'

type Officer = ScreenedOrganization['officers'][number]

/**
 * Returns the listed persons who may be officers of the latest filing. Never more than `Review`,
 * because a shared name does not make two people one.
 */
export function matchOfficers(
  index: ListLookup,
  organization: ScreenedOrganization,
): ScreeningMatch[] {
  return organization.officers.flatMap((officer) => matchOfficer(index, organization, officer))
}

function matchOfficer(
  index: ListLookup,
  organization: ScreenedOrganization,
  officer: Officer,
): ScreeningMatch[] {
  return readPersonNames(officer.name).flatMap((person) => {
    const listed = personKeys(person).flatMap((key) => index.persons.get(key) ?? [])
    return listed
      .filter((one) => canBeSamePerson(one.person, person))
      .flatMap((one) => judge(organization, officer, one) ?? [])
  })
}

function judge(
  organization: ScreenedOrganization,
  officer: Officer,
  { party, name, isAlias, isWeak }: ListedPerson,
): ScreeningMatch | undefined {
  const { agreed, isSamePlace } = agreePlaces(organization, party.addresses)
  if (!(isWeak ? isSamePlace : isNear(organization, party, agreed))) return undefined
  return toMatch(party, {
    subject: 'officer',
    subjectName: officer.name,
    subjectRef: officer.ref,
    listedName: name,
    method: isAlias ? 'Alias' : 'ExactName',
    agreed: [isAlias ? 'alias' : 'name', ...agreed],
    isCertain: false,
  })
}

// SAM lists some hundred thousand Americans, many with common names: without the state a third of
// the sector would have a namesake on it. OFAC's persons are few, and may serve in any state.
function isNear(
  own: ScreenedOrganization,
  { list, addresses }: ListedParty,
  agreed: readonly Agreement[],
): boolean {
  const hasState = addresses.some((address) => stateOf(address) !== undefined)
  return list === 'OFAC' || !hasState || stateOf(own) === undefined || agreed.includes('state')
}
