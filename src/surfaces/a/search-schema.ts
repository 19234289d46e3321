import { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { ENTITY_TYPES } from '../../domain/form.ts'
import { boolean, integer, oneOfOrFirst, queryText, refused } from '../parameters.ts'
import { checkFilters, filterShape } from '../search-filters.ts'

/** What narrows and orders a search, of pages and of an export alike. */
export const narrowingShape = {
  Mode: oneOfOrFirst(
    ['Identity', 'Discovery'],
    'Identity looks up names and EINs, Discovery what organizations do.',
  ),
  Sort: oneOfOrFirst(['Relevance', 'Revenue', 'Assets', 'Recent'], 'Order of the hits.'),
  ...filterShape,
}

/** Parameters of `GET /api/v2/search` (interface part 4.1). */
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
export type SearchQuery = z.output<typeof searchQuery>

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

/** Interface part 2.1, SearchHit; Match is in every hit of a search. */
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

/** Interface part 2.1, SearchResults. */
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
export type SearchResults = z.output<typeof searchResults>
export type SearchHit = z.output<typeof searchHit>
