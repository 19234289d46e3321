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

/** Names and changes of an organization over time. */
export const organizationHistory: OperationTool = {
  name: 'organization_history',
  description:
    'Shows how the record of an organization changed. With only EIN, lists every name and spelling of it, with years and sources. With ObjectID, lists what an amended return changed.',
  operation: {
    title: 'History of an organization',
    path: `${CHARITY}/names`,
    arguments: { EIN },
    toText: namesToText,
  },
  insteadWith: { ObjectID: changes },
}
