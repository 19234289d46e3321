import { CHARITY, EIN, UNPAGED_LIMIT } from '../parameters.ts'
import {
  at,
  bracketed,
  counted,
  dollars,
  einAt,
  joined,
  listAt,
  MOST_TEXT,
  nameAt,
  numberAt,
  quotedAt,
  textAt,
  worded,
} from '../text.ts'
import type { Operation, OperationTool } from '../tool.ts'
import { MOST_LINES } from './sections.ts'

const asKnown: Operation = {
  title: 'As known on a day',
  path: `${CHARITY}/as-known`,
  arguments: {
    EIN,
    On: {
      isRequired: true,
      description:
        'A day, YYYY-MM-DD. Returns what was known on it, and what returns received later changed.',
    },
  },
  toText: (response) => {
    const known = at(response, 'Known')
    const years = listAt(response, 'Years')
    return [
      ...(known === undefined
        ? [`No return was received by ${textAt(response, 'On')}.`]
        : [`Newest return received by ${textAt(response, 'On')}:`, ...yearLines(known)]),
      ...(years.length > 1
        ? [
            `Returns of earlier periods known then: ${joined(...years.slice(1).map((one) => submission(at(one, 'Filing'))))}.`,
          ]
        : []),
      'The return shown today:',
      ...yearLines(at(response, 'Now')),
      ...listAt(response, 'Later').flatMap(laterLines),
      ...listAt(response, 'Registry', 'Revocations').map(
        (one) =>
          `Exemption revoked on ${textAt(one, 'RevokedOn')}${bracketed(textAt(one, 'EvidenceRef'))}`,
      ),
      `Not known for that day: ${joined(...listAt(response, 'NotKnown').map((one) => textAt(one)))}.`,
    ]
  },
}

const submission = (filing: unknown): string =>
  `Form ${textAt(filing, 'Form')} for tax year ${textAt(filing, 'TaxYear')} (${joined(
    at(filing, 'Amended') === true && 'amended',
    `received ${textAt(filing, 'ReceivedOn') ?? 'on an unknown day'}`,
    `object ID ${textAt(filing, 'ObjectId')}`,
  )})`

const yearLines = (year: unknown): string[] => [
  submission(at(year, 'Filing')),
  ...listAt(year, 'Figures').map((one) => `- ${textAt(one, 'Label')}: ${figure(one)}`),
]

const laterLines = (later: unknown): string[] => {
  const replaced = at(later, 'Replaces')
  return [
    `Received later: ${submission(at(later, 'Filing'))}${replaced === undefined ? '' : `, which replaces object ID ${textAt(replaced, 'ObjectId')}`}`,
    ...listAt(later, 'Changes').map(
      (one) =>
        `- ${textAt(one, 'Label')}: ${figure(at(one, 'Before'))} before, ${figure(at(one, 'After'))} after`,
    ),
  ]
}

/** A figure of a superseded return has no Ref of its own, but its operands do. */
function figure(one: unknown): string {
  const operands = joined(...listAt(one, 'DerivedFrom').map((ref) => textAt(ref)))
  const value = worded(at(one, 'Value'), textAt(one, 'Unit'))
  return `${value}${bracketed(textAt(one, 'EvidenceRef') ?? operands)}`
}

const changes: Operation = {
  title: 'What an amended return changed',
  path: `${CHARITY}/filings/{objectId}/changes`,
  arguments: {
    EIN,
    ObjectID: {
      parameter: 'objectId',
      isRequired: true,
      description: 'Object ID of an amended return, from list_filings.',
    },
    Limit: { ...UNPAGED_LIMIT, description: 'Maximum number of changes.' },
  },
  toText: (response) => {
    const listed = listAt(response, 'Changes')
    const kinds = ['Changed', 'Added', 'Removed'].map(
      (kind) => `${textAt(response, 'Counts', kind)} ${kind.toLowerCase()}`,
    )
    return [
      `Form ${textAt(response, 'Form')} for the period ended ${textAt(response, 'TaxPeriodEnd')}: object ID ${textAt(response, 'After', 'ObjectId')} compared with ${textAt(response, 'Before', 'ObjectId')}. Lines: ${joined(...kinds)}.`,
      ...listed.map(changeLine),
      ...(at(response, 'Truncated') === true
        ? [
            `Showing the first ${listed.length}. For more, call again with a larger Limit, up to 500.`,
          ]
        : []),
    ]
  },
}

function changeLine(change: unknown): string {
  const side = (name: string): string =>
    at(change, name) === undefined
      ? 'not reported'
      : `${worded(at(change, name, 'Value'), textAt(change, 'Unit'), MOST_VALUE)}${bracketed(textAt(change, name, 'EvidenceRef'))}`
  const difference = numberAt(change, 'Difference')
  const by =
    difference === undefined || textAt(change, 'Unit') !== 'USD'
      ? ''
      : `; difference ${dollars(difference)}`
  return `- ${textAt(change, 'Label')} (${textAt(change, 'Place')}): ${side('Before')} before, ${side('After')} after${by}`
}

/** Narratives can fill pages; the JSON has them whole. */
const MOST_VALUE = MOST_TEXT / 5

function namesToText(response: unknown): string[] {
  const names = listAt(response, 'Names')
  const slips = listAt(response, 'Slips')
  const left = names.length - MOST_LINES
  return [
    `Current name: ${nameAt(response, 'Current')}. Names by source, the latest first:`,
    ...names.slice(0, MOST_LINES).map((one) => nameLine(response, one)),
    ...(left > 0 ? [`- and ${counted(left, 'more name')}`] : []),
    ...(slips.length === 0
      ? []
      : [
          'Rows of funders in which the EIN and the name do not fit together:',
          ...slips.slice(0, MOST_LINES).map((one) => nameLine(response, one)),
        ]),
  ]
}

function nameLine(response: unknown, one: unknown): string {
  const owner = einAt(one, 'EvidenceEIN')
  const [first, last] = [textAt(one, 'First'), textAt(one, 'Last')]
  const about = joined(
    textAt(one, 'Source'),
    textAt(one, 'Role') !== 'Name' && textAt(one, 'Role'),
    first === last ? first : `${first} to ${last}`,
    textAt(one, 'Slip'),
    textAt(one, 'LeastConfidence') !== 'Authoritative' &&
      textAt(one, 'LeastConfidence') !== undefined &&
      `match ${textAt(one, 'LeastConfidence')}`,
    owner !== textAt(response, 'EIN') && `filed under EIN ${owner}`,
  )
  return `- ${quotedAt(one, 'Name')}: ${about}${bracketed(textAt(one, 'EvidenceRef'))}`
}

/** Names, changes, and the state of knowledge of an organization over time. */
export const organizationHistory: OperationTool = {
  name: 'organization_history',
  description:
    'With only EIN, lists every name and spelling of it, with years and sources. With On, shows what was known on that day, for example when a grant was made. With ObjectID, lists what an amended return changed.',
  operation: {
    title: 'History of an organization',
    path: `${CHARITY}/names`,
    arguments: { EIN },
    toText: namesToText,
  },
  insteadWith: { On: asKnown, ObjectID: changes },
}
