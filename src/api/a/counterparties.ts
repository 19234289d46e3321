import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import { type CohortGift, readCohortGifts } from '#src/network/cohort-gifts.ts'
import type { Counterparties, Counterparty } from '#src/network/counterparties.ts'
import { readCohortFunders, readFunders, readGrantees } from '#src/network/counterparties.ts'
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
import { component, optional, required } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { einNumber } from './fields.ts'
import { readOperation } from './operation.ts'

const DOUBTFUL =
  'Includes weak matches, in which the filed EIN belongs to an organization with another name, or only one funder files it and no loaded source knows it. To exclude weak matches, use /grants?Match=Moderate.'

const FOUND = `Counts only rows in which the other organization was identified and, unless AllCategories is true, only grants. For the share of the money given that has an identified recipient, see Totals in /grants. Returns one list without pages. ${DOUBTFUL}`

const listed = (noun: string) => ({
  Limit: integer({ max: 200, fallback: 50, description: `Number of ${noun} to return.` }),
  MinYear: taxYear('Counts only grants from this tax year or later.'),
})
const allCategories = {
  AllCategories: boolean(
    'Also counts other payments, such as transfers to related organizations and payments to contractors. Never counts loans, guarantees, or grants that were only approved. A gift that is listed twice counts once.',
  ),
}

const granteesQuery = z.strictObject({
  ...listed('grantees'),
  MinAmount: leastDollars('Counts only grants of at least this amount, in US dollars.'),
  ...allCategories,
})

const fundersQuery = z.strictObject({ ...listed('funders'), ...allCategories })

const cohortQuery = z.strictObject({
  EINs: listOfEins(),
  ...fundersQuery.shape,
  Recipients: boolean(
    'Also returns Recipients: what each funder gave to each requested organization, with the newest grant and its evidence.',
  ),
})

type Ranked = z.output<typeof fundersQuery> & { MinAmount?: number | undefined }

const toFilter = ({ Limit, MinYear, AllCategories, MinAmount }: Ranked) => ({
  limit: Limit,
  minYear: MinYear,
  minAmount: MinAmount,
  allCategories: AllCategories,
})

const gift = component('CohortGift', {
  ein: einNumber,
  name: z.string().optional(),
  amount: optional.number('Total of the grants in US dollars. Absent if no row states an amount.'),
  grantCount: z.int().min(1),
  newest: z.object({
    taxYear: z.int(),
    amount: z.number().optional(),
    evidenceRef: z.string(),
  }),
})

const funder = component('Funder', {
  ein: einNumber,
  name: optional.string(
    'Name of the organization. If no loaded source knows the EIN, this is the name as filed.',
  ),
  location: z.string().optional(),
  primaryForm: z.enum(FORMS).optional(),
  entityType: z.enum(ENTITY_TYPES).optional(),
  profileAvailable: optional.boolean('Whether the organization has a profile.'),
  amount: optional.number(
    `Total of the grants in US dollars. Absent if no row states an amount. ${DOUBTFUL}`,
  ),
  grantCount: optional.count(`Number of rows in all current returns. ${DOUBTFUL}`),
  recipientCount: optional.count(
    'Number of requested organizations that the funder supports. Present only in responses for a cohort.',
  ),
  earliestYear: z.int().optional(),
  latestYear: z.int().optional(),
  categories: z.array(z.enum(EDGE_CATEGORIES)).optional(),
  recipients: optional.array(
    gift,
    'What the funder gave to each requested organization, largest amount first. Present only with Recipients=true.',
  ),
})

const totalAmount = optional.number(
  `Total of all rows in US dollars. Absent if no row states an amount. ${DOUBTFUL}`,
)
const truncated = optional.boolean('Whether there are more matches than Limit allows.')
const allOfThem = optional.count('Number of all matches, including those beyond Limit.')

const grantees = component('GranteeList', {
  ein: einNumber,
  grantees: z.array(funder),
  granteeCount: allOfThem,
  truncated,
  totalAmount,
})

const funders = component('FunderList', {
  ein: einNumber,
  funders: z.array(funder),
  funderCount: allOfThem,
  truncated,
  totalAmount,
})

