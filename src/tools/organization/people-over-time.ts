import { CHARITY, CURSOR, EIN, LIMIT } from '../parameters.ts'
import {
  at,
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  nameAt,
  nextPage,
  numberAt,
  quotedAt,
  textAt,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'

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

/** The people of an organization by year. */
export const peopleOverTime: OperationTool = {
  name: 'people_over_time',
  description: 'Lists the people of an organization with their pay by tax year.',
  operation: {
    title: 'People and pay over the years',
    path: `${CHARITY}/people-by-year`,
    arguments: {
      EIN,
      LastYear: { description: 'Newest tax year.' },
      Sort: {
        description: 'Pay (default), Name, Title, Hours, or a tax year.',
      },
      Within: { description: 'Part of the name or title.' },
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: byYearToText,
  },
}
