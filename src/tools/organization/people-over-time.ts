import { CHARITY, CURSOR, EIN, LIMIT } from '../parameters.ts'
import {
  at,
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  NOT_REPORTED,
  nameAt,
  nextPage,
  numberAt,
  placeAt,
  quotedAt,
  textAt,
} from '../text.ts'
import type { Operation, OperationTool } from '../tool.ts'
import { MOST_LINES } from './sections.ts'

const across: Operation = {
  title: 'One person at several organizations',
  path: '/api/v2/people/across',
  arguments: {
    EIN: { parameter: 'EIN', isEin: true },
    Name: {
      isRequired: true,
      description: 'Name of a person, in any order.',
    },
  },
  toText: acrossToText,
}

function acrossToText(response: unknown): string[] {
  const entries = listAt(response, 'Entries')
  if (entries.length === 0) return ['No return lists a person with this name.']
  const left = entries.length - MOST_LINES
  return [
    'Returns do not identify people. Entries that are Likely or Possible can be other people with this name:',
    ...entries.slice(0, MOST_LINES).flatMap(entryLines),
    ...(left > 0 ? [`- and ${counted(left, 'more entry', 'more entries')}`] : []),
    ...listAt(response, 'Years').map(
      (year) =>
        `Tax year ${textAt(year, 'TaxYear')}: ${dollars(numberAt(year, 'Amount'))} from ${counted(numberAt(year, 'OrganizationCount'), 'organization')}, chosen and likely entries together${bracketed(
          joined(...listAt(year, 'Evidence').map((one) => textAt(one, 'EvidenceRef'))),
        )}`,
    ),
  ]
}

const entryLines = (entry: unknown): string[] => {
  const where = joined(placeAt(entry, 'City'), textAt(entry, 'State'))
  const why = listAt(entry, 'Why').map((one) => textAt(one))
  return [
    `- ${textAt(entry, 'Certainty')}: ${nameAt(entry, 'PersonName')} at ${nameAt(entry, 'OrganizationName')} (${joined(`EIN ${textAt(entry, 'EIN')}`, where)})${why.length > 0 ? `. ${why.join(' ')}` : ''}`,
    ...listAt(entry, 'Years').map(
      (year) =>
        `  - ${joined(textAt(year, 'TaxYear'), quotedAt(year, 'Title'), `pay ${payOf(year, 'Pay')}`)} [${textAt(year, 'EvidenceRef')}]`,
    ),
  ]
}

function payOf(year: unknown, name: string): string {
  const paid = numberAt(year, name, 'Value')
  return paid === undefined
    ? NOT_REPORTED
    : `${dollars(paid)}${bracketed(textAt(year, name, 'EvidenceRef'))}`
}

function byYearToText(response: unknown): string[] {
  const people = listAt(response, 'People')
  const earlier = listAt(response, 'EarlierYears').map((one) => String(one))
  return [
    ...listAt(response, 'Years').map(yearLine),
    ...(people.length === 0
      ? ['No return lists such a person.']
      : [
          `Showing ${people.length} of ${counted(numberAt(response, 'Found'), 'person', 'people')}:`,
        ]),
    ...people.flatMap(personLines),
    ...(earlier.length > 0 ? [`For ${joined(...earlier)}, pass one as LastYear.`] : []),
    ...nextPage(response),
  ]
}

function yearLine(year: unknown): string {
  const reported = numberAt(year, 'OfficerCompensation', 'Value')
  const own =
    reported === undefined
      ? ''
      : `; the return's own total for officers, directors, trustees, and key employees: ${dollars(reported)} [${textAt(year, 'OfficerCompensation', 'EvidenceRef')}]`
  return `Tax year ${textAt(year, 'TaxYear')} (Form ${textAt(year, 'Form')}): ${counted(numberAt(year, 'ListedCount'), 'row')}, total of their pay ${dollars(numberAt(year, 'TotalPay'))}${own}`
}

const personLines = (person: unknown): string[] => [
  `- ${nameAt(person, 'PersonName') ?? 'Name unknown'}${joined(at(person, 'Former') === true && ' (former)')}`,
  ...listAt(person, 'Years').map((year) => {
    const refs = joined(...listAt(year, 'Parts').map((part) => textAt(part, 'EvidenceRef')))
    const unread =
      listAt(year, 'NotReadable').length > 0 ? ', with an amount that is not readable' : ''
    return `  - ${joined(textAt(year, 'TaxYear'), quotedAt(year, 'Title'), `pay ${dollars(numberAt(year, 'Amount'))}${unread}`)}${bracketed(refs)}`
  }),
]

/** The people of an organization by year, or one person at several organizations. */
export const peopleOverTime: OperationTool = {
  name: 'people_over_time',
  description:
    'With only EIN, lists the people of an organization with their pay by tax year. With Name, lists the organizations and years that list this person, how certain it is that they are one person, and the combined pay.',
  operation: {
    title: 'People and pay over the years',
    path: `${CHARITY}/people-by-year`,
    arguments: {
      EIN: {
        ...EIN,
        description:
          'Nine digits, from resolve_organization. With Name, the entry of this organization is compared with the others.',
      },
      LastYear: { description: 'Newest tax year to include. Default: the newest known.' },
      Sort: {
        description:
          'Pay (default; of the latest year), Name, Title, Hours, or a tax year, such as 2023, for its pay.',
      },
      Within: { description: 'Part of the name or title.' },
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: byYearToText,
  },
  insteadWith: { Name: across },
}
