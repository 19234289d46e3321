import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, MATCH_CONFIDENCES, NOT_COUNTED } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { grantSearchQuery } from '../../shared/grant-search.ts'
import {
  boolean,
  einOf,
  integer,
  leastDollars,
  oneOf,
  oneOfOrFirst,
  opaque,
  refuse,
  taxYear,
} from '../../shared/parameters.ts'
import { component, optional, required } from '../../shared/schemas.ts'
import { nextCursor } from '../fields.ts'
import { filedShape, matchShape, moneyNetworkQuery, moneyParty } from '../money-network.ts'

/** Default of Limit, as in all lists of this surface. */
export const GRANTS_A_PAGE = 50

export const grantsQuery = z
  .strictObject({
    Direction: moneyNetworkQuery.shape.Direction,
    Category: grantSearchQuery.shape.Category,
    AllCategories: boolean('Returns rows of all categories. Ignored if you also send Category.'),
    MinYear: taxYear('Returns only rows from this tax year or later.'),
    MaxYear: taxYear('Returns only rows from this tax year or earlier.'),
    MinAmount: leastDollars('Minimum amount in US dollars. Excludes rows without an amount.'),
    Counterparty: einOf('EIN of the other organization. Leading zeros are optional.').optional(),
    Match: oneOf(
      MATCH_CONFIDENCES,
      'Minimum match confidence. Weak excludes recipients that were not identified.',
    ).optional(),
    Cursor: opaque(
      'NextCursor from the previous page, for the same EIN and filters. Not accepted with Format=csv.',
    ),
    Limit: integer({
      max: 200,
      fallback: undefined,
      description: `Grants per page. Defaults to ${GRANTS_A_PAGE}. Not accepted with Format=csv.`,
    }),
    Format: oneOfOrFirst(
      ['json', 'csv'],
      'Format of the response. csv streams all matching rows as one table. The Accept header is ignored.',
    ),
  })
  .superRefine((given, check) => {
    if ((given.MinYear ?? -Infinity) > (given.MaxYear ?? Infinity))
      refuse(check, 'too_big', 'must not be later than MaxYear', 'MinYear')
    const message = 'is accepted only with Format=json. A CSV file contains all matching rows'
    for (const name of ['Cursor', 'Limit'] as const) {
      if (given.Format === 'csv' && given[name] !== undefined)
        refuse(check, 'not_in_this_format', message, name)
    }
  })
export type GrantsQuery = z.output<typeof grantsQuery>

export const grant = z
  .looseObject({
    Direction: z.enum(DIRECTIONS),
    Funder: moneyParty,
    Recipient: moneyParty.extend({
      ...filedShape,
      FiledEIN: optional.string(
        'EIN in the row. Present only if the recipient was identified in another way or not at all.',
      ),
    }),
    Amount: optional.number(
      'Total of cash and noncash amounts in US dollars. Absent if no amount was filed or if the filed text is not an amount.',
    ),
    Purpose: z.string().optional(),
    Category: z.enum(EDGE_CATEGORIES),
    NotCounted: optional.enum(
      NOT_COUNTED,
      'Why the row is not counted in the totals for grantees and funders: Schedule I also lists it, it is a loan or guarantee, or it was only approved. Absent if the row is counted.',
    ),
    Form: z.enum(FORMS),
    TaxYear: z.int(),
    Region: optional.string('Region of a foreign recipient, from Schedule F.'),
    ...matchShape,
    EvidenceRef: required.string(
      'Ref of the row. To get the evidence, send the Ref as EvidenceRef to a section of either organization.',
    ),
    Citation: required.string('Citation for readers: form, tax year, part, and line.'),
  })
  .meta({ id: 'Grant' })

const totalAmount = optional.number(
  'Total amount in US dollars. Absent if no row states an amount.',
)

const identified = {
  IdentifiedAmount: optional.number(
    'Part of TotalAmount, in US dollars, whose recipient was identified. Only for money given. Absent if no such row states an amount.',
  ),
  IdentifiedShare: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('IdentifiedAmount as a share of TotalAmount, 0 to 1, rounded down to four decimals.'),
}

const total = component('GrantTotal', {
  GrantCount: optional.count(
    'Number of grants: rows in the categories ScheduleI and FoundationPaid. Absent if Category includes neither.',
  ),
  TotalAmount: totalAmount,
  ...identified,
  Other: optional.objects('Totals of the other categories, which are not grants.', {
    Category: z.enum(EDGE_CATEGORIES),
    RowCount: required.count('Number of rows without NotCounted.'),
    TotalAmount: totalAmount,
    ...identified,
    NotCounted: optional.object('Totals of the rows with NotCounted. Absent if there are none.', {
      RowCount: z.int().min(1),
      TotalAmount: totalAmount,
    }),
  }),
})

export const grantList = component('GrantList', {
  EIN: z.string(),
  Grants: z.array(grant),
  RowCount: required.count('Number of matching rows on all pages.'),
  UnresolvedCount: required.count('Number of rows whose recipient was not identified.'),
  Totals: required.object(
    'Totals of all matching rows, by direction. A direction without rows is absent.',
    { Incoming: total.optional(), Outgoing: total.optional() },
  ),
  NextCursor: nextCursor,
})
export type GrantList = z.output<typeof grantList>
