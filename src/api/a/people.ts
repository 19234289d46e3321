import { z } from 'zod'
import { PAY_STATUSES } from '#mappings/people.ts'
import { checkRanges, shapeOf } from '#src/search/filter-table.ts'
import { type PeopleReading, readPeople } from '#src/search/people/interpret.ts'
import {
  PEOPLE_FILTERS,
  PEOPLE_RANKING,
  PERSON_MATCHES,
  PERSON_SORTS,
  type PersonHit,
} from '#src/search/people/people.ts'
import { type PeopleDeps, searchPeople } from '#src/search/people/search-people.ts'
import { DEMO } from '../openapi/examples/demo.ts'
import {
  facets,
  limit,
  oneOf,
  pageNumber,
  queryText,
  refuse,
  sortOrder,
} from '../shared/parameters.ts'
import { component, optionalObject } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { BY_REF, facetCounts, nextCursor, nextPage } from './fields.ts'
import { readOperation } from './operation.ts'

const peopleQuery = z
  .strictObject({
    Query: queryText(
      'Plain words, such as highest paid CEO at food banks in Ohio, or a name. Other parameters override them.',
    ).optional(),
    ...shapeOf(PEOPLE_FILTERS),
    Sort: oneOf(
      PERSON_SORTS,
      'Defaults to Relevance, which lists the highest pay first if there is no name. Year is the last tax year that lists the person.',
    ).optional(),
    Order: sortOrder,
    Cursor: pageNumber,
    Limit: limit(50, 10),
    Facets: facets,
  })
  .superRefine((given, check) => {
    checkRanges(PEOPLE_FILTERS, given, check)
    if (given.Order && (given.Sort ?? 'Relevance') === 'Relevance')
      refuse(check, 'not_in_this_order', 'is accepted only with Sort=Pay, Name, or Year', 'Order')
  })

const pay = component('Pay', {
  value: z.number(),
  taxYear: z.int(),
  ref: z.string(),
}).optional()

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
  totalPay: pay.describe('All columns of pay in one row, also from related organizations.'),
  payStatus: z.enum(PAY_STATUSES),
  hours: z.number().optional(),
  refs: z.array(z.string()),
  match: z.strictObject({
    kind: z.enum(PERSON_MATCHES),
  }),
})

const dollars = z.number().optional()

const paySummary = component('PaySummary', {
  count: z.int().min(0),
  notCounted: z.partialRecord(z.enum(PAY_STATUSES), z.int()),
  lowest: dollars,
  lowerQuartile: dollars,
  median: dollars,
  upperQuartile: dollars,
  highest: dollars,
  firstYear: z.int().optional(),
  lastYear: z.int().optional(),
})

const peopleResults = component('PeopleResults', {
  name: z.string().optional(),
  ein: z.string().optional(),
  people: z.array(personEntry),
  found: z.int().min(0),
  page: z.int().min(1),
  queryVersion: z.string(),
  reading: optionalObject({
    phrases: z.array(z.strictObject({ phrase: z.string(), meaning: z.string() })),
    notUnderstood: z.array(z.string()).optional(),
  }),
  paySummary: paySummary
    .optional()
    .describe(
      'The latest total pay of full-time people (35 hours a week or more); PayStatus=Counted lists them. A person counts once for each organization. Quartiles (type 7) need 5 people, and no name.',
    ),
  wider: optionalObject({
    without: z.array(z.string()),
    count: z.int(),
  }).describe('Parameters to leave out to find enough people.'),
  facets: facetCounts,
  nextCursor,
})

const NAMES = {
  ...BY_REF,
  organization: 'OrganizationName',
  otherNames: 'OtherSpellings',
  pay: 'LatestPay',
  relatedPay: 'LatestRelatedPay',
  totalPay: 'LatestTotalPay',
}

export const peopleRoute = readOperation(
  '/api/v2/people',
  {
    operationId: 'searchPeople',
    group: 'Search',
    summary: 'Search for officers, directors, trustees, and highest paid employees',
    description:
      'Each entry is one person at one organization, over all years. Without a name, the highest pay is first.',
    terms: { access: 'open', costs: 'Data', slot: 'index' },
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
      {
        name: 'ByWords',
        summary: 'The pay of an office, and who is paid the most',
        query: { Query: 'highest paid CEO in Ohio', Limit: 1 },
      },
    ],
    request: { querystring: peopleQuery },
    response: peopleResults,
    names: NAMES,
  },
  async (deps: PeopleDeps, { query }) => {
    const { Cursor: page, Limit: limit, Facets: facets } = query
    const { asked, reading } = readPeople(query)
    const { pay, ...outcome } = await searchPeople(deps, { ...asked, page, limit, facets })
    return {
      ...outcome,
      ...{ name: asked.name, ein: asked.ein, queryVersion: PEOPLE_RANKING },
      reading: toReading(reading),
      paySummary: pay,
      people: outcome.hits.map(toPerson),
      nextCursor: nextPage(outcome),
    }
  },
)

const toReading = (reading?: PeopleReading) =>
  reading && { phrases: reading.phrases, notUnderstood: someOf(reading.notUnderstood) }

function toPerson({ ein, display, match }: PersonHit) {
  const refs = [display.ref, display.pay?.ref, display.relatedPay?.ref, display.totalPay?.ref]
  return {
    ...{ ...display, ein, personName: display.name, match: { kind: match } },
    otherNames: someOf(display.otherNames),
    refs: [...new Set(refs)].filter((ref) => ref !== undefined),
  }
}
