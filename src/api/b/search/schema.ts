import { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { dollars, integer, oneOf, queryText, state } from '../../shared/parameters.ts'
import { evidenceRegistry } from '../evidence.ts'

/** Orders of the results. */
export const SORT_WORDS = [
  'relevance',
  'revenue',
  'assets',
  'rating',
  'program_ratio',
  'recent',
] as const

export const searchQuery = z.strictObject({
  q: queryText('A name, an EIN, what organizations do, or a question in plain words.'),
  sort: oneOf(SORT_WORDS, 'Order of the results; wins over words of q.').optional(),
  state: state('Two-letter code of the registered state; wins over words of q.'),
  min_revenue: dollars('Least revenue of the latest filing, USD; wins over words of q.'),
  page: integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    fallback: 1,
    description: 'One-based page.',
  }),
  limit: integer({ min: 1, max: 100, fallback: 10, description: 'Results a page.' }),
})
export type SearchQuery = z.output<typeof searchQuery>

const figure = z
  .strictObject({
    value: z.number(),
    tax_year: z.int(),
    ref: z.string().describe('The leaf of the filing that holds the value.'),
    _src: z.string().optional(),
  })
  .describe('Whole dollars as filed.')

const result = z
  .strictObject({
    ein: z.string().regex(/^\d{9}$/),
    name: z.string(),
    other_names: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.string(),
        ref: z.string(),
        _src: z.string().optional(),
      }),
    ),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
    description: z.string().optional(),
    cause: z
      .strictObject({
        code: z.string(),
        label: z.string(),
        inferred: z.boolean(),
        ref: z.string().optional(),
        _src: z.string().optional(),
      })
      .optional(),
    primary_form: z.string().optional(),
    forms: z.array(z.string()),
    entity_type: z.string(),
    role: z.enum(['Central', 'Member', 'Independent']),
    family_id: z.string().optional(),
    evidence_tier: z.enum(EVIDENCE_TIERS),
    revoked: z.boolean(),
    latest_year: z.int().optional(),
    latest_period_end: z.string().optional(),
    financials: z.strictObject({
      total_revenue: figure.optional(),
      total_expenses: figure.optional(),
      total_assets: figure.optional(),
    }),
    program_ratio: z
      .strictObject({
        value: z.number(),
        tax_year: z.int(),
        ref: z.string(),
        derived_from: z.array(z.string()).describe('Refs of program and of total expenses.'),
        _src: z.string().optional(),
      })
      .optional()
      .describe('Share of expenses spent on programs.'),
    rating: z
      .strictObject({
        score: z.number().min(0).max(100),
        band: z.string(),
        tax_year: z.int(),
        policy_version: z.string(),
        ref: z.string(),
        _src: z.string().optional(),
      })
      .optional()
      .describe('Absent where it is not rated; /ratings has what it is made of.'),
    match: z.strictObject({
      kind: z.enum(['ein', 'exact_name', 'alias', 'prefix', 'fuzzy', 'cause', 'filter']),
      field: z.string(),
      value: z.string().optional(),
      place: z.string().optional(),
      ref: z.string().optional(),
      _src: z.string().optional(),
    }),
    why_matched: z.array(
      z.strictObject({
        kind: z.enum(['passage', 'name', 'place', 'classification']),
        text: z.string(),
        code: z.string().optional(),
        ref: z.string().optional(),
        _src: z.string().optional(),
      }),
    ),
    explanation: z.string().optional(),
    _src: z.string().optional(),
  })
  .meta({ id: 'SearchResultB' })

const interpretation = z
  .strictObject({
    text: z.string().describe('What was searched for; empty where filters and order say it all.'),
    mode: z.enum(['identity', 'discovery']),
    ein: z.string().optional(),
    state: z.string().optional().describe('Registered state that was applied.'),
    works_in_states: z
      .array(z.string())
      .optional()
      .describe('States of work or registration, from words; any of them fits.'),
    cause: z.strictObject({ codes: z.array(z.string()), label: z.string() }).optional(),
    min_revenue: z.number().optional(),
    max_revenue: z.number().optional(),
    sort: z.enum(SORT_WORDS),
    phrases: z
      .array(z.strictObject({ phrase: z.string(), meaning: z.string() }))
      .describe('Which words were read as what.'),
  })
  .meta({ id: 'Interpretation' })

export const searchData = z.strictObject({
  query: z.string(),
  interpretation,
  total: z.int().min(0),
  total_relation: z
    .enum(['exact', 'at_least'])
    .describe(
      'at_least when a discovery ranked as many candidates as it takes at the most, or was sorted by a figure, for which only those near to the query are counted.',
    ),
  page: z.int().min(1),
  limit: z.int().min(1),
  has_more: z.boolean(),
  query_version: z.string(),
  results: z.array(result),
  evidence: evidenceRegistry,
})

export type SearchData = z.output<typeof searchData>
export type SearchResult = z.output<typeof result>
