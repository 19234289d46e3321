import { parseRef } from '../domain/evidence.ts'
import type { Agreement, Restriction, RestrictionList } from './restriction.ts'

/** The restriction lists as sentences name them. */
export const LIST_NAMES: Record<RestrictionList, string> = {
  OFAC: 'OFAC sanctions list',
  SAM: 'SAM exclusions list',
}

const AGREED: Record<Agreement, string> = {
  ein: 'EIN',
  uei: 'the UEI that federal audits give it',
  name: 'the name',
  alias: 'another name',
  city: 'city',
  state: 'state',
  country: 'country',
  address: 'street address',
}
const PLACES: readonly Agreement[] = ['city', 'state', 'country', 'address']

const METHODS: Partial<Record<Restriction['method'], string>> = {
  ReorderedName: 'the name in another order of words',
  Transliteration: 'the name in another spelling',
}

// The forms list directors, key and highest paid employees in the same table as officers.
const AMONG = 'whom its return lists among officers, directors and employees'

/** How far an entry reaches that restricts its party in part only. */
const PARTIAL: Record<RestrictionList, string> = {
  OFAC: '; its programs forbid certain dealings only',
  SAM: '; the entry says that the party itself is not excluded',
}

const WORDS = new Intl.ListFormat('en')

/**
 * An entry of a restriction list in a sentence: who, which entry of which list, its programs, type
 * and dates, by which of its names, what agrees, and how far it reaches.
 */
export function describeMatch(match: Restriction): string {
  const { subject, subjectName, listedName, partyName, status, list, isPartial, ref } = match
  const evidence = parseRef(ref)
  const month = evidence && 'asOf' in evidence ? ` of ${evidence.asOf}` : ''
  const who = subject === 'officer' ? `${subjectName}, ${AMONG},` : `"${subjectName}"`
  const verb = status === 'Confirmed' ? 'is' : 'may be'
  const place = `the ${LIST_NAMES[list]}${month} (${describeEntry(match)})`
  const named =
    partyName === listedName ? ` on ${place}: ` : `, which ${place} also calls "${listedName}"; `
  const scope = isPartial ? PARTIAL[list] : ''
  return `${who} ${verb} "${partyName}"${named}${describeAgreement(match)}${scope}.`
}

const describeEntry = ({ entry, programs, exclusionType, activeOn, endsOn }: Restriction): string =>
  [
    `entry ${entry}`,
    ...programs,
    ...(exclusionType === null ? [] : [exclusionType]),
    ...(activeOn === null ? [] : [`from ${activeOn}`]),
    ...(endsOn === null ? [] : [`until ${endsOn}`]),
  ].join(', ')

function describeAgreement(match: Restriction): string {
  const { subject, agreed, status } = match
  // A return tells no address of its officers: what agreed is that of the organization.
  const places = subject === 'officer' ? agreed.filter((one) => PLACES.includes(one)) : []
  const words = wordsOf(
    match,
    agreed.filter((one) => !places.includes(one)),
  )
  const [first = ''] = words
  const verb = words.length === 1 ? 'agrees' : 'agree'
  if (places.length > 0) {
    const same = WORDS.format(places.map((one) => AGREED[one]))
    return `${WORDS.format(words)} ${verb}, and the organization has the same ${same}`
  }
  // An EIN needs nothing beside it, nor does a UEI that is surely its own.
  const isSure = agreed.includes('ein') || (agreed.includes('uei') && status === 'Confirmed')
  const isAlone = words.length === 1 && !isSure
  return isAlone ? `only ${first} agrees` : `${WORDS.format(words)} ${verb}`
}

function wordsOf(
  { method, partyName, listedName }: Restriction,
  agreed: readonly Agreement[],
): string[] {
  const found = METHODS[method]
  const alias = partyName === listedName ? AGREED.alias : 'that name'
  return [
    ...(found ? [found] : []),
    ...agreed.map((one) => (one === 'alias' ? alias : AGREED[one])),
  ]
}
