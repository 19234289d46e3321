import { toPercent } from '../../network/identified.ts'
import { CHARITY, CURSOR, EIN, LIMIT } from '../parameters.ts'
import {
  at,
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  nextPage,
  numberAt,
  organization,
  quotedAt,
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

export const grantRelationship: OperationTool = {
  name: 'grant_relationship',
  description:
    "Compares both sides of the grants between two organizations: the rows of the funder's returns, and the totals of the recipient's returns for the same periods, with flags where they do not fit.",
  operation: {
    title: 'Both sides of grants',
    path: `${CHARITY}/grants/with/{otherEin}`,
    arguments: {
      EIN,
      OtherEIN: {
        parameter: 'otherEin',
        isRequired: true,
        isEin: true,
        description: 'The other organization: nine digits.',
        examples: ['080000102'],
      },
    },
    toText: relationshipToText,
  },
}

/** Rows shown in a year; the JSON has all of them. */
const MOST_ROWS_OF_A_YEAR = 5

function relationshipToText(response: unknown): string[] {
  const flows = listAt(response, 'Flows')
  return [
    ...noMoney(flows),
    ...flows.flatMap(flowLines),
    ...listAt(response, 'Related').map(
      (one) =>
        `EIN ${textAt(one, 'FilerEIN')} names the other as related [${textAt(one, 'Evidence', 'Ref')}]`,
    ),
    ...(at(response, 'Truncated') === true
      ? ['There are more rows. To read all of them, call list_grants.']
      : []),
  ]
}

const flowLines = (flow: unknown): string[] => [
  `${organization(at(flow, 'Funder'))} to ${organization(at(flow, 'Recipient'))}:`,
  ...listAt(flow, 'Years').flatMap((year) => {
    const grants = listAt(year, 'Grants')
    const left = grants.length - MOST_ROWS_OF_A_YEAR
    const flags = listAt(year, 'Flags').map((flag) => textAt(flag))
    return [
      `- Funder's Form ${textAt(year, 'Form')} for tax year ${textAt(year, 'TaxYear')}: ${dollars(numberAt(year, 'TotalAmount'))}${flags.length > 0 ? `; flags: ${joined(...flags)}` : ''}`,
      ...grants
        .slice(0, MOST_ROWS_OF_A_YEAR)
        .map(
          (row) =>
            `  - ${joined(amountOf(row), quotedAt(row, 'Purpose'))} [${textAt(row, 'Citation')}]`,
        ),
      ...(left > 0 ? [`  - and ${counted(left, 'more row')}`] : []),
      ...listAt(year, 'Received').map(receivedLine),
    ]
  }),
]

const receivedLine = (filed: unknown): string => {
  const lines = listAt(filed, 'Lines').map(
    (line) =>
      `${textAt(line, 'Name')} ${dollars(numberAt(line, 'Value'))} [${textAt(line, 'EvidenceRef')}]`,
  )
  return `  - Recipient's Form ${textAt(filed, 'Form')} for tax year ${textAt(filed, 'TaxYear')} reports in total: ${lines.length > 0 ? joined(...lines) : 'no amounts'}`
}
