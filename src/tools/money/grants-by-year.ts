import { toPercent } from '../../network/identified.ts'
import { CHARITY, CURSOR, EIN, LIMIT } from '../parameters.ts'
import {
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  nextPage,
  numberAt,
  organization,
  textAt,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'
import { amountOf, noMoney } from './grants.ts'

export const grantsByYear: OperationTool = {
  name: 'grants_by_year',
  description:
    "Lists an organization's grantees (Outgoing) or funders (Incoming) with the amount and Refs of each tax year, and the share of the reported total. For totals over all years, use list_grantees or list_funders.",
  operation: {
    title: 'Grants by tax year',
    path: `${CHARITY}/grants-by-year`,
    arguments: {
      EIN,
      Direction: { isRequired: true },
      Year: { description: 'Lists only organizations with a grant in this tax year.' },
      Within: { description: 'Part of the name of the other organization, or its EIN.' },
      Sort: {
        description:
          'Total (default), Name, GrantCount, LatestYear, or a tax year, such as 2023, for its amount.',
      },
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: (response) => {
      const parties = listAt(response, 'Counterparties')
      return [
        ...listAt(response, 'Years').map(yearLine),
        ...noMoney(parties),
        ...(parties.length === 0
          ? []
          : [`Showing ${parties.length} of ${textAt(response, 'Found')}:`]),
        ...parties.flatMap(partyLines),
        ...nextPage(response),
      ]
    },
  },
}

function yearLine(year: unknown): string {
  const reported = numberAt(year, 'Reported', 'Value')
  const share = numberAt(year, 'IdentifiedShare')
  const refs = joined(...listAt(year, 'Reported', 'EvidenceRefs').map((ref) => textAt(ref)))
  const own =
    reported === undefined
      ? ''
      : `; reported by the organization itself: ${dollars(reported)}${bracketed(refs)}`
  const identified = share === undefined ? '' : `; ${toPercent(share)}% of it identified`
  return `Tax year ${textAt(year, 'TaxYear')}: ${dollars(numberAt(year, 'TotalAmount'))} in ${counted(numberAt(year, 'RowCount'), 'row')}${own}${identified}`
}

const partyLines = (party: unknown): string[] => [
  `- ${organization(party)}: ${dollars(numberAt(party, 'TotalAmount'))} in ${counted(numberAt(party, 'GrantCount'), 'grant')}, match ${textAt(party, 'MatchConfidence')}`,
  ...listAt(party, 'Years').map((year) => {
    const [ref] = listAt(year, 'EvidenceRefs')
    return `  - ${textAt(year, 'TaxYear')}: ${joined(amountOf(year), counted(numberAt(year, 'GrantCount'), 'grant'))}${bracketed(textAt(ref))}`
  }),
]
