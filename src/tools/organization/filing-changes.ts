import { CHARITY, EIN, UNPAGED_LIMIT } from '../parameters.ts'
import {
  at,
  bracketed,
  dollars,
  joined,
  listAt,
  MAX_TEXT,
  numberAt,
  textAt,
  worded,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'

export const filingChanges: OperationTool = {
  name: 'filing_changes',
  description:
    'Lists what an amended return changed in the return that it replaced: each value before and after, with both Refs.',
  operation: {
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
        `Form ${textAt(response, 'Form')} for the period ended ${textAt(response, 'TaxPeriodEnd')}: object ID ${textAt(response, 'After', 'ObjectID')} compared with ${textAt(response, 'Before', 'ObjectID')}. Lines: ${joined(...kinds)}.`,
        ...listed.map(changeLine),
        ...(at(response, 'Truncated') === true
          ? [
              `Showing the first ${listed.length}. For more, call again with a larger Limit, up to 500.`,
            ]
          : []),
      ]
    },
  },
}

function changeLine(change: unknown): string {
  const side = (name: string): string =>
    at(change, name) === undefined
      ? 'not reported'
      : `${worded(at(change, name, 'Value'), textAt(change, 'Unit'), MAX_VALUE_LENGTH)}${bracketed(textAt(change, name, 'EvidenceRef'))}`
  const difference = numberAt(change, 'Difference')
  const by =
    difference === undefined || textAt(change, 'Unit') !== 'USD'
      ? ''
      : `; difference ${dollars(difference)}`
  return `- ${textAt(change, 'Label')} (${textAt(change, 'Place')}): ${side('Before')} before, ${side('After')} after${by}`
}

/** Narratives can fill pages; the JSON has them whole. */
const MAX_VALUE_LENGTH = MAX_TEXT / 5
