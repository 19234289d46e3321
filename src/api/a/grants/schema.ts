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
import { filedShape, matchShape, moneyParty } from '../money-network.ts'

/** Default of Limit, as in all lists of this surface. */
export const GRANTS_A_PAGE = 50

export const grantsQuery = z
  .strictObject({
    Direction: oneOf(
      DIRECTIONS,
      'Incoming: what the organization received; Outgoing: what it gave. Both when left out.',
    ).optional(),
    Category: someOf(
      EDGE_CATEGORIES,
      'One or several kinds of money flow, separated by commas: Schedule I and grants a foundation paid; foreign recipients (Schedule F), transfers to related organizations (Schedule R), contractors; what a foundation approved for later payment. The first two, which are grants, when left out.',
    ),
    AllCategories: boolean(
      'Without Category: rows of every one, also of what was only approved for later payment.',
    ),
    MinYear: taxYear('Returns of this tax year or later.'),
    MaxYear: taxYear('Returns of this tax year or earlier.'),
    MinAmount: leastDollars('Dollars; rows without an amount are left out.'),
    Counterparty: einOf('EIN of the other side, its leading zero given or not.').optional(),
    Match: oneOf(
      MATCH_CONFIDENCES,
      'Least confidence of the recipient; Weak leaves out recipients that were not found.',
    ).optional(),
    Cursor: opaque('NextCursor of the page before, of the same EIN and filters; not with csv.'),
    Limit: integer({
      min: 1,
      max: 200,
      fallback: undefined,
      description: `Grants a page, ${GRANTS_A_PAGE} when left out; not with csv.`,
    }),
    Format: oneOfOrFirst(
      ['json', 'csv'],
      'csv: all that match as one table, streamed, with the Ref of each row. This parameter alone decides, not the Accept header.',
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
        .describe(
          'As the row has it, where it is not the EIN of the recipient: no organization has it.',
        ),
    }),
    Amount: z
      .number()
      .optional()
      .describe(
        'Dollars, cash and noncash together; absent if none is filed or one of them cannot be read.',
      ),
    Purpose: z.string().optional(),
    Category: z.enum(EDGE_CATEGORIES),
    NotCounted: z
      .enum(NOT_COUNTED)
      .optional()
      .describe(
        'Why it is in no sum of grantees and funders: Schedule I of the same return lists the gift, too; it is a loan or guarantee; it was only approved for later payment. Absent where it counts.',
      ),
    Form: z.enum(FORMS),
    TaxYear: z.int(),
    Region: z.string().optional().describe('Of a foreign recipient (Schedule F), as filed.'),
    ...matchShape,
    EvidenceRef: z
      .string()
      .describe("The row; any section of the funder's or the recipient's opens it (EvidenceRef=)."),
    Citation: z.string().describe('For people: form, tax year, part and line.'),
  })
  .meta({ id: 'Grant' })

const totalAmount = z.number().optional().describe('Dollars; absent where no row files an amount.')

const total = z
  .strictObject({
    GrantCount: z
      .int()
      .min(0)
      .optional()
      .describe('Rows of ScheduleI and FoundationPaid; absent where Category asks for neither.'),
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
            .describe('Rows that say NotCounted, apart from those.'),
        }),
      )
      .optional()
      .describe('Rows of other categories, which are no grants, each for itself.'),
  })
  .meta({ id: 'GrantTotal' })

export const grantList = z
  .strictObject({
    EIN: z.int(),
    Grants: z.array(grant),
    RowCount: z.int().min(0).describe('Rows that match, on all pages.'),
    UnresolvedCount: z
      .int()
      .min(0)
      .describe('Of those, given to recipients that were not found among the organizations.'),
    Totals: z
      .strictObject({ Incoming: total.optional(), Outgoing: total.optional() })
      .describe('What all rows that match come to, by direction.'),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'GrantList' })
export type GrantList = z.output<typeof grantList>
