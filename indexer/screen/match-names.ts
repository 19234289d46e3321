import { isGeneric } from '#src/domain/common-words.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { MatchMethod, ScreeningMatch } from '#src/rating/restriction.ts'
import { type ListedName, type ListLookup, wordsKey } from './list-index.ts'
import type { ScreenedOrganization } from './listed-party.ts'
import { agreePlaces } from './places.ts'
import { soundKey } from './sound-key.ts'
import { toMatch } from './to-match.ts'

/** A name of the organization itself, with where it stands. */
type OwnName = { name: string; ref: string; isAlias: boolean }

/**
 * The parties that an organization may be, by identifier and by its names, former ones too
 * (decisions part 4). A name alone is never more than `Review`.
 */
export function matchNames(
  index: ListLookup,
  organization: ScreenedOrganization,
): ScreeningMatch[] {
  const named = namesOf(organization).flatMap((own) => matchName(index, organization, own))
  return [...matchEin(index, organization), ...matchUeis(index, organization), ...named]
}

const namesOf = ({ name, nameRef, names }: ScreenedOrganization): OwnName[] => [
  { name, ref: nameRef, isAlias: false },
  ...names.map((other) => ({ ...other, isAlias: other.kind !== 'legal' })),
]

function matchEin(index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] {
  const { ein, name, nameRef } = organization
  return (index.byEin.get(ein) ?? []).map((party) => {
    const { agreed } = agreePlaces(organization, party.addresses)
    return toMatch(party, {
      subject: 'organization',
      subjectName: name,
      subjectRef: nameRef,
      listedName: party.name,
      method: 'Identifier',
      agreed: ['ein', ...agreed],
      isCertain: true,
    })
  })
}

// Two years of audits under a known name: a slip of one year is not repeated under the right name.
// Less is worth a look, and so is a UEI that audits give another EIN as well, however seldom: who of
// them is excluded is what the list does not say.
const SURE_MAPPING = 0.85

function matchUeis(index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] {
  const { name, nameRef, ueis } = organization
  return ueis.flatMap(({ uei, score, isAlone }) =>
    (index.byUei.get(uei) ?? []).map((party) => {
      const { agreed } = agreePlaces(organization, party.addresses)
      return toMatch(party, {
        subject: 'organization',
        subjectName: name,
        subjectRef: nameRef,
        listedName: party.name,
        method: 'Identifier',
        agreed: ['uei', ...agreed],
        isCertain: isAlone && score >= SURE_MAPPING,
      })
    }),
  )
}

function matchName(
  index: ListLookup,
  organization: ScreenedOrganization,
  own: OwnName,
): ScreeningMatch[] {
  const key = normalizeName(own.name)
  const words = wordsKey(key)
  const sound = soundKey(key)
  const found: [MatchMethod | undefined, ListedName[] | undefined][] = [
    [undefined, index.byName.get(key)],
    ['ReorderedName', words === undefined ? undefined : index.byWords.get(words)],
    ['Transliteration', sound === undefined ? undefined : index.bySound.get(sound)],
  ]
  return found.flatMap(([method, listed = []]) =>
    listed.flatMap((one) => judge(organization, own, one, { method, key }) ?? []),
  )
}

/** How a name was found: as it is where there is no method. */
type Found = { method: MatchMethod | undefined; key: string }

function judge(
  organization: ScreenedOrganization,
  own: OwnName,
  listed: ListedName,
  { method, key }: Found,
): ScreeningMatch | undefined {
  const { party, isWeak } = listed
  const { agreed, isSamePlace } = agreePlaces(organization, party.addresses)
  const isAsWritten = method === undefined
  if (!isSamePlace && !isTelling(listed, key, isAsWritten)) return undefined
  const isAlias = own.isAlias || listed.isAlias
  return toMatch(party, {
    subject: 'organization',
    subjectName: own.name,
    subjectRef: own.ref,
    listedName: listed.name,
    method: method ?? (isAlias ? 'Alias' : 'ExactName'),
    agreed: [...(isAsWritten ? [isAlias ? ('alias' as const) : ('name' as const)] : []), ...agreed],
    isCertain: isAsWritten && isSamePlace && !isWeak,
  })
}

// Weak names are those of others, too. So are names of one word and of two common ones; but OFAC
// lists whom nobody may deal with, and a party it calls so (decisions part 4) is worth a look, while
// SAM has thousands of small firms.
function isTelling({ party, isWeak }: ListedName, key: string, isAsWritten: boolean): boolean {
  if (isWeak) return false
  return (isAsWritten && party.list === 'OFAC') || !isGeneric(key)
}
