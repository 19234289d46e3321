import { toLocation } from '../../domain/places.ts'
import { toPercent } from '../../network/identified.ts'
import { CHARITY, CURSOR, DIRECTION, EIN, EINS, LIMIT, UNPAGED_LIMIT } from '../parameters.ts'
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

// Grants that are not filed or not matched cannot be listed, so an empty list proves nothing.
const NO_MONEY = 'No rows are listed. That does not mean that no money changed hands.'

/** Ends a list without pages that Limit cut. */
export const NOT_PAGINATED =
  'This list is not paginated. For more rows, call again with a larger Limit, up to 200.'

/** Returns the meaning of an empty list, or nothing for other lists. */
export const noMoney = (rows: readonly unknown[]): string[] => (rows.length === 0 ? [NO_MONEY] : [])

// The response does not say whether a missing amount is blank or unreadable.
export function amountOf(row: unknown): string {
  const amount = numberAt(row, 'Amount')
  return amount === undefined ? 'an unknown amount' : dollars(amount)
}

export const getMoneyNetwork: OperationTool = {
  name: 'get_money_network',
  description:
    'Lists money received from and given to other organizations in the latest filings, with evidence for each row.',
  operation: {
    title: 'Money network, latest filings',
    path: `${CHARITY}/money-network`,
    arguments: { EIN, Direction: DIRECTION, Limit: LIMIT, Cursor: CURSOR },
    toText: (response) => {
      const edges = listAt(response, 'Edges')
      return [...noMoney(edges), ...edges.map(edgeLine), ...nextPage(response)]
    },
  },
}

function edgeLine(edge: unknown): string {
  const arrow = textAt(edge, 'Direction') === 'Incoming' ? 'from' : 'to'
  const about = joined(
    textAt(edge, 'Category'),
    `tax year ${textAt(edge, 'TaxYear')}`,
    `match ${textAt(edge, 'MatchConfidence')}`,
  )
  const [evidence] = listAt(edge, 'EvidenceRefs')
  const party = organization(at(edge, 'Counterparty'))
  return `- ${amountOf(edge)} ${arrow} ${party}; ${about}${bracketed(textAt(evidence, 'Citation'))}`
}

