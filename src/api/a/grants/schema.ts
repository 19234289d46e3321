import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { MATCH_CONFIDENCES, NOT_COUNTED } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { categoryParameter } from '#src/search/grants/filters.ts'
import {
  boolean,
  cursor,
  einOf,
  limit,
  maxYear,
  minAmount,
  minYear,
  oneOf,
  oneOfOrFirst,
  refuse,
} from '../../shared/parameters.ts'
import { component } from '../../shared/schemas.ts'
import { skin } from '../../shared/skin.ts'
import { edgeCategory, nextCursor } from '../fields.ts'
import { filedShape, matchShape, moneyNetworkQuery, moneyParty } from '../money-network.ts'

/** Default of Limit, as in all lists of this surface. */
export const GRANTS_A_PAGE = 50

export const grantsQuery = z
  .strictObject({
    Direction: moneyNetworkQuery.shape.Direction,
    Category: categoryParameter,
    AllCategories: boolean('Returns rows of all categories. Ignored if you also send Category.'),
    MinYear: minYear,
    MaxYear: maxYear,
    MinAmount: minAmount,
    Counterparty: einOf('EIN of the other organization. Leading zeros are optional.').optional(),
    Match: oneOf(
      MATCH_CONFIDENCES,
      'Minimum match confidence. Weak excludes recipients that were not identified.',
    ).optional(),
    Cursor: cursor,
    Limit: limit(200, undefined),
    Format: oneOfOrFirst(
      ['json', 'csv'],
      'csv streams all matching rows as one table, without Cursor and Limit. The Accept header is ignored.',
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
      filedEin: z.string().optional(),
    }),
    amount: z.number().optional(),
    purpose: z.string().optional(),
    category: edgeCategory,
    notCounted: z
      .enum(NOT_COUNTED)
      .optional()
      .describe('Why the row is not in the totals for grantees and funders.'),
    form: z.enum(FORMS),
    taxYear: z.int(),
    region: z.string().optional(),
    ...matchShape,
    evidenceRef: z.string(),
    citation: z.string(),
  })
  .meta({ id: 'Grant' })

const totalAmount = z.number().optional()

const identified = {
  identifiedAmount: z.number().optional(),
  identifiedShare: z.number().min(0).max(1).optional(),
}

const total = component('GrantTotal', {
  grantCount: z.int().min(0).optional(),
  totalAmount: totalAmount,
  ...identified,
  other: z
    .array(
      z.strictObject({
        category: edgeCategory,
        rowCount: z.int().min(0),
        totalAmount: totalAmount,
        ...identified,
        notCounted: z
          .strictObject({
            rowCount: z.int().min(1),
            totalAmount: totalAmount,
          })
          .optional(),
      }),
    )
    .optional(),
})

export const response = component('GrantList', {
  ein: z.string(),
  grants: z.array(grant),
  rowCount: z.int().min(0),
  unresolvedCount: z.int().min(0),
  totals: z.strictObject({ incoming: total.optional(), outgoing: total.optional() }),
  nextCursor,
})
export const grantList = skin(response, 'A')
export type GrantList = z.output<typeof grantList>
