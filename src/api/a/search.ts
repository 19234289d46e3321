import { z } from 'zod'
import { EVIDENCE_TIERS, type OrganizationDisplay } from '#mappings/organization-document.ts'
import { ENTITY_TYPES } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import {
  checkFilters,
  filterShape,
  toQueryText,
  toSearchFilters,
} from '#src/search/given-filters.ts'
import {
  type Hit,
  type MatchReason,
  type Resolution,
  type SearchMode,
  type SearchOutcome,
  type SearchParams,
  SORT_ORDERS,
} from '#src/search/params.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import {
  boolean,
  integer,
  oneOfOrFirst,
  pageNumber,
  queryText,
  refused,
} from '../shared/parameters.ts'
import { component, required } from '../shared/schemas.ts'
import { facetCounts, nextCursor, presentFacets, toFields } from './fields.ts'
import { getOperation } from './operation.ts'

/** Describes the parameter Query. */
export const QUERY =
  'Name, alias, or EIN. With Mode=Discovery, a description of what the organizations do. Use * to list all organizations that match the filters. Only the first 60 words are compared with names, and the first 150 with descriptions.'

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
    Limit: integer({ max: 50, fallback: 10, description: 'Hits per page.' }),
    Facets: boolean('Returns match counts by state, cause, form, entity type, and revenue.'),
    ...narrowingShape,
  })
  .superRefine(checkFilters)
type SearchQuery = z.output<typeof searchQuery>

const score = z.int().min(0).max(100)
const text = z.string().optional()
const texts = z.array(z.string()).optional()

const similarity = z.strictObject({
  Score: score,
  EvidenceCoverage: score,
  Components: z.array(
    z.strictObject({
      Kind: z.string(),
      State: z.enum(['Matched', 'NotMatched', 'Unavailable']),
      Weight: z.number(),
      Score: score.optional(),
      Contribution: z.number().optional(),
      Values: texts,
    }),
  ),
})

/** `Match` is in every hit of a search; results of a discovery have `Similarity`. */
export const searchHit = component('SearchHit', {
  EIN: z.string().regex(/^\d{9}$/),
  Name: z.string(),
  Location: text,
  Description: text,
  Cause: text,
  PrimaryForm: text,
  EntityType: z.enum(ENTITY_TYPES).optional(),
  Explanation: text,
  FormTypes: texts,
  FamilyID: text,
  OrganizationRole: z.enum(['Central', 'Member', 'Independent']).optional(),
  EvidenceTier: z.enum(EVIDENCE_TIERS).optional(),
  EvidenceRefs: texts,
  WhyMatched: z
    .array(
      z.looseObject({
        Kind: z.enum(['Passage', 'Name', 'Place', 'Classification']),
        EvidenceRef: text,
      }),
    )
    .optional(),
  Match: z.looseObject({
    Kind: z.enum(['EIN', 'ExactName', 'Alias', 'Prefix', 'Fuzzy', 'Cause', 'Filter']),
    Field: z.string(),
    Value: text,
    EvidenceRef: text,
    Place: text,
    Window: z.int().optional(),
  }),
  Similarity: similarity.optional(),
})

export const searchResults = component('SearchResults', {
  Query: z.string(),
  Mode: z.enum(['Identity', 'Discovery']),
  Hits: z.array(searchHit),
  Found: required.count(
    'Number of matches. In Discovery, the number of ranked candidates (Match.Window).',
  ),
  Page: z.int().min(1),
  QueryVersion: text,
  Facets: facetCounts,
  NextCursor: nextCursor,
  Resolution: z
    .looseObject({
      Status: z.enum(['Exact', 'Ambiguous', 'Closest', 'None']),
      EIN: text,
      Candidates: z.array(
        z.looseObject({
          EIN: z.string(),
          Name: z.string(),
          City: text,
          State: text,
          Form: text,
        }),
      ),
      Suggestion: text,
    })
    .optional(),
})
type SearchResults = z.output<typeof searchResults>
export type SearchHit = z.output<typeof searchHit>

export const searchRoute = getOperation(
  '/api/v2/search',
  {
    sharesPath: true,
    operationId: 'searchOrganizations',
    group: 'Search',
    summary: 'Search for organizations by name or EIN, or by what they do',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
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

export const presentSearch = (query: SearchQuery, outcome: SearchOutcome): SearchResults => ({
  Query: query.Query,
  Mode: query.Mode,
  Hits: outcome.hits.map(presentHit),
  ...toFields(outcome, 'found', 'page', 'queryVersion'),
  Facets: query.Facets && outcome.facets ? presentFacets(outcome.facets) : undefined,
  NextCursor: outcome.hasNextPage ? String(outcome.page + 1) : undefined,
  Resolution: outcome.resolution && presentResolution(outcome.resolution),
})

export function presentHit({ ein, display, match, reasons, explanation }: Hit): SearchHit {
  const { name, description, primaryForm, evidenceTier } = display
  const { kind, field, value, place, window, ref } = match
  return {
    EIN: ein,
    ...toFields({ name, description, primaryForm, evidenceTier, explanation }),
    Location: toLocation(display),
    Cause: display.cause?.label,
    EntityType: ENTITY_TYPES.find((type) => type === display.entityType),
    FormTypes: display.forms.length > 0 ? display.forms : undefined,
    FamilyID: display.familyId,
    OrganizationRole: display.role,
    EvidenceRefs: evidenceRefs(display, reasons),
    WhyMatched: reasons.length > 0 ? reasons.map(presentReason) : undefined,
    Match: { ...toFields({ kind, field, value, place, window }), EvidenceRef: ref },
  }
}

function evidenceRefs(display: OrganizationDisplay, reasons: MatchReason[]): string[] {
  const refs = [display.nameRef, display.cause?.ref, ...reasons.map(({ ref }) => ref)]
  return [...new Set(refs.filter((ref) => ref !== undefined))]
}

type Reason = NonNullable<SearchHit['WhyMatched']>[number]

export function presentReason(reason: MatchReason): Reason {
  const { kind: Kind, ref: EvidenceRef } = reason
  switch (reason.kind) {
    case 'Passage': {
      const { passage, text, isHighlighted } = reason
      return { Kind, Passage: passage, Text: text, Highlighted: isHighlighted, EvidenceRef }
    }
    case 'Name':
      return { Kind, Text: reason.text, EvidenceRef }
    case 'Place':
      return { Kind, Code: reason.code, Label: reason.label, EvidenceRef }
    case 'Classification': {
      const { code, label, isInferred } = reason
      return { Kind, Code: code, Label: label, Inferred: isInferred, EvidenceRef }
    }
  }
}

const presentResolution = ({ status, ein, candidates, suggestion }: Resolution) => ({
  Status: status,
  EIN: ein,
  Candidates: candidates.map(({ ein, ...candidate }) => ({ EIN: ein, ...toFields(candidate) })),
  Suggestion: suggestion,
})
