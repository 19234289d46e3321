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
import { getOperation } from './operation.ts'

const FOUND =
  'Only rows whose other side was found count, and without AllCategories only grants. Weak rows count, too: their EIN belongs to an organization under another name. In /grants they have MatchConfidence Weak, and Match=Moderate leaves them out. There are no pages.'

const DOUBTFUL = 'Weak rows are included; Match=Moderate of /grants leaves them out.'

const listed = (noun: string) => ({
  Limit: integer({ min: 1, max: 200, fallback: 50, description: `${noun} to return.` }),
  MinYear: taxYear('Grants of this tax year or later.'),
})
const allCategories = {
  AllCategories: boolean(
    'Also counts transfers to related organizations and contractors. Loans, guarantees, gifts listed twice and what was only approved never count.',
  ),
}

const granteesQuery = z.strictObject({
  ...listed('Grantees'),
  MinAmount: leastDollars('Dollars a single grant must reach to count.'),
  ...allCategories,
})

const fundersQuery = z.strictObject({ ...listed('Funders'), ...allCategories })

const cohortQuery = z.strictObject({
  EINs: listOfEins('Up to 25 different EINs of nine digits, separated by commas.'),
  ...fundersQuery.shape,
})

type Ranked = z.output<typeof fundersQuery> & { MinAmount?: number | undefined }

const toFilter = ({ Limit, MinYear, AllCategories, MinAmount }: Ranked) => ({
  limit: Limit,
  minYear: MinYear,
  minAmount: MinAmount,
  allCategories: AllCategories,
})

const ein = z.int().describe('Without its leading zero; eight digits had one.')
const count = z.int().min(0)

const funder = z
  .strictObject({
    EIN: ein,
    Name: z.string().optional(),
    Location: z.string().optional(),
    PrimaryForm: z.enum(FORMS).optional(),
    EntityType: z.enum(ENTITY_TYPES).optional(),
    ProfileAvailable: z.boolean().optional().describe('Whether it has a profile.'),
    Amount: z
      .number()
      .optional()
      .describe(`Dollars of its grants; absent if no row states an amount. ${DOUBTFUL}`),
    GrantCount: count.optional().describe(`Rows of all current returns. ${DOUBTFUL}`),
    RecipientCount: count
      .optional()
      .describe('How many of the requested organizations it funds; in cohorts only.'),
    EarliestYear: z.int().optional(),
    LatestYear: z.int().optional(),
    Categories: z.array(z.enum(EDGE_CATEGORIES)).optional(),
  })
  .meta({ id: 'Funder' })
export type Funder = z.output<typeof funder>

const totalAmount = z
  .number()
  .optional()
  .describe(`Dollars of all; absent if no row states an amount. ${DOUBTFUL}`)
const truncated = z.boolean().optional().describe('Whether Limit left some out.')
const allOfThem = count.optional().describe('All that match, also those beyond Limit.')

export const granteeList = z
  .strictObject({
    EIN: ein,
    Grantees: z.array(funder),
    GranteeCount: allOfThem,
    Truncated: truncated,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'GranteeList' })

export const funderList = z
  .strictObject({
    EIN: ein,
    Funders: z.array(funder),
    FunderCount: allOfThem,
    Truncated: truncated,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'FunderList' })

export const cohortFunderList = z
  .strictObject({
    CohortEINs: z.array(ein).describe('As requested, unknown EINs included.'),
    CohortSize: count.optional(),
    Funders: z.array(funder),
    FunderCount: allOfThem,
    TotalAmount: totalAmount,
  })
  .meta({ id: 'CohortFunderList' })

const SHARED = {
  group: 'Network' as const,
  terms: { access: 'keyed', costs: 'Data', slot: 'shared' } satisfies Terms,
}

export const granteesRoute = getOperation(
  '/api/v2/charity/:ein/grantees',
  {
    ...SHARED,
    operationId: 'listGrantees',
    summary: 'Recipients of an organization by all its current returns, largest amount first',
    description: `${FOUND} GranteeCount and TotalAmount cover all grantees.`,
    examples: example('Whom a foundation gave most', {
      path: inPath(DEMO.brightwater),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: granteesQuery },
    response: granteeList,
  },
  async (deps: ProfileDeps, { params: { ein }, query }) => {
    const found = await readGrantees(deps, ein, toFilter(query))
    const { Items, Count, ...whole } = presentWhole(found)
    return { EIN: Number(ein), Grantees: Items, GranteeCount: Count, ...whole }
  },
)

export const fundersRoute = getOperation(
  '/api/v2/charity/:ein/funders',
  {
    ...SHARED,
    operationId: 'listFunders',
    summary: 'Funders of an organization by the current returns of all others, largest first',
    description: `${FOUND} FunderCount and TotalAmount cover all funders.`,
    examples: example('Who gave a food bank most', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: fundersQuery },
    response: funderList,
  },
  async (deps: ProfileDeps, { params: { ein }, query }) => {
    const found = await readFunders(deps, ein, toFilter(query))
    const { Items, Count, ...whole } = presentWhole(found)
    return { EIN: Number(ein), Funders: Items, FunderCount: Count, ...whole }
  },
)

export const cohortFundersRoute = getOperation(
  '/api/v2/funders/for-cohort',
  {
    ...SHARED,
    operationId: 'rankCohortFunders',
    summary: 'Funders of up to 25 organizations: those that fund most of them first',
    description: `Funders that reach equally many are in order of amount, and may belong to the cohort themselves. ${FOUND} FunderCount and TotalAmount cover all funders.`,
    examples: example('Who funds both of two food banks', {
      query: { EINs: FOOD_BANKS.join(), Limit: 1 },
    }),
    request: { querystring: cohortQuery },
    response: cohortFunderList,
  },
  async (deps: ProfileDeps, { query }) => {
    const found = await readCohortFunders(deps, query.EINs, toFilter(query))
    return {
      CohortEINs: query.EINs.map(Number),
      CohortSize: query.EINs.length,
      Funders: found.items.map((item) => ({
        ...presentFunder(item),
        RecipientCount: item.recipients,
      })),
      FunderCount: found.count,
      TotalAmount: found.totalAmount ?? undefined,
    }
  },
)

const presentWhole = ({ items, count, totalAmount }: Counterparties) => ({
  Items: items.map(presentFunder),
  Count: count,
  Truncated: count > items.length,
  TotalAmount: totalAmount ?? undefined,
})

const presentFunder = ({ ein: own, city, state, country, ...party }: Counterparty): Funder => ({
  EIN: Number(own),
  Name: party.name ?? undefined,
  Location: toLocation({ city, state, country }),
  PrimaryForm: FORMS.find((one) => one === party.primaryForm),
  EntityType: ENTITY_TYPES.find((one) => one === party.entityType),
  ProfileAvailable: party.primaryForm !== null,
  Amount: party.amount ?? undefined,
  GrantCount: party.grants,
  EarliestYear: party.earliestYear,
  LatestYear: party.latestYear,
  Categories: EDGE_CATEGORIES.filter((category) => party.categories.includes(category)),
})
