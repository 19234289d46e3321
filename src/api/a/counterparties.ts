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
import { boolean, einParams, limit, listOfEins, minAmount, minYear } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { edgeCategory, einNumber } from './fields.ts'
import { readOperation } from './operation.ts'

const FOUND =
  'Counts rows with an identified counterparty. To exclude weak matches, use /grants?Match=Moderate.'

const listed = {
  Limit: limit(200, 50),
  MinYear: minYear,
}
const allCategories = {
  AllCategories: boolean(
    'Also counts other payments, such as transfers and payments to contractors, but no loans, guarantees, or grants that were only approved.',
  ),
}

const granteesQuery = z.strictObject({
  ...listed,
  MinAmount: minAmount,
  ...allCategories,
})

const fundersQuery = z.strictObject({ ...listed, ...allCategories })

const cohortQuery = z.strictObject({
  EINs: listOfEins(),
  ...fundersQuery.shape,
  Recipients: boolean(
    'Also returns Recipients: what each funder gave to each requested organization.',
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
  amount: z.number().optional(),
  grantCount: z.int().min(1),
  newest: z.object({
    taxYear: z.int(),
    amount: z.number().optional(),
    evidenceRef: z.string(),
  }),
})

const funder = component('Funder', {
  ein: einNumber,
  name: z.string().optional(),
  location: z.string().optional(),
  primaryForm: z.enum(FORMS).optional(),
  entityType: z.enum(ENTITY_TYPES).optional(),
  profileAvailable: z.boolean().optional(),
  amount: z.number().optional(),
  grantCount: z.int().min(0).optional(),
  recipientCount: z.int().min(0).optional(),
  earliestYear: z.int().optional(),
  latestYear: z.int().optional(),
  categories: z.array(edgeCategory).optional(),
  recipients: z.array(gift).optional(),
})

const count = z.int().min(0).optional()
const truncated = z.boolean().optional()
const totalAmount = z.number().optional()

const grantees = component('GranteeList', {
  ein: einNumber,
  grantees: z.array(funder),
  granteeCount: count,
  truncated,
  totalAmount,
})

const funders = component('FunderList', {
  ein: einNumber,
  funders: z.array(funder),
  funderCount: count,
  truncated,
  totalAmount,
})

const cohortFunders = component('CohortFunderList', {
  cohortEins: z.array(einNumber),
  cohortSize: z.int().min(0).optional(),
  funders: z.array(funder),
  funderCount: count,
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
  terms: { access: 'keyed', costs: 'Data', slot: 'store' } satisfies Terms,
}

export const granteesRoute = readOperation(
  '/api/v2/charity/:ein/grantees',
  {
    ...SHARED,
    operationId: 'listGrantees',
    summary: "List an organization's grantees in all current returns, largest amount first",
    description: `${FOUND}`,
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
    description: `${FOUND}`,
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
    description: `${FOUND}`,
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
