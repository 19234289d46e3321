import { formatCount } from '../../domain/money.ts'
import { LIMIT } from '../parameters.ts'
import { dollars, listAt, nameAt, nextPage, numberAt, placeAt, quotedAt, textAt } from '../text.ts'
import type { OperationTool } from '../tool.ts'

export const searchPeopleTool: OperationTool = {
  name: 'search_people',
  description:
    'Finds officers, directors, trustees, and highest paid employees of U.S. nonprofits by name, including reordered and misspelled names. Each result is one person at one organization. Equal names can be different people; PossiblySamePerson says what else agrees.',
  operation: {
    title: 'Search people by name',
    path: '/api/v2/people',
    arguments: {
      Name: { description: 'Name of the person, in any order.', examples: ['Noor Jorgensson'] },
      State: { examples: ['OH'] },
      EIN: { isEin: true, description: 'Lists only people of this organization.' },
      Sort: { description: 'Relevance (default), Name, or Year: the last year listed.' },
      Limit: LIMIT,
      Cursor: { description: 'Page number, or NextCursor from the previous response.' },
    },
    toText: peopleToText,
  },
}

function peopleToText(response: unknown): string[] {
  const people = listAt(response, 'People')
  const found = numberAt(response, 'Found') ?? 0
  if (people.length === 0) return ['No return lists a person with this name.']
  return [
    `Found ${formatCount(found)} entries, each for one person at one organization:`,
    ...people.flatMap(personLines),
    ...nextPage(response),
  ]
}

function personLines(one: unknown): string[] {
  const [title] = listAt(one, 'Titles')
  const years = `${textAt(one, 'FirstYear')}–${textAt(one, 'LastYear')}`
  const where = [placeAt(one, 'City'), textAt(one, 'State')].filter(Boolean).join(', ')
  const pay = numberAt(one, 'LatestPay', 'Value')
  const paid =
    pay === undefined
      ? ''
      : `; pay ${dollars(pay)} in ${textAt(one, 'LatestPay', 'TaxYear')} [${textAt(one, 'LatestPay', 'EvidenceRef')}]`
  const role = title === undefined ? '' : `, ${quotedAt(title)}`
  return [
    `- ${nameAt(one, 'PersonName')}${role}, at ${nameAt(one, 'OrganizationName')} (EIN ${textAt(one, 'EIN')}${where && `, ${where}`}), ${years}${paid} [${listRef(one)}]`,
    ...listAt(one, 'PossiblySamePerson').map(
      (other) =>
        `  ${textAt(other, 'Likelihood')} the same person: ${nameAt(other, 'OrganizationName')} (EIN ${textAt(other, 'EIN')}). ${listAt(
          other,
          'Why',
        )
          .map((why) => textAt(why))
          .join(' ')}`,
    ),
  ]
}

const listRef = (one: unknown): string | undefined => {
  const [ref] = listAt(one, 'EvidenceRefs')
  return textAt(ref)
}
