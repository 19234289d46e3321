import { z } from 'zod'
import { ENTITY_TYPES, FORMS } from '../../domain/form.ts'
import { EDGE_CATEGORIES } from '../../domain/network.ts'
import { boolean, integer, leastDollars, listOfEins, taxYear } from '../parameters.ts'

const limit = (noun: string) =>
  integer({ min: 1, max: 200, fallback: 50, description: `${noun} an answer.` })

const ALL_CATEGORIES =
  'Other money filed as paid, too: transfers to related organizations, contractors. Never counted: what was only approved for later payment, loans and guarantees, and gifts to related organizations on Schedule R that Schedule I of the same return lists, too.'

// No list is free of them: what the return says is what is summed.
const DOUBTFUL =
  'Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out.'

/** Parameters of `GET /api/v2/charity/{ein}/grantees` (interface part 4.1). */
export const granteesQuery = z.strictObject({
  Limit: limit('Grantees'),
  MinYear: taxYear('Grants filed for this tax year or later.'),
  MinAmount: leastDollars(
    'Dollars: only single grants at or above it count, not their sum; one that files no amount is above none.',
  ),
  AllCategories: boolean(ALL_CATEGORIES),
})

/** Parameters of `GET /api/v2/charity/{ein}/funders`. */
export const fundersQuery = z.strictObject({
  Limit: limit('Funders'),
  MinYear: taxYear('Grants filed for this tax year or later.'),
  AllCategories: boolean(ALL_CATEGORIES),
})

/** Parameters of `GET /api/v2/funders/for-cohort`. */
export const cohortQuery = z.strictObject({
  EINs: listOfEins(
    'Up to 25 EINs of nine digits each, separated by commas, each once; also of organizations that have filed nothing.',
  ),
  Limit: limit('Funders'),
  MinYear: taxYear('Grants filed for this tax year or later.'),
  AllCategories: boolean(ALL_CATEGORIES),
})

const ein = z.int().describe('A leading zero is left out: an EIN of eight digits has one.')
const count = z.int().min(0)

const funder = z
  .strictObject({
    EIN: ein,
    Name: z.string().optional(),
    Location: z.string().optional(),
    PrimaryForm: z.enum(FORMS).optional(),
    EntityType: z.enum(ENTITY_TYPES).optional(),
    ProfileAvailable: z.boolean().optional().describe('Whether a profile exists to open.'),
    Amount: z
      .number()
      .optional()
      .describe(`Dollars of all grants that match; absent where none files an amount. ${DOUBTFUL}`),
    GrantCount: count.optional().describe(`Filed rows, of all current returns. ${DOUBTFUL}`),
    RecipientCount: count
      .optional()
      .describe('How many of the requested organizations it reaches; in cohorts only.'),
    EarliestYear: z.int().optional(),
    LatestYear: z.int().optional(),
    Categories: z.array(z.enum(EDGE_CATEGORIES)).optional(),
  })
  .meta({ id: 'Funder' })
export type Funder = z.output<typeof funder>

const TOTAL = `Dollars of the whole match; absent where nothing in it files an amount. ${DOUBTFUL}`
const totalAmount = z.number().optional().describe(TOTAL)
const truncated = z.boolean().optional().describe('Limit held some back.')
const counted = (noun: string) =>
  count
    .optional()
    .describe(
      `All ${noun} of the whole match. Rows whose counterpart is not resolved to an EIN are in the money network and in the list of grants.`,
    )

/** Interface part 2.1, GranteeList. */
export const granteeList = z
  .strictObject({
    EIN: ein,
    Grantees: z.array(funder),
    GranteeCount: counted('grantees'),
    Truncated: truncated,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'GranteeList' })
export type GranteeList = z.output<typeof granteeList>

/** Interface part 2.1, FunderList. */
export const funderList = z
  .strictObject({
    EIN: ein,
    Funders: z.array(funder),
    FunderCount: counted('funders'),
    Truncated: truncated,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'FunderList' })
export type FunderList = z.output<typeof funderList>

/** Interface part 2.1, CohortFunderList. */
export const cohortFunderList = z
  .strictObject({
    CohortEINs: z.array(ein).describe('As asked for; also those that nothing names.'),
    CohortSize: count.optional(),
    Funders: z.array(funder),
    FunderCount: counted('funders'),
    TotalAmount: totalAmount,
  })
  .meta({ id: 'CohortFunderList' })
export type CohortFunderList = z.output<typeof cohortFunderList>
