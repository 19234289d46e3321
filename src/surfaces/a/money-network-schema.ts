import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { EDGE_CATEGORIES, MATCH_CONFIDENCES, MATCH_METHODS } from '../../domain/network.ts'
import { DIRECTIONS } from '../../network/direction.ts'
import { integer, oneOf, oneOfOrFirst, opaque } from '../parameters.ts'
import { evidenceRef } from './evidence-schema.ts'

/** Parameters of `GET /api/v2/charity/{ein}/money-network` (interface part 4.1). */
export const moneyNetworkQuery = z.strictObject({
  Scope: oneOfOrFirst(['Latest'], 'Latest filings; earlier years are in /grants.'),
  Cursor: opaque('NextCursor of the page before, of the same EIN and Direction.'),
  Direction: oneOf(
    DIRECTIONS,
    'Incoming: what the organization received; Outgoing: what it gave. Both when left out.',
  ).optional(),
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Edges a page.' }),
})

/** One side of a flow of money. */
export const moneyParty = z
  .looseObject({
    EIN: z
      .string()
      .optional()
      .describe(
        'Nine digits; absent only for a recipient that was not found among the organizations.',
      ),
    Name: z
      .string()
      .describe(
        "The organization's own name; of a recipient that was not found as filed, `Unnamed recipient` where none is.",
      ),
    Location: z.string().optional(),
    ProfileAvailable: z.boolean().describe('Whether a profile exists to open.'),
  })
  .meta({ id: 'MoneyParty' })

/** What a filing says otherwise of a recipient than its organization. */
export const filedShape = {
  FiledName: z
    .string()
    .optional()
    .describe("The recipient's name as filed, where the organization has another."),
  FiledLocation: z
    .string()
    .optional()
    .describe("The recipient's place as filed, where the organization's is another."),
}

/** How a recipient was found, and how far that can be relied on. */
export const matchShape = {
  MatchMethod: z
    .enum(MATCH_METHODS)
    .describe(
      'By what the recipient was found: the EIN in its row, the EIN that Schedule R gives for its name, its name (or its words in any order) with city and state, its name in its state alone.',
    ),
  MatchConfidence: z
    .enum(MATCH_CONFIDENCES)
    .describe(
      'How far that can be relied on; Weak: an EIN is filed whose organization has another name.',
    ),
}

const edge = z
  .looseObject({
    Direction: z.enum(DIRECTIONS),
    Counterparty: moneyParty,
    ...filedShape,
    Category: z.enum(EDGE_CATEGORIES),
    Amount: z.number().optional().describe('Dollars; absent where no row files an amount.'),
    NotCountedAmount: z
      .number()
      .positive()
      .optional()
      .describe(
        'Of Amount, what is in no sum of grantees and funders: gifts that Schedule I of the same return lists, too, loans and guarantees. FoundationApproved never is in one.',
      ),
    Count: z
      .int()
      .min(1)
      .describe(
        'Rows of the filing. Where they differ, what tells of the match (FiledName, FiledLocation, MatchMethod, MatchConfidence) is of the least sure row.',
      ),
    Region: z.string().optional().describe('Of a foreign recipient (Schedule F), as filed.'),
    TaxYear: z.int(),
    Form: z.enum(FORMS),
    ...matchShape,
    EvidenceRefs: z
      .array(evidenceRef)
      .min(1)
      .describe(
        'The rows, or where they are many the part of the return they stand in; of the filer, which for Incoming is the counterparty.',
      ),
  })
  .meta({ id: 'MoneyEdge' })

/** Interface part 2.1, MoneyNetwork; decisions part 6. */
export const moneyNetwork = z
  .strictObject({
    Scope: z.literal('Latest'),
    Edges: z.array(edge),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'MoneyNetwork' })
export type MoneyNetwork = z.output<typeof moneyNetwork>
export type MoneyParty = z.output<typeof moneyParty>
