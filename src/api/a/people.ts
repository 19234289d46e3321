import { z } from 'zod'
import { shapeOf, toFilters } from '#src/search/filter-table.ts'
import {
  PEOPLE_FILTERS,
  PEOPLE_RANKING,
  PERSON_MATCHES,
  PERSON_SORTS,
  type PersonHit,
} from '#src/search/people/people.ts'
import { type PeopleDeps, searchPeople } from '#src/search/people/search-people.ts'
import { DEMO } from '../openapi/examples/demo.ts'
import { facets, limit, oneOf, pageNumber, refuse, sortOrder } from '../shared/parameters.ts'
import { component, optionalObject } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { BY_REF, nextCursor, nextPage } from './fields.ts'
import { readOperation } from './operation.ts'

const peopleQuery = z
  .strictObject({
    ...shapeOf(PEOPLE_FILTERS),
    Sort: oneOf(
      PERSON_SORTS,
      'Defaults to Relevance. Year is the last tax year that lists the person.',
    ).optional(),
    Order: sortOrder,
    Cursor: pageNumber,
    Limit: limit(50, 10),
    Facets: facets,
  })
  .superRefine(({ Name, EIN, Sort = 'Relevance', Order }, check) => {
    if (Order && Sort === 'Relevance')
      refuse(check, 'not_in_this_order', 'is accepted only with Sort=Name or Sort=Year', 'Order')
    const message = 'is required unless you send EIN, which lists the people of an organization'
    if (Name === undefined && EIN === undefined) refuse(check, 'missing', message, 'Name')
  })

const pay = optionalObject({
  value: z.number(),
  taxYear: z.int(),
  ref: z.string(),
})

const personEntry = component('PersonEntry', {
  personName: z.string(),
  otherNames: z.array(z.string()).optional(),
  ein: z.string().regex(/^\d{9}$/),
  organization: z.string(),
  city: z.string().optional(),
  state: z.string().optional(),
  titles: z.array(z.string()),
  firstYear: z.int(),
  lastYear: z.int(),
  pay: pay,
  relatedPay: pay,
  refs: z.array(z.string()),
  match: z.strictObject({
    kind: z.enum(PERSON_MATCHES),
  }),
  possiblySame: z
    .array(
      z.strictObject({
        ein: z.string(),
        organization: z.string(),
        likelihood: z.enum(['Likely', 'Possible']),
        why: z.array(z.string()),
      }),
    )
    .optional()
    .describe(
      'Entries on this page with the same name at another organization. Returns do not identify people.',
    ),
})

const peopleResults = component('PeopleResults', {
  name: z.string().optional(),
  ein: z.string().optional(),
  people: z.array(personEntry),
  found: z.int().min(0),
  page: z.int().min(1),
  queryVersion: z.string(),
  facets: optionalObject({
    State: z.array(z.strictObject({ value: z.string(), label: z.string(), count: z.int().min(1) })),
  }),
  nextCursor,
})

const NAMES = {
  ...BY_REF,
  organization: 'OrganizationName',
  otherNames: 'OtherSpellings',
  pay: 'LatestPay',
  relatedPay: 'LatestRelatedPay',
  possiblySame: 'PossiblySamePerson',
}

export const peopleRoute = readOperation(
  '/api/v2/people',
  {
    operationId: 'searchPeople',
    group: 'Search',
    summary: 'Search for officers, directors, trustees, and highest paid employees',
    description:
      'Each entry is one person at one organization, over all years of its loaded returns. Misspelled names are found if no entry has all words of the name.',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: [
      {
        name: 'ByName',
        summary: 'A person by a reordered name',
        query: { Name: 'Jorgensson Noor', Limit: 1 },
      },
      {
        name: 'ByOrganization',
        summary: 'The people of an organization',
        query: { EIN: DEMO.turkanaWells, Limit: 2 },
      },
    ],
    request: { querystring: peopleQuery },
    response: peopleResults,
    names: NAMES,
  },
  async (deps: PeopleDeps, { query }) => {
    const { Name, EIN, Sort, Order, Cursor, Limit, Facets } = query
    const outcome = await searchPeople(deps, {
      ...toFilters(PEOPLE_FILTERS, query),
      sort: Sort,
      order: Order,
      page: Cursor,
      limit: Limit,
      facets: Facets,
    })
    return {
      ...outcome,
      ...{ name: Name, ein: EIN, queryVersion: PEOPLE_RANKING },
      people: outcome.hits.map(toPerson),
      nextCursor: nextPage(outcome),
    }
  },
)

function toPerson({ ein, display, match, possiblySame }: PersonHit) {
  const refs = [display.ref, display.pay?.ref, display.relatedPay?.ref]
  return {
    ...{ ...display, ein, personName: display.name, match: { kind: match } },
    otherNames: someOf(display.otherNames),
    refs: refs.filter((ref) => ref !== undefined),
    possiblySame: someOf(possiblySame),
  }
}
