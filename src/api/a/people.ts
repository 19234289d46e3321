import { z } from 'zod'
import type { PersonPay } from '#mappings/people.ts'
import { shapeOf, toFilters } from '#src/search/filter-table.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import { PEOPLE_FILTERS } from '#src/search/people/filters.ts'
import {
  PEOPLE_RANKING,
  PERSON_MATCHES,
  PERSON_SORTS,
  type PersonHit,
} from '#src/search/people/people.ts'
import { type PeopleDeps, searchPeople } from '#src/search/people/search-people.ts'
import { DEMO } from '../openapi/examples/demo.ts'
import { boolean, integer, oneOf, pageNumber, refuse } from '../shared/parameters.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { nextCursor, presentFacets, toFields } from './fields.ts'
import { getOperation } from './operation.ts'

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
  Value: required.number('US dollars.'),
  TaxYear: z.int(),
  EvidenceRef: z.string(),
})

const personEntry = component('PersonEntry', {
  PersonName: required.string('Latest spelling, as filed.'),
  OtherSpellings: z.array(z.string()).optional(),
  EIN: z.string().regex(/^\d{9}$/),
  OrganizationName: z.string(),
  City: z.string().optional(),
  State: z.string().optional(),
  Titles: required.strings('As filed, latest first.'),
  FirstYear: required.int('First tax year in which a loaded return lists the person.'),
  LastYear: required.int('Last tax year in which a loaded return lists the person.'),
  LatestPay: pay.describe('Latest filed pay from the organization. Absent if none is filed.'),
  LatestRelatedPay: pay.describe(
    'Latest filed pay from related organizations. Absent if none is filed.',
  ),
  EvidenceRefs: required.strings('The row with the latest name, and the latest amounts.'),
  Match: z.strictObject({
    Kind: required.enum(
      PERSON_MATCHES,
      'ExactName: all words in this order. Reordered: all words. MiddleNames: first and last names agree, and middle names do not contradict. Words: the entry contains all words. Fuzzy: similar words. EIN: listed without a name.',
    ),
  }),
  PossiblySamePerson: optional.objects(
    'Entries on this page that have the same name at another organization, and what else agrees. Returns do not identify people, so entries are never merged.',
    {
      EIN: z.string(),
      OrganizationName: z.string(),
      Likelihood: z.enum(['Likely', 'Possible']),
      Why: z.array(z.string()),
    },
  ),
})
type PersonEntry = z.output<typeof personEntry>

const peopleResults = component('PeopleResults', {
  Name: z.string().optional(),
  EIN: z.string().optional(),
  People: z.array(personEntry),
  Found: z.int().min(0),
  Page: z.int().min(1),
  QueryVersion: z.string(),
  Facets: optionalObject({
    State: z.array(z.strictObject({ Value: z.string(), Label: z.string(), Count: z.int().min(1) })),
  }),
  NextCursor: nextCursor,
})

export const peopleRoute = getOperation(
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
      Name,
      EIN,
      People: outcome.hits.map(presentPerson),
      Found: outcome.found,
      Page: outcome.page,
      QueryVersion: PEOPLE_RANKING,
      Facets: outcome.facets && presentFacets(outcome.facets),
      NextCursor: outcome.hasNextPage ? String(outcome.page + 1) : undefined,
    }
  },
)

function presentPerson({ ein, display, match, possiblySame }: PersonHit): PersonEntry {
  const { name, otherNames, organization } = display
  const refs = [display.ref, display.pay?.ref, display.relatedPay?.ref]
  return {
    PersonName: name,
    OtherSpellings: otherNames.length > 0 ? otherNames : undefined,
    EIN: ein,
    OrganizationName: organization,
    ...toFields(display, 'city', 'state', 'titles', 'firstYear', 'lastYear'),
    LatestPay: presentPay(display.pay),
    LatestRelatedPay: presentPay(display.relatedPay),
    EvidenceRefs: refs.filter((ref) => ref !== undefined),
    Match: { Kind: match },
    PossiblySamePerson:
      possiblySame.length > 0
        ? possiblySame.map(({ ein, organization, ...same }) => ({
            EIN: ein,
            OrganizationName: organization,
            ...toFields(same),
          }))
        : undefined,
  }
}

const presentPay = (paid: PersonPay | undefined) =>
  paid && { Value: paid.value, TaxYear: paid.taxYear, EvidenceRef: paid.ref }
