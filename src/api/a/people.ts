import { z } from 'zod'
import { shapeOf, toFilters } from '#src/search/filter-table.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import {
  PEOPLE_FILTERS,
  PEOPLE_RANKING,
  PERSON_MATCHES,
  PERSON_SORTS,
  type PersonHit,
} from '#src/search/people/people.ts'
import { type PeopleDeps, searchPeople } from '#src/search/people/search-people.ts'
import { DEMO } from '../openapi/examples/demo.ts'
import { boolean, integer, oneOf, pageNumber, refuse } from '../shared/parameters.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { BY_REF, nextCursor, nextPage } from './fields.ts'
import { readOperation } from './operation.ts'

const peopleQuery = z
  .strictObject({
    ...shapeOf(PEOPLE_FILTERS),
    Sort: oneOf(
      PERSON_SORTS,
      'Order of the people: by how well the name matches, by name, or by the last tax year that lists them. Defaults to Relevance, which lists the latest year first if there is no Name.',
    ).optional(),
    Order: oneOf(
      SORT_ORDERS,
      'Direction of Sort=Name and Sort=Year. Defaults to asc for Name and to desc for Year.',
    ).optional(),
    Cursor: pageNumber,
    Limit: integer({ max: 50, fallback: 10, description: 'People per page.' }),
    Facets: boolean('Returns match counts by state.'),
  })
  .superRefine(({ Name, EIN, Sort = 'Relevance', Order }, check) => {
    if (Order && Sort === 'Relevance')
      refuse(check, 'not_in_this_order', 'is accepted only with Sort=Name or Sort=Year', 'Order')
    const message = 'is required unless you send EIN, which lists the people of an organization'
    if (Name === undefined && EIN === undefined) refuse(check, 'missing', message, 'Name')
  })

const pay = optionalObject({
  value: required.number('US dollars.'),
  taxYear: z.int(),
  ref: z.string(),
})

const personEntry = component('PersonEntry', {
  personName: required.string('Latest spelling, as filed.'),
  otherNames: z.array(z.string()).optional(),
  ein: z.string().regex(/^\d{9}$/),
  organization: z.string(),
  city: z.string().optional(),
  state: z.string().optional(),
  titles: required.strings('As filed, latest first.'),
  firstYear: required.int('First tax year in which a loaded return lists the person.'),
  lastYear: required.int('Last tax year in which a loaded return lists the person.'),
  pay: pay.describe('Latest filed pay from the organization. Absent if none is filed.'),
  relatedPay: pay.describe('Latest filed pay from related organizations. Absent if none is filed.'),
  refs: required.strings('The row with the latest name, and the latest amounts.'),
  match: z.strictObject({
    kind: required.enum(
      PERSON_MATCHES,
      'ExactName: all words in this order. Reordered: all words. MiddleNames: first and last names agree, and middle names do not contradict. Words: the entry contains all words. Fuzzy: similar words. EIN: listed without a name.',
    ),
  }),
  possiblySame: optional.objects(
    'Entries on this page that have the same name at another organization, and what else agrees. Returns do not identify people, so entries are never merged.',
    {
      ein: z.string(),
      organization: z.string(),
      likelihood: z.enum(['Likely', 'Possible']),
      why: z.array(z.string()),
    },
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
      'Each entry is one person at one organization, over all years of its loaded returns. Misspelled names are found if no entry has all words of the name. By default, people with equal names are ordered by the revenue of their organization, and the people of one organization by their last year.',
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
