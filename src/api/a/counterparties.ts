import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import { readCohortFunders } from '#src/network/cohort.ts'
import { readFunders, readGrantees } from '#src/network/counterparties.ts'
import type { Counterparties, Counterparty } from '#src/network/counterparty.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, FOOD_BANKS, inPath } from '../openapi/examples/demo.ts'
import {
  boolean,
  einParams,
  integer,
  leastDollars,
  listOfEins,
  taxYear,
} from '../shared/parameters.ts'
import { operation } from './operation.ts'

const FOUND =
  'Rows count whose other side was found; those of recipients that were not are in the list of grants. Weak rows, whose EIN is that of an organization under no name like the one filed, count, too: the list tells them by MatchConfidence and leaves them out with Match=Moderate. Without AllCategories only grants count.'

const ALL_CATEGORIES =
  'Other money filed as paid, too: transfers to related organizations, contractors. Never counted: what was only approved for later payment, loans and guarantees, and gifts to related organizations on Schedule R that Schedule I of the same return lists, too.'

// The sums follow the returns, so every list has such rows.
const DOUBTFUL =
  'Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out.'

const listed = (noun: string) => ({
  Limit: integer({ min: 1, max: 200, fallback: 50, description: `${noun} an answer.` }),
  MinYear: taxYear('Grants filed for this tax year or later.'),
})
const allCategories = { AllCategories: boolean(ALL_CATEGORIES) }

const granteesQuery = z.strictObject({
  ...listed('Grantees'),
  MinAmount: leastDollars(
    'Dollars: only single grants at or above it count, not their sum; one that files no amount is above none.',
  ),
  ...allCategories,
})

const fundersQuery = z.strictObject({ ...listed('Funders'), ...allCategories })

const cohortQuery = z.strictObject({
  EINs: listOfEins(
    'Up to 25 EINs of nine digits each, separated by commas, each once; also of organizations that have filed nothing.',
  ),
  ...fundersQuery.shape,
})

type Ranked = z.output<typeof fundersQuery> & { MinAmount?: number | undefined }

const toFilter = ({ Limit, MinYear, AllCategories, MinAmount }: Ranked) => ({
  limit: Limit,
  minYear: MinYear,
  minAmount: MinAmount,
  allCategories: AllCategories,
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

export const granteeList = z
  .strictObject({
    EIN: ein,
    Grantees: z.array(funder),
    GranteeCount: counted('grantees'),
    Truncated: truncated,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'GranteeList' })

export const funderList = z
  .strictObject({
    EIN: ein,
    Funders: z.array(funder),
    FunderCount: counted('funders'),
    Truncated: truncated,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'FunderList' })

export const cohortFunderList = z
  .strictObject({
    CohortEINs: z.array(ein).describe('As asked for; also those that nothing names.'),
    CohortSize: count.optional(),
    Funders: z.array(funder),
    FunderCount: counted('funders'),
    TotalAmount: totalAmount,
  })
  .meta({ id: 'CohortFunderList' })

const TERMS: Terms = { access: 'keyed', costs: 'Data', slot: 'shared' }

export const counterpartyRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/grantees', {
      ...operation({
        operationId: 'listGrantees',
        group: 'Network',
        summary: 'Recipients of an organization by all its current returns, largest amount first',
        description: `${FOUND} There are no pages: Truncated says that Limit held some back, GranteeCount and TotalAmount are of all.`,
        terms: TERMS,
        examples: example('Whom a foundation gave most', {
          path: inPath(DEMO.brightwater),
          query: { Limit: 1 },
        }),
        request: { params: einParams, querystring: granteesQuery },
        response: granteeList,
      }),
      handler: async ({ params: { ein }, query }) => {
        const found = await readGrantees(deps, ein, toFilter(query))
        return {
          EIN: Number(ein),
          Grantees: found.items.map(presentFunder),
          GranteeCount: found.count,
          ...presentWhole(found),
        }
      },
    })
    app.get('/api/v2/charity/:ein/funders', {
      ...operation({
        operationId: 'listFunders',
        group: 'Network',
        summary:
          'Who funds an organization by the current returns of all others, largest amount first',
        description: `${FOUND} There are no pages: Truncated says that Limit held some back, FunderCount and TotalAmount are of all.`,
        terms: TERMS,
        examples: example('Who gave a food bank most', {
          path: inPath(DEMO.hockingHillsFoodBank),
          query: { Limit: 1 },
        }),
        request: { params: einParams, querystring: fundersQuery },
        response: funderList,
      }),
      handler: async ({ params: { ein }, query }) => {
        const found = await readFunders(deps, ein, toFilter(query))
        return {
          EIN: Number(ein),
          Funders: found.items.map(presentFunder),
          FunderCount: found.count,
          ...presentWhole(found),
        }
      },
    })
    app.get('/api/v2/funders/for-cohort', {
      ...operation({
        operationId: 'rankCohortFunders',
        group: 'Network',
        summary: 'Who funds up to 25 organizations: most of them reached first, then by amount',
        description: `A funder that is of the cohort itself counts as any other. An EIN that has filed nothing may stand in a cohort; one that nothing names stays in CohortEINs and is reached by nobody. ${FOUND} FunderCount and TotalAmount are of all, also of those that Limit held back.`,
        terms: TERMS,
        examples: example('Who funds both of two food banks', {
          query: { EINs: FOOD_BANKS.join(), Limit: 1 },
        }),
        request: { querystring: cohortQuery },
        response: cohortFunderList,
      }),
      handler: async ({ query }) => {
        const found = await readCohortFunders(deps, query.EINs, toFilter(query))
        const { TotalAmount } = presentWhole(found)
        return {
          // In the order of the request.
          CohortEINs: query.EINs.map(Number),
          CohortSize: query.EINs.length,
          Funders: found.items.map((item) => ({
            ...presentFunder(item),
            RecipientCount: item.recipients,
          })),
          FunderCount: found.count,
          TotalAmount,
        }
      },
    })
  }

const presentWhole = ({ items, count, totalAmount }: Counterparties) => ({
  Truncated: count > items.length,
  TotalAmount: totalAmount ?? undefined,
})

const presentFunder = ({ ein: own, city, state, country, ...party }: Counterparty): Funder => ({
  EIN: Number(own),
  Name: party.name ?? undefined,
  Location: toLocation({
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    ...(country !== null && { country }),
  }),
  PrimaryForm: FORMS.find((one) => one === party.primaryForm),
  EntityType: ENTITY_TYPES.find((one) => one === party.entityType),
  ProfileAvailable: party.primaryForm !== null,
  Amount: party.amount ?? undefined,
  GrantCount: party.grants,
  EarliestYear: party.earliestYear,
  LatestYear: party.latestYear,
  Categories: EDGE_CATEGORIES.filter((category) => party.categories.includes(category)),
})