const cohortFunders = component('CohortFunderList', {
  cohortEins: required.array(einNumber, 'The requested EINs, including unknown ones.'),
  cohortSize: z.int().min(0).optional(),
  funders: z.array(funder),
  funderCount: allOfThem,
  totalAmount,
})

export const [granteeList, funderList, cohortFunderList] = [
  skin(grantees, 'A'),
  skin(funders, 'A'),
  skin(cohortFunders, 'A'),
]
export type Funder = z.output<typeof funderList>['Funders'][number]

const SHARED = {
  group: 'Network' as const,
  terms: { access: 'keyed', costs: 'Data', slot: 'shared' } satisfies Terms,
}

export const granteesRoute = readOperation(
  '/api/v2/charity/:ein/grantees',
  {
    ...SHARED,
    operationId: 'listGrantees',
    summary: "List an organization's grantees in all current returns, largest amount first",
    description: `${FOUND} GranteeCount and TotalAmount cover all grantees.`,
    examples: example('The largest grantee of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: granteesQuery },
    response: grantees,
  },
  async (deps: ProfileDeps, { params: { ein }, query }) => {
    const list = await readGrantees(deps, ein, toFilter(query))
    return { ...wholeOf(ein, list), grantees: list.items.map(toFunder), granteeCount: list.count }
  },
)

export const fundersRoute = readOperation(
  '/api/v2/charity/:ein/funders',
  {
    ...SHARED,
    operationId: 'listFunders',
    summary: "List an organization's funders in all current returns, largest amount first",
    description: `${FOUND} FunderCount and TotalAmount cover all funders.`,
    examples: example('The largest funder of a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: fundersQuery },
    response: funders,
  },
  async (deps: ProfileDeps, { params: { ein }, query }) => {
    const list = await readFunders(deps, ein, toFilter(query))
    return { ...wholeOf(ein, list), funders: list.items.map(toFunder), funderCount: list.count }
  },
)

export const cohortFundersRoute = readOperation(
  '/api/v2/funders/for-cohort',
  {
    ...SHARED,
    operationId: 'rankCohortFunders',
    summary:
      'List the funders of up to 25 organizations, ranked by how many of the organizations they support',
    description: `Funders that support the same number of organizations are ordered by amount. A funder can itself be one of the requested organizations. ${FOUND} FunderCount and TotalAmount cover all funders.`,
    examples: example('The top funder of two food banks', {
      query: { EINs: FOOD_BANKS.join(), Limit: 1 },
    }),
    request: { querystring: cohortQuery },
    response: cohortFunders,
  },
  async (deps: ProfileDeps, { query }) => {
    const filter = toFilter(query)
    const { items, count, totalAmount } = await readCohortFunders(deps, query.EINs, filter)
    const eins = items.map(({ ein }) => ein)
    const gifts = query.Recipients
      ? await readCohortGifts(deps, query.EINs, filter, eins)
      : undefined
    const funders = items.map(({ recipients: recipientCount, ...item }) => ({
      ...{ ...toFunder(item), recipientCount },
      ...(gifts && { recipients: (gifts.get(item.ein) ?? []).map(toGift) }),
    }))
    const cohortEins = query.EINs.map(Number)
    return { cohortEins, cohortSize: cohortEins.length, funders, funderCount: count, totalAmount }
  },
)

const wholeOf = (ein: string, { items, count, totalAmount }: Counterparties) => ({
  ...{ ein: Number(ein), truncated: count > items.length, totalAmount },
})

const toFunder = ({ ein, grants: grantCount, ...party }: Counterparty) => ({
  ...party,
  ein: Number(ein),
  location: toLocation(party),
  primaryForm: FORMS.find((form) => form === party.primaryForm),
  entityType: ENTITY_TYPES.find((type) => type === party.entityType),
  profileAvailable: party.primaryForm !== null,
  grantCount,
  categories: EDGE_CATEGORIES.filter((category) => party.categories.includes(category)),
})

const toGift = ({ ein, grants: grantCount, newest: { ref, ...newest }, ...rest }: CohortGift) => ({
  ...{ ...rest, ein: Number(ein), grantCount },
  newest: { ...newest, evidenceRef: ref },
})
