import { formatRef } from '#src/domain/evidence.ts'
import { isGeneric, normalizeName, tokenize } from '#src/domain/names.ts'
import { canBeSamePerson, personKeys, readPersonNames } from '#src/domain/person-names.ts'
import { US_STATES } from '#src/domain/places.ts'
import {
  AGREEMENTS,
  type Agreement,
  MATCH_METHODS,
  type MatchMethod,
  type ScreeningMatch,
} from '#src/rating/restriction.ts'
import { type ListedName, type ListedPerson, type ListIndex, wordsKey } from './list-index.ts'
import type { Address, ListedParty, ScreenedOrganization } from './listed-party.ts'
import { soundKey } from './sound-key.ts'

/** A name of the organization itself, with its Ref. */
type OwnName = { name: string; ref: string; isAlias: boolean }

/**
 * Returns the parties that an organization may match, by identifier and by its names, former ones
 * included. A name match without a shared place never exceeds `Review`.
 */
function matchNames(index: ListIndex, organization: ScreenedOrganization): ScreeningMatch[] {
  const named = namesOf(organization).flatMap((own) => matchName(index, organization, own))
  return [...matchEin(index, organization), ...matchUeis(index, organization), ...named]
}

const namesOf = ({ name, nameRef, names }: ScreenedOrganization): OwnName[] => [
  { name, ref: nameRef, isAlias: false },
  ...names.map((other) => ({ ...other, isAlias: other.kind !== 'legal' })),
]

const matchEin = (index: ListIndex, organization: ScreenedOrganization): ScreeningMatch[] =>
  (index.byEin.get(organization.ein) ?? []).map((party) =>
    byIdentifier(organization, party, 'ein', true),
  )

// Two years of audits under a known name: one year may be a slip, which is rarely repeated under
// the right name. A lower score deserves a review. So does a UEI that audits also pair with another
// EIN, because the list does not say which of the two organizations is excluded.
const SURE_MAPPING = 0.85

const matchUeis = (index: ListIndex, organization: ScreenedOrganization): ScreeningMatch[] =>
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
  index: ListIndex,
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
function matchOfficers(index: ListIndex, organization: ScreenedOrganization): ScreeningMatch[] {
  return organization.officers.flatMap((officer) => matchOfficer(index, organization, officer))
}

function matchOfficer(
  index: ListIndex,
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
export const screen = (index: ListIndex, organization: ScreenedOrganization): ScreeningMatch[] =>
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

/** The parts of two addresses that agree, and whether they are the same place. */
type PlaceAgreement = { agreed: Agreement[]; isSamePlace: boolean }

const NOWHERE: PlaceAgreement = { agreed: [], isSamePlace: false }

/**
 * Returns the best agreement of an address with those of a listed party. The same place is the same
 * city in the same state or foreign country, or the same street address in the same city or ZIP
 * code, because every town of a state may have a 100 Main Street.
 */
export function agreePlaces(own: Address, listed: readonly Address[]): PlaceAgreement {
  const found = listed.map((address) => agree(own, address))
  const rank = ({ agreed, isSamePlace }: PlaceAgreement) => agreed.length + (isSamePlace ? 10 : 0)
  return found.reduce((best, one) => (rank(one) > rank(best) ? one : best), NOWHERE)
}

function agree(own: Address, listed: Address): PlaceAgreement {
  const region = sharedRegion(own, listed)
  if (!region) return NOWHERE
  const isSameCity = isSame(keyOf(own.city), keyOf(listed.city))
  const isNear = isSameCity || (region === 'state' && isSame(zipKey(own.zip), zipKey(listed.zip)))
  const isSameStreet = isNear && isSame(streetKey(own.street), streetKey(listed.street))
  return {
    agreed: [
      ...(isSameCity ? (['city'] as const) : []),
      region,
      ...(isSameStreet ? (['address'] as const) : []),
    ],
    isSamePlace: isSameCity || isSameStreet,
  }
}

// In the United States, the state decides; a shared country means nothing.
function sharedRegion(own: Address, listed: Address): 'state' | 'country' | undefined {
  const [ownState, listedState] = [stateOf(own), stateOf(listed)]
  if (ownState !== undefined || listedState !== undefined) {
    return ownState !== undefined && ownState === listedState ? 'state' : undefined
  }
  if (own.country === 'US') return undefined
  return isSame(keyOf(own.country), keyOf(listed.country)) ? 'country' : undefined
}

// These have a USPS code and an ISO country code.
const TERRITORIES = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])

/** Returns the USPS code of an address in a U.S. state or territory, in either spelling. */
export function stateOf({ state, country }: Address): string | undefined {
  if (country !== null && TERRITORIES.has(country)) return country
  if (state === null || !Object.hasOwn(US_STATES, state)) return undefined
  return country === null || country === 'US' || country === state ? state : undefined
}

const isSame = (one: string, other: string): boolean => one !== '' && one === other

const keyOf = (text: string | null): string => (text === null ? '' : normalizeName(text))

// Five digits: the other four are often left out.
const zipKey = (zip: string | null): string => /^\d{5}/.exec(zip ?? '')?.[0] ?? ''

const STREET_WORDS: Record<string, string> = {
  avenue: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  east: 'e',
  highway: 'hwy',
  lane: 'ln',
  north: 'n',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  south: 's',
  street: 'st',
  west: 'w',
}
const UNIT = /\b(?:suite|ste|apt|apartment|unit|floor|fl|room|rm|no)\b.*$/

// House number and street, without the suite, which is often left out. A post office box is not a
// street: every town has the same numbers.
function streetKey(street: string | null): string {
  const words = tokenize(street ?? '').join(' ')
  if (/^p ?o box/.test(words) || /^po\b/.test(words)) return ''
  const kept = words.replace(UNIT, '').trim().split(' ')
  const isAddress = kept.length > 1 && kept.some((word) => /\d/.test(word))
  return isAddress ? kept.map((word) => STREET_WORDS[word] ?? word).join(' ') : ''
}
