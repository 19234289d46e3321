import { z } from 'zod'
import { EVIDENCE_TIERS } from '#mappings/organization-document.ts'
import { state } from '#src/search/filter-parameters.ts'
import { checkFilters, FILTER_ROWS, type GivenFilters } from '#src/search/filters.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import { integer, oneOf, queryText } from '../../shared/parameters.ts'
import { component, optionalObject } from '../../shared/schemas.ts'
import { oneWord, skin, toSnakeCase } from '../../shared/skin.ts'
import { evidenceRegistry } from '../evidence.ts'

const text = z.string().optional()

/** Orders of the results. */
export const SORT_WORDS = [
  'relevance',
  'revenue',
  'assets',
  'rating',
  'program_ratio',
  'recent',
] as const

/** The filters of surface A that this surface has, with their names here. */
const FILTERS = FILTER_ROWS.filter(([, { applied, key }]) => applied ?? key === undefined).map(
  ([name, row]) => ({ ...row, name, own: toSnakeCase(name) }),
)

const filters = Object.fromEntries(FILTERS.map(({ own, parameter }) => [own, parameter]))

const parameters = z.strictObject({
  q: queryText(
    'Name, EIN, what organizations do, or a question in plain words. Other parameters override it.',
  ),
  sort: oneOf(SORT_WORDS, 'Sort order of the results.').optional(),
  ...(filters as object),
  state: state('State of registration, by code or name.', 'q'),
  order: oneOf(
    SORT_ORDERS,
    'Whether the highest (desc) or the lowest (asc) figure comes first.',
  ).optional(),
  page: integer({
    max: Number.MAX_SAFE_INTEGER,
    fallback: 1,
    description: 'Page number, starting at 1.',
  }),
  limit: integer({
    max: 100,
    fallback: undefined,
    description: 'Results per page; 10 unless q says how many ("top 20").',
  }),
})

export const searchQuery = parameters.superRefine((given, check) =>
  checkFilters(toGiven(given), check, toOwnName),
)
export type SearchQuery = z.output<typeof searchQuery>

const toOwnName = (wanted: string): string =>
  FILTERS.find(({ name }) => name === wanted)?.own ?? wanted

/** Returns the filters of a request by their names on surface A. */
export const toGiven = (query: Readonly<Record<string, unknown>>): GivenFilters =>
  Object.fromEntries(FILTERS.map(({ name, own }) => [name, query[own]]))

const figure = component('SearchFigure', {
  value: z.number(),
  taxYear: z.int(),
  ref: z.string(),
})

/** One result; its own source is that of its name. */
export const result = component('SearchResultB', {
  ein: z.string().regex(/^\d{9}$/),
  name: z.string(),
  otherNames: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.string(),
      ref: z.string(),
    }),
  ),
  city: text,
  state: text,
  country: text,
  description: text,
  cause: optionalObject({
    code: z.string(),
    label: z.string(),
    isInferred: z.boolean(),
    ref: text,
  }),
  primaryForm: text,
  forms: z.array(z.string()),
  entityType: z.string(),
  role: z.enum(['Central', 'Member', 'Independent']),
  familyId: text,
  evidenceTier: z.enum(EVIDENCE_TIERS),
  isRevoked: z.boolean(),
  latestYear: z.int().optional(),
  latestPeriodEnd: text,
  financials: z.strictObject({
    totalRevenue: figure.optional(),
    totalExpenses: figure.optional(),
    totalAssets: figure.optional(),
  }),
  programRatio: z
    .strictObject({
      value: z.number(),
      taxYear: z.int(),
      ref: z.string(),
      derivedFrom: z.array(z.string()),
    })
    .optional(),
  rating: z
    .strictObject({
      score: z.number().min(0).max(100),
      band: z.string().optional(),
      taxYear: z.int(),
      policyVersion: z.string(),
      ref: z.string(),
    })
    .optional(),
  match: z.strictObject({
    kind: oneWord(['EIN', 'ExactName', 'Alias', 'Prefix', 'Fuzzy', 'Cause', 'Filter']),
    field: z.string(),
    value: text,
    place: text,
    ref: text,
  }),
  whyMatched: z.array(
    z.strictObject({
      kind: oneWord(['Passage', 'Name', 'Place', 'Classification']),
      text: z.string(),
      code: text,
      ref: text,
    }),
  ),
  explanation: text,
})

const {
  state: registered,
  city,
  zip,
  counties,
  near,
  exclude,
  ...others
} = Object.fromEntries(
  FILTERS.flatMap(({ key, applied }) => (key && applied ? [[toSnakeCase(key), applied]] : [])),
)

const interpretation = component('Interpretation', {
  text: z.string(),
  mode: z.enum(['identity', 'discovery']),
  ein: text,
  ...({ state: registered } as object),
  works_in_states: z
    .array(z.string())
    .optional()
    .describe('Matches organizations that work or are registered in any of these states.'),
  ...({ city, zip, counties, near } as object),
  cause: z.strictObject({ codes: z.array(z.string()), label: z.string() }).optional(),
  ...({ ...others, exclude } as object),
  sort: z.enum(SORT_WORDS),
  order: z.enum(SORT_ORDERS).optional(),
  phrases: z.array(
    z.strictObject({
      phrase: z.string(),
      meaning: z.string(),
    }),
  ),
  not_understood: z
    .array(z.strictObject({ phrase: z.string(), why: z.string() }))
    .describe('Conditions in q that were not applied, why, and what to do instead.'),
})

export const searchData = z.strictObject({
  query: z.string(),
  interpretation,
  total: z.int().min(0),
  total_relation: z
    .enum(['exact', 'at_least'])
    .describe('at_least if a search by meaning reached its candidate limit.'),
  page: z.int().min(1),
  limit: z.int().min(1),
  has_more: z.boolean(),
  query_version: z.string(),
  results: z.array(skin(result, 'B')),
  evidence: evidenceRegistry,
})

export type SearchData = z.output<typeof searchData>
