import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, MATCH_CONFIDENCES, NOT_COUNTED } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { categoryParameter } from '#src/search/grants/filters.ts'
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
import { skin } from '../../shared/skin.ts'
import { nextCursor } from '../fields.ts'
import { filedShape, matchShape, moneyNetworkQuery, moneyParty } from '../money-network.ts'

/** Default of Limit, as in all lists of this surface. */
export const GRANTS_A_PAGE = 50

export const grantsQuery = z
  .strictObject({
    Direction: moneyNetworkQuery.shape.Direction,
    Category: categoryParameter,
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

const grant = z
  .looseObject({
    direction: z.enum(DIRECTIONS),
    funder: moneyParty,
    recipient: moneyParty.extend({
      ...filedShape,
      filedEin: optional.string(
        'EIN in the row. Present only if the recipient was identified in another way or not at all.',
      ),
    }),
    amount: optional.number(
      'Total of cash and noncash amounts in US dollars. Absent if no amount was filed or if the filed text is not an amount.',
    ),
    purpose: z.string().optional(),
    category: z.enum(EDGE_CATEGORIES),
    notCounted: optional.enum(
      NOT_COUNTED,
      'Why the row is not counted in the totals for grantees and funders: Schedule I also lists it, it is a loan or guarantee, or it was only approved. Absent if the row is counted.',
    ),
    form: z.enum(FORMS),
    taxYear: z.int(),
    region: optional.string('Region of a foreign recipient, from Schedule F.'),
    ...matchShape,
    evidenceRef: required.string(
      'Ref of the row. To get the evidence, send the Ref as EvidenceRef to a section of either organization.',
    ),
    citation: required.string('Citation for readers: form, tax year, part, and line.'),
  })
  .meta({ id: 'Grant' })

const totalAmount = optional.number(
  'Total amount in US dollars. Absent if no row states an amount.',
)

const identified = {
  identifiedAmount: optional.number(
    'Part of TotalAmount, in US dollars, whose recipient was identified. Only for money given. Absent if no such row states an amount.',
  ),
  identifiedShare: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('IdentifiedAmount as a share of TotalAmount, 0 to 1, rounded down to four decimals.'),
}

const total = component('GrantTotal', {
  grantCount: optional.count(
    'Number of grants: rows in the categories ScheduleI and FoundationPaid. Absent if Category includes neither.',
  ),
  totalAmount: totalAmount,
  ...identified,
  other: optional.objects('Totals of the other categories, which are not grants.', {
    category: z.enum(EDGE_CATEGORIES),
    rowCount: required.count('Number of rows without NotCounted.'),
    totalAmount: totalAmount,
    ...identified,
    notCounted: optional.object('Totals of the rows with NotCounted. Absent if there are none.', {
      rowCount: z.int().min(1),
      totalAmount: totalAmount,
    }),
  }),
})

export const response = component('GrantList', {
  ein: z.string(),
  grants: z.array(grant),
  rowCount: required.count('Number of matching rows on all pages.'),
  unresolvedCount: required.count('Number of rows whose recipient was not identified.'),
  totals: required.object(
    'Totals of all matching rows, by direction. A direction without rows is absent.',
    { incoming: total.optional(), outgoing: total.optional() },
  ),
  nextCursor,
})
export const grantList = skin(response, 'A')
export type GrantList = z.output<typeof grantList>
