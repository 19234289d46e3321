import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { EVIDENCE_TIERS, type OrganizationDisplay } from '#mappings/organization-document.ts'
import { ENTITY_TYPES } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import type {
  Hit,
  MatchReason,
  Resolution,
  SearchOutcome,
  SearchParams,
} from '#src/search/params.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import { boolean, integer, oneOfOrFirst, queryText, refused } from '../shared/parameters.ts'
import { checkFilters, filterShape, toSearchFilters } from '../shared/search-filters.ts'
import { operation } from './operation.ts'

/** Filters and order, for pages and exports alike. */
export const narrowingShape = {
  Mode: oneOfOrFirst(
    ['Identity', 'Discovery'],
    'Identity looks up names and EINs, Discovery what organizations do.',
  ),
  Sort: oneOfOrFirst(['Relevance', 'Revenue', 'Assets', 'Recent'], 'Order of the hits.'),
  ...filterShape,
}

export const searchQuery = z
  .strictObject({
    Query: queryText(
      'A name, EIN or alias; in Discovery, what the organizations do.',
      'is required; send Query, or q for a question in plain words',
    ),
    q: refused('belongs to the other form of this search; send Query or q, not both'),
    Cursor: integer({
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      fallback: 1,
      description: 'One-based page; NextCursor of the page before.',
    }),
    Limit: integer({ min: 1, max: 50, fallback: 10, description: 'Hits a page.' }),
    Facets: boolean('Whether to count the matches by state, cause, form, type and revenue.'),
    ...narrowingShape,
  })
  .superRefine(checkFilters)
type SearchQuery = z.output<typeof searchQuery>

const score = z.int().min(0).max(100)

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
      Values: z.array(z.string()).optional(),
    }),
  ),
})

/** `Match` is in every hit of a search; results of a discovery have `Similarity`. */
export const searchHit = z
  .strictObject({
    EIN: z.string().regex(/^\d{9}$/),
    Name: z.string(),
    Location: z.string().optional(),
    Description: z.string().optional(),
    Cause: z.string().optional(),
    PrimaryForm: z.string().optional(),
    EntityType: z.enum(ENTITY_TYPES).optional(),
    Explanation: z.string().optional(),
    FormTypes: z.array(z.string()).optional(),
    FamilyID: z.string().optional(),
    OrganizationRole: z.enum(['Central', 'Member', 'Independent']).optional(),
    EvidenceTier: z.enum(EVIDENCE_TIERS).optional(),
    EvidenceRefs: z.array(z.string()).optional(),
    WhyMatched: z
      .array(
        z.looseObject({
          Kind: z.enum(['Passage', 'Name', 'Place', 'Classification']),
          EvidenceRef: z.string().optional(),
        }),
      )
      .optional(),
    Match: z.looseObject({
      Kind: z.enum(['EIN', 'ExactName', 'Alias', 'Prefix', 'Fuzzy', 'Cause', 'Filter']),
      Field: z.string(),
      Value: z.string().optional(),
      EvidenceRef: z.string().optional(),
      Place: z.string().optional(),
      Window: z.int().optional(),
    }),
    Similarity: similarity.optional(),
  })
  .meta({ id: 'SearchHit' })

