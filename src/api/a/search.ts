import { z } from 'zod'
import { EVIDENCE_TIERS, type OrganizationDisplay } from '#mappings/organization-document.ts'
import { ENTITY_TYPES } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import { toQueryText } from '#src/search/filter-parameters.ts'
import { checkFilters, filterShape, toSearchFilters } from '#src/search/filters.ts'
import {
  type Hit,
  type MatchReason,
  type SearchMode,
  type SearchOutcome,
  type SearchParams,
  SORT_ORDERS,
} from '#src/search/params.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import {
  facets,
  limit,
  oneOfOrFirst,
  pageNumber,
  queryText,
  refused,
} from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { presenterOf, skin } from '../shared/skin.ts'
import { BY_REF, facetCounts, nextCursor, nextPage } from './fields.ts'
import { getOperation } from './operation.ts'

/** Describes the parameter Query. */
export const QUERY =
  'Name, alias, or EIN. With Mode=Discovery, a description of what the organizations do. Use * to list all organizations that match the filters.'

/** Filters and order, for pages and exports alike. */
export const narrowingShape = {
  Mode: oneOfOrFirst(
    ['Identity', 'Discovery'],
    'Identity searches names and EINs. Discovery searches what organizations do.',
  ),
  Sort: oneOfOrFirst(
    ['Relevance', 'Revenue', 'Assets', 'Recent'],
    'Order of the hits. A sort never changes which organizations are found.',
  ),
  Order: oneOfOrFirst(
    SORT_ORDERS,
    'Whether the highest (desc) or the lowest (asc) figure comes first. Unknown figures are last.',
  ),
  ...filterShape,
}

export const searchQuery = z
  .strictObject({
    Query: queryText(
      QUERY,
      'is required. Send Query, or send q to ask a question in plain words. To list all organizations that match the filters, send Query=*',
    ),
    q: refused('cannot be combined with Query; send only one of them'),
    Cursor: pageNumber,
    Limit: limit(50, 10),
    Facets: facets,
    ...narrowingShape,
  })
  .superRefine(checkFilters)
type SearchQuery = z.output<typeof searchQuery>

const score = z.int().min(0).max(100)
const text = z.string().optional()
const texts = z.array(z.string()).optional()
const flag = z.boolean().optional()

const similarity = z.strictObject({
  score: score,
  evidenceCoverage: score,
  components: z.array(
    z.strictObject({
      kind: z.string(),
      state: z.enum(['Matched', 'NotMatched', 'Unavailable']),
      weight: z.number(),
      score: score.optional(),
      contribution: z.number().optional(),
      values: texts,
    }),
  ),
})

/** `Match` is in every hit of a search; results of a discovery have `Similarity`. */
export const searchHit = component('SearchHit', {
  ein: z.string().regex(/^\d{9}$/),
  name: z.string(),
  location: text,
  description: text,
  cause: text,
  primaryForm: text,
  entityType: z.enum(ENTITY_TYPES).optional(),
  explanation: text,
  forms: texts,
  familyId: text,
  role: z.enum(['Central', 'Member', 'Independent']).optional(),
  evidenceTier: z.enum(EVIDENCE_TIERS).optional(),
  refs: texts,
  reasons: z
    .array(
      z.looseObject({
        kind: z.enum(['Passage', 'Name', 'Place', 'Classification']),
        ref: text,
        ...{ passage: text, text, isHighlighted: flag, code: text, label: text, isInferred: flag },
        ein: text,
      }),
    )
    .optional(),
  match: z.looseObject({
    kind: z.enum(['EIN', 'ExactName', 'Alias', 'Prefix', 'Fuzzy', 'Cause', 'Filter']),
    field: z.string(),
    value: text,
    ref: text,
    place: text,
    window: z.int().optional(),
  }),
  similarity: similarity.optional(),
})

const results = component('SearchResults', {
  query: z.string(),
  mode: z.enum(['Identity', 'Discovery']),
  hits: z.array(searchHit),
  found: z
    .int()
    .min(0)
    .describe('Number of matches. In Discovery, the number of ranked candidates (Match.Window).'),
  page: z.int().min(1),
  queryVersion: text,
  facets: facetCounts,
  nextCursor: nextCursor,
  resolution: z
    .looseObject({
      status: z.enum(['Exact', 'Ambiguous', 'Closest', 'None']),
      ein: text,
      candidates: z.array(
        z.looseObject({
          ein: z.string(),
          name: z.string(),
          city: text,
          state: text,
          form: text,
        }),
      ),
      suggestion: text,
    })
    .optional(),
})

/** Names that differ from those of the domain, besides their case. */
export const HIT_NAMES = {
  ...BY_REF,
  forms: 'FormTypes',
  role: 'OrganizationRole',
  reasons: 'WhyMatched',
} as const
export const searchResults = skin(results, 'A', HIT_NAMES)
const write = presenterOf(results, 'A', HIT_NAMES)

export const searchRoute = getOperation(
  '/api/v2/search',
  {
    sharesPath: true,
    operationId: 'searchOrganizations',
    group: 'Search',
    summary: 'Search for organizations by name or EIN, or by what they do',
    terms: { access: 'open', costs: 'Data', slot: 'index' },
    examples: [
      {
        name: 'ByName',
        summary: 'A misspelled name (surface A)',
        query: { Query: 'Turkana Wels Partnership', Limit: 1 },
      },
      {
        name: 'ByMeaning',
        summary: 'Organizations in a state, by what they do (surface A, Discovery)',
        query: { Query: 'meals for hungry families', Mode: 'Discovery', State: 'OH', Limit: 1 },
      },
      {
        name: 'InPlainWords',
        summary: 'A question in plain words (surface B)',
        query: { q: 'after-school programs in Ohio', limit: 1 },
      },
    ],
    request: { querystring: searchQuery },
    response: searchResults,
  },
  async (deps: SearchDeps, { query }) =>
    presentSearch(query, await searchOrganizations(deps, toSearchParams(query))),
)

/** Returns the text and the mode of a query. Without text, every mode is a listing. */
export function toQuery(given: { Query?: string | undefined; Mode: SearchMode }) {
  const query = toQueryText(given.Query)
  return { query, mode: query === '' ? ('Discovery' as const) : given.Mode }
}

/** Returns the domain's parameters. */
export function toSearchParams(query: SearchQuery): SearchParams {
  return {
    ...toQuery(query),
    page: query.Cursor,
    limit: query.Limit,
    sort: query.Sort,
    order: query.Order,
    facets: query.Facets,
    filters: toSearchFilters(query),
  }
}

export const presentSearch = (query: SearchQuery, outcome: SearchOutcome) =>
  write({
    ...outcome,
    query: query.Query,
    mode: query.Mode,
    hits: outcome.hits.map(toHit),
    facets: query.Facets ? outcome.facets : undefined,
    nextCursor: nextPage(outcome),
  })

/** Returns a hit as `searchHit` describes it. */
export const toHit = ({ ein, display, match, reasons, explanation }: Hit) => ({
  ...{ ...display, ein, match, explanation },
  location: toLocation(display),
  cause: display.cause?.label,
  entityType: ENTITY_TYPES.find((type) => type === display.entityType),
  forms: someOf(display.forms),
  refs: refsOf(display, reasons),
  reasons: someOf(reasons),
})

function refsOf(display: OrganizationDisplay, reasons: MatchReason[]): string[] {
  const refs = [display.nameRef, display.cause?.ref, ...reasons.map(({ ref }) => ref)]
  return [...new Set(refs.filter((ref) => ref !== undefined))]
}