export const listGrants: OperationTool = {
  name: 'list_grants',
  description:
    'Lists individual grants given and received in all years, with amount, purpose, year, and the Ref of the filed row.',
  operation: {
    title: 'Individual grants',
    path: `${CHARITY}/grants`,
    arguments: {
      EIN,
      Direction: DIRECTION,
      MinYear: {},
      MinAmount: {},
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: (response) => {
      const grants = listAt(response, 'Grants')
      const count = numberAt(response, 'RowCount')
      return [
        ...noMoney(grants),
        ...(count === undefined ? [] : [`Showing ${grants.length} of ${counted(count, 'row')}:`]),
        ...identifiedLine(at(response, 'Totals', 'Outgoing')),
        ...grants.map(grantLine),
        ...nextPage(response),
      ]
    },
  },
}

/** Returns how much of the grants given has an identified recipient, if that is known. */
function identifiedLine(given: unknown): string[] {
  const share = numberAt(given, 'IdentifiedShare')
  if (share === undefined) return []
  const amount = dollars(numberAt(given, 'IdentifiedAmount'))
  const total = dollars(numberAt(given, 'TotalAmount'))
  return [
    `Of all grants given, ${amount} of ${total} (${toPercent(share)}%) has an identified recipient.`,
  ]
}

function grantLine(row: unknown): string {
  const sides = `${organization(at(row, 'Funder'))} to ${organization(at(row, 'Recipient'))}`
  const about = joined(quotedAt(row, 'Purpose'), `tax year ${textAt(row, 'TaxYear')}`)
  return `- ${amountOf(row)} from ${sides}; ${about} [${textAt(row, 'Citation')}]`
}

export const fundersForCohort: OperationTool = {
  name: 'funders_for_cohort',
  description:
    'Ranks funders by how many of the given organizations they fund, then by amount. Helps find prospective funders for a similar organization.',
  operation: {
    title: 'Funders of similar organizations',
    path: '/api/v2/funders/for-cohort',
    arguments: { EINs: EINS, MinYear: {}, Limit: UNPAGED_LIMIT },
    toText: (response) => [
      ...rankedParties(response, 'Funders'),
      'An unknown EIN counts as an organization without funders. Check uncertain EINs with get_profile.',
    ],
  },
}

/** Renders funders or grantees with their totals, the largest first. */
export function rankedParties(response: unknown, name: 'Grantees' | 'Funders'): string[] {
  const rows = listAt(response, name)
  const count = numberAt(response, name === 'Grantees' ? 'GranteeCount' : 'FunderCount') ?? 0
  const total = numberAt(response, 'TotalAmount')
  // For a cohort, only the count shows that Limit cut the list.
  const isCut = at(response, 'Truncated') === true || rows.length < count
  return [
    rows.length === 0
      ? NO_MONEY
      : `Showing ${rows.length} of ${count}. Total for all ${count}: ${dollars(total)}.`,
    ...rows.map(partyLine),
    ...(isCut ? [NOT_PAGINATED] : []),
    ...(rows.length === 0
      ? []
      : [
          'To read the individual grants with their evidence, call list_grants for either organization.',
        ]),
  ]
}

function partyLine(row: unknown): string {
  const reach = numberAt(row, 'RecipientCount')
  const about = joined(
    reach !== undefined && `funds ${reach} of the given organizations`,
    counted(numberAt(row, 'GrantCount'), 'grant'),
    yearsOf(row),
  )
  return `- ${organization(row)}: ${amountOf(row)}; ${about}`
}

/** "2019 to 2023", "2023"; empty if no year is known. */
function yearsOf(row: unknown): string {
  const [first, last] = [numberAt(row, 'EarliestYear'), numberAt(row, 'LatestYear')]
  if (last === undefined) return ''
  return first === undefined || first === last ? `${last}` : `${first} to ${last}`
}

export const searchGrantsTool: OperationTool = {
  name: 'search_grants',
  description:
    'Searches the grants of all funders by purpose, in words and by meaning, and by funder, recipient, state, amount, and year. Each row has its amount, both sides, and a citation. For the grants of one organization, use list_grants.',
  operation: {
    title: 'Search grants by purpose',
    path: '/api/v2/grants',
    arguments: {
      Query: {
        description:
          'Purpose of the grants, in plain words. Can include an amount, years, and the state of recipients.',
        examples: ['literacy programs in Ohio over $50,000'],
      },
      Funder: {},
      Recipient: {},
      State: { examples: ['OH'] },
      Category: {},
      MinAmount: {},
      MaxAmount: {},
      MinYear: {},
      MaxYear: {},
      Sort: {},
      Order: {},
      Facets: {},
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: (response) => {
      const hits = listAt(response, 'Hits')
      const total = numberAt(response, 'Totals', 'Grants', 'TotalAmount')
      const found = numberAt(response, 'Found')
      return [
        ...readingOf(response),
        ...noMoney(hits),
        ...(hits.length === 0 ? [] : [`Showing ${hits.length} of ${counted(found, 'row')}.`]),
        ...(total === undefined ? [] : [`Total of all matching grants: ${dollars(total)}.`]),
        ...hits.map(hitLine),
        ...nextPage(response),
      ]
    },
  },
}

/** Returns how the words of the query were understood. */
function readingOf(response: unknown): string[] {
  const meanings = listAt(response, 'Interpretation', 'Phrases').map((one) =>
    textAt(one, 'Meaning'),
  )
  const ignored = listAt(response, 'Interpretation', 'NotUnderstood').map((_, place) =>
    quotedAt(response, 'Interpretation', 'NotUnderstood', String(place)),
  )
  return [
    ...(meanings.length > 0 ? [`Filters read in Query: ${joined(...meanings)}.`] : []),
    ...(ignored.length > 0 ? [`Not understood, and ignored: ${joined(...ignored)}.`] : []),
  ]
}

function hitLine(row: unknown): string {
  const sides = `${partyOf(at(row, 'Funder'))} to ${partyOf(at(row, 'Recipient'))}`
  const about = joined(quotedAt(row, 'Purpose'), `tax year ${textAt(row, 'TaxYear')}`)
  return `- ${amountOf(row)} from ${sides}; ${about} [${textAt(row, 'Citation')}]`
}

function partyOf(party: unknown): string {
  const place = (name: string) => textAt(party, name)
  const Location = toLocation({
    city: place('City'),
    state: place('State'),
    country: place('Country'),
  })
  return organization({ EIN: at(party, 'EIN'), Name: at(party, 'Name'), Location })
}