export const searchResults = z
  .strictObject({
    Query: z.string(),
    Mode: z.enum(['Identity', 'Discovery']),
    Hits: z.array(searchHit),
    Found: z
      .int()
      .min(0)
      .describe(
        'Matches. In Discovery the candidates that were ranked, see Match.Window; sorted by a figure, only those near to the query, which may be fewer.',
      ),
    Page: z.int().min(1),
    QueryVersion: z.string().optional(),
    Facets: z
      .record(
        z.string(),
        z.array(z.looseObject({ Value: z.string(), Label: z.string(), Count: z.int() })),
      )
      .optional(),
    NextCursor: z.string().optional(),
    Resolution: z
      .looseObject({
        Status: z.enum(['Exact', 'Ambiguous', 'Closest', 'None']),
        EIN: z.string().optional(),
        Candidates: z.array(
          z.looseObject({
            EIN: z.string(),
            Name: z.string(),
            City: z.string().optional(),
            State: z.string().optional(),
            Form: z.string().optional(),
          }),
        ),
        Suggestion: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'SearchResults' })
type SearchResults = z.output<typeof searchResults>
export type SearchHit = z.output<typeof searchHit>

export const searchRoutes =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/search', {
      constraints: { surface: 'a' },
      ...operation({
        operationId: 'searchOrganizations',
        group: 'Search',
        summary: 'Search organizations by identity or by what they do',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: [
          {
            name: 'ByName',
            summary: 'A misspelt name (surface A)',
            query: { Query: 'Turkana Wels Partnership', Limit: 1 },
          },
          {
            name: 'ByMeaning',
            summary: 'What organizations do, in a state (surface A, Discovery)',
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
      }),
      handler: async ({ query }) =>
        presentSearch(query, await searchOrganizations(deps, toSearchParams(query))),
    })
  }

/** Returns the domain's parameters. */
export function toSearchParams(query: SearchQuery): SearchParams {
  return {
    query: query.Query,
    mode: query.Mode,
    page: query.Cursor,
    limit: query.Limit,
    sort: query.Sort,
    facets: query.Facets,
    filters: toSearchFilters(query),
  }
}

export function presentSearch(query: SearchQuery, outcome: SearchOutcome): SearchResults {
  return {
    Query: query.Query,
    Mode: query.Mode,
    Hits: outcome.hits.map(presentHit),
    Found: outcome.found,
    Page: outcome.page,
    QueryVersion: outcome.queryVersion,
    ...(query.Facets && outcome.facets && { Facets: presentFacets(outcome.facets) }),
    ...(outcome.hasNextPage && { NextCursor: String(outcome.page + 1) }),
    ...(outcome.resolution && { Resolution: presentResolution(outcome.resolution) }),
  }
}

export function presentHit({ ein, display, match, reasons, explanation }: Hit): SearchHit {
  return {
    EIN: ein,
    Name: display.name,
    Location: toLocation(display),
    Description: display.description,
    Cause: display.cause?.label,
    PrimaryForm: display.primaryForm,
    EntityType: ENTITY_TYPES.find((type) => type === display.entityType),
    Explanation: explanation,
    FormTypes: display.forms.length > 0 ? display.forms : undefined,
    FamilyID: display.familyId,
    OrganizationRole: display.role,
    EvidenceTier: display.evidenceTier,
    EvidenceRefs: evidenceRefs(display, reasons),
    WhyMatched: reasons.length > 0 ? reasons.map(presentReason) : undefined,
    Match: {
      Kind: match.kind,
      Field: match.field,
      Value: match.value,
      EvidenceRef: match.ref,
      Place: match.place,
      Window: match.window,
    },
  }
}

function evidenceRefs(display: OrganizationDisplay, reasons: MatchReason[]): string[] {
  const refs = [display.nameRef, display.cause?.ref, ...reasons.map(({ ref }) => ref)]
  return [...new Set(refs.filter((ref) => ref !== undefined))]
}

type Reason = NonNullable<SearchHit['WhyMatched']>[number]

export function presentReason(reason: MatchReason): Reason {
  if (reason.kind === 'Passage') {
    const { passage, text, isHighlighted, ref } = reason
    return {
      Kind: 'Passage',
      Passage: passage,
      Text: text,
      Highlighted: isHighlighted,
      EvidenceRef: ref,
    }
  }
  if (reason.kind === 'Name') {
    return { Kind: 'Name', Text: reason.text, EvidenceRef: reason.ref }
  }
  const { kind, code, label, ref } = reason
  return {
    Kind: kind,
    Code: code,
    Label: label,
    ...(reason.kind === 'Classification' && { Inferred: reason.isInferred }),
    EvidenceRef: ref,
  }
}

const presentFacets = (facets: NonNullable<SearchOutcome['facets']>) =>
  Object.fromEntries(
    Object.entries(facets).map(([key, buckets]) => [
      key,
      buckets.map(({ value, label, count }) => ({ Value: value, Label: label, Count: count })),
    ]),
  )

const presentResolution = ({ status, ein, candidates, suggestion }: Resolution) => ({
  Status: status,
  EIN: ein,
  Candidates: candidates.map((candidate) => ({
    EIN: candidate.ein,
    Name: candidate.name,
    City: candidate.city,
    State: candidate.state,
    Form: candidate.form,
  })),
  Suggestion: suggestion,
})
