import { z } from 'zod'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { readGrantsByYear, YEAR_SORTS, type YearSort } from '#src/network/grants-by-year.ts'
import { orderOf } from '#src/search/params.ts'
import { nextCursor } from '../a/fields.ts'
import { moneyParty } from '../a/money-network.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { oneOf, sortOrder, taxYear, withinNames, wordOrYear } from '../shared/parameters.ts'
import { listOperation } from './list.ts'

const amount = z.number().optional()
const refs = z.array(z.string())

const grantYear = z.strictObject({
  taxYear: z.int(),
  rowCount: z.int().min(0),
  returnCount: z.int().min(0),
  unidentifiedRowCount: z.int().min(0),
  totalAmount: amount,
  identifiedAmount: z.number().optional(),
  weakAmount: z.number().optional(),
  reported: z
    .strictObject({ value: z.number(), evidenceRefs: z.array(z.string()) })
    .optional()
    .describe(
      "Total that the organization's own returns for this tax year report: grants paid (Outgoing) or contributions received (Incoming). A funder's tax year can be another than the recipient's.",
    ),
  identifiedShare: z.number().optional(),
})

const partyByYear = z.looseObject({
  ...moneyParty.shape,
  matchConfidence: z.enum(MATCH_CONFIDENCES),
  totalAmount: amount,
  grantCount: z.int().min(1),
  earliestYear: z.int(),
  latestYear: z.int(),
  years: z.array(
    z.strictObject({
      taxYear: z.int(),
      amount: amount,
      grantCount: z.int().min(1),
      evidenceRefs: refs,
    }),
  ),
})

const response = z.strictObject({
  ein: z.string(),
  direction: z.enum(DIRECTIONS),
  years: z.array(grantYear),
  counterparties: z.array(partyByYear),
  found: z.int().min(0),
  counterpartyCount: z.int().min(0),
  unidentifiedCount: z.int().min(0),
  nextCursor,
})

/** The funders or grantees of an organization with the amount of each tax year. */
export const grantsByYear = listOperation({
  path: 'grants-by-year',
  operation: {
    operationId: 'listGrantsByYear',
    group: 'Network',
    summary: "List an organization's funders or grantees with the amount of each tax year",
    description: `Counts the grants of all current returns. Recipients that were not identified are listed by the name and place as filed.`,
    terms: { access: 'keyed', costs: 'Data', slot: 'store' },
    examples: example('The largest grantee of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Direction: 'Outgoing', Limit: 1 },
    }),
  },
  query: {
    Direction: oneOf(DIRECTIONS, 'Outgoing: grantees. Incoming: funders.'),
    Sort: wordOrYear(
      YEAR_SORTS,
      'Total (the default), Name, GrantCount, LatestYear, or a tax year for the amount of that year. Unknown amounts are last.',
    ),
    Order: sortOrder,
    Within: withinNames,
    Year: taxYear('Returns only counterparties with a grant in this tax year.'),
  },
  response,
  read: async (deps, ein, asked, part) => {
    const { Direction: direction, Within: within, Year: year } = asked
    const wanted = { direction, ...orderOf<YearSort>(asked, 'Total'), within, year, ...part }
    return { ein, ...(await readGrantsByYear(deps, ein, wanted)) }
  },
})
