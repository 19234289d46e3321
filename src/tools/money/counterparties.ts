import { z } from 'zod'
import { readFunders, readGrantees } from '../../network/counterparties.ts'
import type { Direction } from '../../network/direction.ts'
import { readGrants, readGrantsOfEach } from '../../network/grants.ts'
import { toPercent } from '../../network/identified.ts'
import { requireFiler } from '../../network/require-filer.ts'
import { ApiError } from '../../platform/errors.ts'
import {
  CHARITY,
  CURSOR,
  dollarsInput,
  EIN,
  einInput,
  LIMIT,
  limitInput,
  UNPAGED_LIMIT,
  yearInput,
} from '../parameters.ts'
import {
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  nameAt,
  nextPage,
  numberAt,
  organization,
  textAt,
} from '../text.ts'
import { defineTool, type OperationTool, type ToolDeps } from '../tool.ts'
import { amountOf, NOT_PAGINATED, noMoney, rankedParties } from './grants.ts'
import {
  addKnown,
  type ListCounterpartiesAnswer,
  ROWS_SHOWN,
  sumByParty,
  sumOfPair,
  toItem,
  toListAnswer,
} from './sums.ts'

const input = z.strictObject({
  ein: einInput,
  minYear: yearInput.optional(),
  maxYear: yearInput.optional(),
  minAmount: dollarsInput.optional().describe('Minimum amount of a single grant, in dollars'),
  counterparty: einInput
    .optional()
    .describe(
      'EIN of one funder or grantee. If set, returns only the grants between it and this organization',
    ),
  limit: limitInput,
})

type Wanted = z.output<typeof input>

/** Lists the funders of an organization from all their current returns. */
export const listFunders = defineTool({
  name: 'list_funders',
  description:
    'Lists the funders that report grants to an organization, ranked by total amount over all years or since MinYear.',
  operation: {
    title: 'Funders of an organization',
    path: `${CHARITY}/funders`,
    arguments: { EIN, MinYear: {}, Limit: UNPAGED_LIMIT },
    toText: (response) => rankedParties(response, 'Funders'),
  },
  input,
  run: (deps, wanted, signal) => list(deps, 'Incoming', wanted, signal),
})

/** Lists the grantees of an organization from all its current returns. */
export const listGrantees = defineTool({
  name: 'list_grantees',
  description:
    "Lists an organization's grantees, ranked by total amount over all years or since MinYear.",
  operation: {
    title: 'Grantees of an organization',
    path: `${CHARITY}/grantees`,
    arguments: { EIN, MinYear: {}, MinAmount: {}, Limit: UNPAGED_LIMIT },
    toText: (response) => rankedParties(response, 'Grantees'),
  },
  input,
  run: (deps, wanted, signal) => list(deps, 'Outgoing', wanted, signal),
})

const READ = { Incoming: readFunders, Outgoing: readGrantees } as const

async function list(
  deps: ToolDeps,
  direction: Direction,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ListCounterpartiesAnswer> {
  const { ein, minYear, maxYear, minAmount, counterparty, limit } = wanted
  if (counterparty !== undefined || maxYear !== undefined) {
    return await listSummedHere(deps, direction, wanted)
  }
  const filter = { direction, minYear, minAmount }
  const [organization, summed, page] = await Promise.all([
    requireFiler(deps, ein),
    READ[direction](deps, ein, { limit, minYear, minAmount, allCategories: false }),
    readGrants(deps, ein, filter, { limit }),
  ])
  signal.throwIfAborted()
  const eins = summed.items.map((item) => item.ein)
  const rows = await readGrantsOfEach(deps, organization, filter, eins, ROWS_SHOWN)
  const items = summed.items.map((item) => toItem(item, rows.get(item.ein) ?? []))
  return toListAnswer(organization, items, summed, page)
}

// Rows of one pair, read for their years: about ten a year since e-filing began.
const MAX_ROWS_OF_A_PAIR = 200
const MAX_ROWS_OF_YEARS = 500

/** Lists one counterparty, or all up to a year; the index has no sums for these. */
async function listSummedHere(
  deps: ToolDeps,
  direction: Direction,
  { ein, minYear, maxYear, minAmount, counterparty, limit }: Wanted,
): Promise<ListCounterpartiesAnswer> {
  const isPair = counterparty !== undefined
  const filter = { direction, minYear, maxYear, minAmount, counterparty }
  const [organization, page] = await Promise.all([
    requireFiler(deps, ein),
    readGrants(deps, ein, filter, { limit: isPair ? MAX_ROWS_OF_A_PAIR : MAX_ROWS_OF_YEARS }),
  ])
  if (!isPair && page.nextCursor !== undefined) {
    throw new ApiError('InvalidParameters', {
      message:
        'These years have too many grants to add up. Ask for all years, or set counterparty to the EIN of one funder or grantee.',
    })
  }
  const sums = isPair ? sumOfPair(page, direction) : sumByParty(page, direction)
  const totalAmount = addKnown(sums.map(({ sum }) => sum.amount))
  const items = sums.slice(0, limit).map(({ sum, rows }) => toItem(sum, rows))
  const grants = page.grants.slice(0, limit)
  return toListAnswer(organization, items, { count: sums.length, totalAmount }, { ...page, grants })
}

export const peerFunders: OperationTool = {
  name: 'peer_funders',
  description:
    'Finds prospective funders of one organization: funders of at least two similar organizations that do not fund it, with their median grant and Refs. Chooses the similar organizations itself; to choose them, use funders_for_cohort.',
  operation: {
    title: 'Funders of peers',
    path: `${CHARITY}/peer-funders`,
    arguments: { EIN, Sort: {}, Limit: UNPAGED_LIMIT },
    toText: (response) => {
      const funders = listAt(response, 'Funders')
      const found = numberAt(response, 'Found') ?? 0
      return [
        `Similar organizations: ${joined(...listAt(response, 'Peers').map(peerName)) || 'none'}.`,
        funders.length === 0
          ? 'We found no other funder that gave to at least two of them. Returns of other funders may not be loaded.'
          : `Showing ${funders.length} of ${found}:`,
        ...funders.flatMap(funderLines),
        ...(funders.length < found ? [NOT_PAGINATED] : []),
      ]
    },
  },
}

const peerName = (peer: unknown): string => `${nameAt(peer, 'Name')} (EIN ${textAt(peer, 'EIN')})`

const funderLines = (funder: unknown): string[] => [
  `- ${organization(funder)}: funds ${counted(numberAt(funder, 'PeerCount'), 'similar organization')}; ${dollars(numberAt(funder, 'TotalAmount'))} in ${counted(numberAt(funder, 'GrantCount'), 'grant')}, median ${dollars(numberAt(funder, 'MedianAmount'))}, latest tax year ${textAt(funder, 'LatestYear')}`,
  ...listAt(funder, 'Peers').map((peer) => {
    const [ref] = listAt(peer, 'EvidenceRefs')
    return `  - to ${peerName(peer)}: ${amountOf(peer)} in ${counted(numberAt(peer, 'GrantCount'), 'grant')}${bracketed(textAt(ref))}`
  }),
]

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
