import { z } from 'zod'
import { readFunders, readGrantees } from '../../network/counterparties.ts'
import type { Direction } from '../../network/direction.ts'
import { readGrants } from '../../network/grants.ts'
import { requireFiler } from '../../network/require-filer.ts'
import { ApiError } from '../../platform/errors.ts'
import {
  CHARITY,
  dollarsInput,
  EIN,
  einInput,
  limitInput,
  UNPAGED_LIMIT,
  yearInput,
} from '../parameters.ts'
import { defineTool, type ToolDeps } from '../tool.ts'
import { rankedParties } from './grants.ts'
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
  const items = await Promise.all(
    summed.items.map(async (item) => {
      const own = { ...filter, counterparty: item.ein }
      const { grants } = await readGrants(deps, ein, own, { limit: ROWS_SHOWN })
      return toItem(item, grants)
    }),
  )
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
