import { parseRef } from '../domain/evidence.ts'
import type { Agreement, Restriction, RestrictionList } from './restriction.ts'

/** The restriction lists as sentences name them. */
export const LIST_NAMES: Record<RestrictionList, string> = {
  OFAC: 'OFAC sanctions list',
  SAM: 'SAM exclusions list',
}

const AGREED: Record<Agreement, string> = {
  ein: 'EIN',
  uei: 'UEI',
  name: 'name',
  alias: 'another name',
  city: 'city',
  state: 'state',
  country: 'country',
  address: 'street address',
}

const METHODS: Partial<Record<Restriction['method'], string>> = {
  ReorderedName: 'the words of the name, in another order',
  Transliteration: 'the name, in another spelling',
}

/** How far an entry reaches that restricts its party in part only. */
const PARTIAL: Record<RestrictionList, string> = {
  OFAC: '; its programs forbid certain dealings only',
  SAM: '; the entry says that the party itself is not excluded',
}

const WORDS = new Intl.ListFormat('en')

/**
 * An entry of a restriction list in a sentence: who, which entry of which list, its programs, type
 * and dates, what agrees, and how far it reaches.
 */
export function describeMatch(match: Restriction): string {
  const { subject, subjectName, listedName, status, list, isPartial, ref } = match
  const evidence = parseRef(ref)
  const month = evidence && 'asOf' in evidence ? ` of ${evidence.asOf}` : ''
  const who = subject === 'officer' ? `Its officer ${subjectName}` : `"${subjectName}"`
  const verb = status === 'Confirmed' ? 'is' : 'may be'
  const place = `the ${LIST_NAMES[list]}${month} (${describeEntry(match)})`
  const scope = isPartial ? PARTIAL[list] : ''
  return `${who} ${verb} "${listedName}" on ${place}: ${describeAgreement(match)}${scope}.`
}

const describeEntry = ({ entry, programs, exclusionType, activeOn, endsOn }: Restriction): string =>
  [
    `entry ${entry}`,
    ...programs,
    ...(exclusionType === null ? [] : [exclusionType]),
    ...(activeOn === null ? [] : [`from ${activeOn}`]),
    ...(endsOn === null ? [] : [`until ${endsOn}`]),
  ].join(', ')

function describeAgreement({ method, agreed }: Restriction): string {
  const found = METHODS[method]
  const parts = [...(found ? [found] : []), ...agreed.map((one) => AGREED[one])]
  const verb = parts.length === 1 ? 'agrees' : 'agree'
  const alone =
    parts.length === 1 && !agreed.includes('ein') ? ', and nothing else is known to' : ''
  return `${WORDS.format(parts)} ${verb}${alone}`
}
