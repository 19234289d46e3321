import { isGeneric } from '#src/domain/common-words.ts'
import { formatRef } from '#src/domain/evidence.ts'
import { normalizeName } from '#src/domain/names.ts'
import { canBeSamePerson, personKeys, readPersonNames } from '#src/domain/person-names.ts'
import {
  AGREEMENTS,
  type Agreement,
  MATCH_METHODS,
  type MatchMethod,
  type ScreeningMatch,
} from '#src/rating/restriction.ts'
import { type ListedName, type ListedPerson, type ListLookup, wordsKey } from './list-index.ts'
import type { ListedParty, ScreenedOrganization } from './listed-party.ts'
import { agreePlaces, stateOf } from './places.ts'
import { soundKey } from './sound-key.ts'

/** A name of the organization itself, with its Ref. */
type OwnName = { name: string; ref: string; isAlias: boolean }

/**
 * Returns the parties that an organization may match, by identifier and by its names, former ones
 * included. A name match without a shared place never exceeds `Review`.
 */
function matchNames(index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] {
  const named = namesOf(organization).flatMap((own) => matchName(index, organization, own))
  return [...matchEin(index, organization), ...matchUeis(index, organization), ...named]
}

const namesOf = ({ name, nameRef, names }: ScreenedOrganization): OwnName[] => [
  { name, ref: nameRef, isAlias: false },
  ...names.map((other) => ({ ...other, isAlias: other.kind !== 'legal' })),
]

const matchEin = (index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] =>
  (index.byEin.get(organization.ein) ?? []).map((party) =>
    byIdentifier(organization, party, 'ein', true),
  )

// Two years of audits under a known name: one year may be a slip, which is rarely repeated under
// the right name. A lower score deserves a review. So does a UEI that audits also pair with another
// EIN, because the list does not say which of the two organizations is excluded.
const SURE_MAPPING = 0.85

const matchUeis = (index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] =>
  organization.ueis.flatMap(({ uei, score, isAlone }) =>
    (index.byUei.get(uei) ?? []).map((party) =>
      byIdentifier(organization, party, 'uei', isAlone && score >= SURE_MAPPING),
    ),
  )

function byIdentifier(
  organization: ScreenedOrganization,
  party: ListedParty,
  identifier: 'ein' | 'uei',
  isCertain: boolean,
): ScreeningMatch {
  const { agreed } = agreePlaces(organization, party.addresses)
  return toMatch(party, {
    subject: 'organization',
    subjectName: organization.name,
    subjectRef: organization.nameRef,
    listedName: party.name,
    method: 'Identifier',
    agreed: [identifier, ...agreed],
    isCertain,
  })
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
    listed.flatMap((one) => judgeName(organization, own, one, { method, key }) ?? []),
  )
}

/** How a name was found; without a method it matched as written. */
type Found = { method: MatchMethod | undefined; key: string }

function judgeName(
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

// Many parties have the same weak name, name of one word, or name of two common words. But OFAC
// lists parties that nobody may deal with, so its strong names deserve a review; SAM lists
// thousands of small firms.
function isTelling({ party, isWeak }: ListedName, key: string, isAsWritten: boolean): boolean {
  if (isWeak) return false
  return (isAsWritten && party.list === 'OFAC') || !isGeneric(key)
}

type Officer = ScreenedOrganization['officers'][number]

/**
 * Returns the listed persons who may be officers of the latest filing. Never exceeds `Review`,
 * because two people can share a name.
 */
function matchOfficers(index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] {
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
      .flatMap((one) => judgeOfficer(organization, officer, one) ?? [])
  })
}

function judgeOfficer(
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

// SAM lists about a hundred thousand Americans, many with common names: without the state, a third
// of the sector would have a namesake on it. OFAC's persons are few, and may serve in any state.
function isNear(
  own: ScreenedOrganization,
  { list, addresses }: ListedParty,
  agreed: readonly Agreement[],
): boolean {
  const hasState = addresses.some((address) => stateOf(address) !== undefined)
  return list === 'OFAC' || !hasState || stateOf(own) === undefined || agreed.includes('state')
}

/** Screens an organization and its officers: one match for each listed party. */
export const screen = (index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] =>
  strongestOf([...matchNames(index, organization), ...matchOfficers(index, organization)])

type Matched = Pick<
  ScreeningMatch,
  'subject' | 'subjectName' | 'subjectRef' | 'listedName' | 'method'
> & { agreed: readonly Agreement[]; isCertain: boolean }

/** Returns a match with a party. A party that is only partly excluded is always `Review`. */
function toMatch(party: ListedParty, { isCertain, ...found }: Matched): ScreeningMatch {
  const { list, entry, asOf, programs, isPartial } = party
  const kind = list === 'OFAC' ? 'sdn' : 'sam'
  return {
    list,
    entry,
    ...found,
    agreed: AGREEMENTS.filter((one) => found.agreed.includes(one)),
    status: isCertain && !isPartial ? 'Confirmed' : 'Review',
    programs,
    ref: formatRef({ kind, asOf, entry }),
  }
}

/**
 * Returns one match per party: the strongest by status, then method, then what agreed. Details that
 * agreed under another name of the party are added.
 */
function strongestOf(matches: readonly ScreeningMatch[]): ScreeningMatch[] {
  const best = new Map<string, ScreeningMatch>()
  for (const match of matches) {
    const party = `${match.list} ${match.entry}`
    const known = best.get(party)
    best.set(party, known ? merge(known, match) : match)
  }
  return [...best.values()]
}

function merge(one: ScreeningMatch, other: ScreeningMatch): ScreeningMatch {
  const stronger = compare(one, other) <= 0 ? one : other
  const agreed = AGREEMENTS.filter(
    (each) => one.agreed.includes(each) || other.agreed.includes(each),
  )
  return { ...stronger, agreed }
}

const compare = (one: ScreeningMatch, other: ScreeningMatch): number =>
  Number(other.status === 'Confirmed') - Number(one.status === 'Confirmed') ||
  MATCH_METHODS.indexOf(one.method) - MATCH_METHODS.indexOf(other.method) ||
  other.agreed.length - one.agreed.length ||
  (one.subjectRef < other.subjectRef ? -1 : 1)
