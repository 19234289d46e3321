import { formatDay, formatMonth } from '#src/domain/days.ts'
import { parseRef } from '../domain/evidence.ts'
import { listInWords } from '../domain/words.ts'
import type { Agreement, Restriction, RestrictionList } from './restriction.ts'

/** Names of the restriction lists in sentences. */
export const LIST_NAMES: Record<RestrictionList, string> = {
  OFAC: 'OFAC sanctions lists',
  SAM: 'SAM.gov exclusions list',
}

const AGREED: Record<Agreement, string> = {
  ein: 'EIN',
  uei: 'the UEI from federal audits',
  name: 'the name',
  alias: 'another name',
  city: 'city',
  state: 'state',
  country: 'country',
  address: 'street address',
}
const PLACES: readonly Agreement[] = ['city', 'state', 'country', 'address']

const METHODS: Partial<Record<Restriction['method'], string>> = {
  ReorderedName: 'the name in a different word order',
  Transliteration: 'the name in a different spelling',
}

// The table of officers also lists directors, key employees, and the highest-paid employees.
const LISTED = 'listed on its return as an officer, director, or employee'

/** The scope of an entry that restricts its party only in part. */
const PARTIAL: Record<RestrictionList, string> = {
  OFAC: '. The sanctions programs of this entry prohibit only certain transactions',
  SAM: '. The entry says that the party itself is not excluded',
}

/**
 * Describes a match with a restriction list in a sentence: party, entry, list, programs, type,
 * dates, matched name, agreeing attributes, and scope.
 */
export function describeMatch(match: Restriction): string {
  const { subject, subjectName, listedName, partyName, status, list, isPartial, ref } = match
  const evidence = parseRef(ref)
  const month = evidence && 'asOf' in evidence ? ` of ${formatMonth(evidence.asOf)}` : ''
  const who = subject === 'officer' ? `${subjectName}, ${LISTED},` : `"${subjectName}"`
  const verb = status === 'Confirmed' ? 'is' : 'may be'
  const place = `the ${LIST_NAMES[list]}${month} (${describeEntry(match)})`
  const named =
    partyName === listedName
      ? ` on ${place}: `
      : `, which is also called "${listedName}" on ${place}: `
  const scope = isPartial ? PARTIAL[list] : ''
  return `${who} ${verb} "${partyName}"${named}${describeAgreement(match)}${scope}.`
}

const describeEntry = ({ entry, programs, exclusionType, activeOn, endsOn }: Restriction): string =>
  [
    `entry ${entry}`,
    ...programs,
    ...(exclusionType === null ? [] : [exclusionType]),
    ...(activeOn === null ? [] : [`from ${formatDay(activeOn)}`]),
    ...(endsOn === null ? [] : [`until ${formatDay(endsOn)}`]),
  ].join(', ')

function describeAgreement(match: Restriction): string {
  const { subject, agreed, status } = match
  // Returns do not list officers' addresses, so the matching address is the organization's.
  const places = subject === 'officer' ? agreed.filter((one) => PLACES.includes(one)) : []
  const words = wordsOf(
    match,
    agreed.filter((one) => !places.includes(one)),
  )
  const [first = ''] = words
  const verb = words.length === 1 ? 'matches' : 'match'
  if (places.length > 0) {
    const same = listInWords(places.map((one) => AGREED[one]))
    return `${listInWords(words)} ${verb}, and the organization has the same ${same}`
  }
  // An EIN or a confirmed UEI is sufficient by itself.
  const isSure = agreed.includes('ein') || (agreed.includes('uei') && status === 'Confirmed')
  const isAlone = words.length === 1 && !isSure
  return isAlone ? `only ${first} matches` : `${listInWords(words)} ${verb}`
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
