import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, MATCH_CONFIDENCES, NOT_COUNTED } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import {
  boolean,
  einOf,
  integer,
  leastDollars,
  oneOf,
  oneOfOrFirst,
  opaque,
  someOf,
  taxYear,
} from '../../shared/parameters.ts'
import { filedShape, matchShape, moneyNetworkQuery, moneyParty } from '../money-network.ts'

/** Default of Limit, as in all lists of this surface. */
export const GRANTS_A_PAGE = 50

export const grantsQuery = z
  .strictObject({
    Direction: moneyNetworkQuery.shape.Direction,
    Category: someOf(
      EDGE_CATEGORIES,
      'Kinds of money flow, separated by commas; by default ScheduleI and FoundationPaid, which are grants.',
    ),
    AllCategories: boolean('Without Category: rows of all categories.'),
    MinYear: taxYear('Rows of this tax year or later.'),
    MaxYear: taxYear('Rows of this tax year or earlier.'),
    MinAmount: leastDollars('Dollars; excludes rows without an amount.'),
    Counterparty: einOf('EIN of the other side, with or without leading zero.').optional(),
    Match: oneOf(
      MATCH_CONFIDENCES,
      'Least confidence of the match; Weak excludes recipients that were not found.',
    ).optional(),
    Cursor: opaque('NextCursor of the previous page, of the same EIN and filters; not with csv.'),
    Limit: integer({
      min: 1,
      max: 200,
      fallback: undefined,
      description: `Grants per page, ${GRANTS_A_PAGE} by default; not with csv.`,
    }),
    Format: oneOfOrFirst(
      ['json', 'csv'],
      'csv: all matching rows as one streamed table. The Accept header is ignored.',
    ),
  })
  .superRefine((given, check) => {
    if ((given.MinYear ?? -Infinity) > (given.MaxYear ?? Infinity)) {
      check.addIssue({
        code: 'custom',
        path: ['MinYear'],
        message: 'must not be later than MaxYear',
        params: { type: 'too_big' },
      })
    }
    for (const name of ['Cursor', 'Limit'] as const) {
      if (given.Format === 'csv' && given[name] !== undefined) {
        check.addIssue({
          code: 'custom',
          path: [name],
          message: 'is taken with Format=json only; a csv holds all that match',
          params: { type: 'not_in_this_format' },
        })
      }
    }
  })
export type GrantsQuery = z.output<typeof grantsQuery>

const grant = z
  .looseObject({
    Direction: z.enum(DIRECTIONS),
    Funder: moneyParty,
    Recipient: moneyParty.extend({
      ...filedShape,
      FiledEIN: z
        .string()
        .optional()
        .describe("The EIN in the row, if it is not the recipient's; no organization has it."),
    }),
    Amount: z
      .number()
      .optional()
      .describe('Dollars, cash and noncash; absent if not filed or not readable.'),
    Purpose: z.string().optional(),
    Category: z.enum(EDGE_CATEGORIES),
    NotCounted: z
      .enum(NOT_COUNTED)
      .optional()
      .describe(
        'Why sums of grantees and funders leave it out: Schedule I lists it too, it is a loan or guarantee, or it was only approved. Absent if it counts.',
      ),
    Form: z.enum(FORMS),
    TaxYear: z.int(),
    Region: z.string().optional().describe('Region of a foreign recipient (Schedule F).'),
    ...matchShape,
    EvidenceRef: z.string().describe('The row; sections of both organizations open it.'),
    Citation: z.string().describe('Form, tax year, part and line, for people.'),
  })
  .meta({ id: 'Grant' })

const totalAmount = z.number().optional().describe('Dollars; absent if no row states an amount.')

const total = z
  .strictObject({
    GrantCount: z
      .int()
      .min(0)
      .optional()
      .describe('Rows of ScheduleI and FoundationPaid; absent if Category names neither.'),
    TotalAmount: totalAmount,
    Other: z
      .array(
        z.strictObject({
          Category: z.enum(EDGE_CATEGORIES),
          RowCount: z.int().min(0).describe('Rows without NotCounted.'),
          TotalAmount: totalAmount,
          NotCounted: z
            .strictObject({ RowCount: z.int().min(1), TotalAmount: totalAmount })
            .optional()
            .describe('Rows with NotCounted.'),
        }),
      )
      .optional()
      .describe('Rows of other categories, which are not grants.'),
  })
  .meta({ id: 'GrantTotal' })

export const grantList = z
  .strictObject({
    EIN: z.int(),
    Grants: z.array(grant),
    RowCount: z.int().min(0).describe('Matching rows on all pages.'),
    UnresolvedCount: z.int().min(0).describe('Rows whose recipient was not found.'),
    Totals: z
      .strictObject({ Incoming: total.optional(), Outgoing: total.optional() })
      .describe('Totals of all matching rows, by direction.'),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'GrantList' })
export type GrantList = z.output<typeof grantList>
