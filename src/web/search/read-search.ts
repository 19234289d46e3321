import { z } from 'zod'
import { integer, oneOf, queryText } from '#src/api/shared/parameters.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { toQueryText } from '#src/search/filter-parameters.ts'
import type { FilterTable } from '#src/search/filter-table.ts'
import {
  checkFilters,
  FILTERS,
  filterShape,
  type SearchFilters,
  toSearchFilters,
} from '#src/search/filters.ts'
import {
  type SearchMode,
  SORT_ORDERS,
  SORTS,
  type Sort,
  type SortOrder,
} from '#src/search/params.ts'
import { toPlain } from '../list-query.ts'
import { SEARCH_NAMES, type SearchAddress, type SearchName } from './address.ts'

/** A parsed search. Without `mode`, the words determine it (search/ask.ts). */
export type GivenSearch = {
  query?: string
  mode?: SearchMode
  sort?: Sort
  order?: SortOrder
  page: number
  limit: number
  filters: SearchFilters
}

/** The parameters of a search page: either a search, or what is wrong with each. */
export type ReadSearch =
  | { address: SearchAddress; given: GivenSearch; issues?: never }
  | { address: SearchAddress; given?: never; issues: Partial<Record<SearchName, string>> }

const FIRST_PAGE = 1
// The default of surface A.
const LIMIT = 10

const schema = z
  .object({
    Query: queryText('A name, EIN, or cause.').optional(),
    Mode: oneOf(
      ['Identity', 'Discovery'],
      'Whether the words are a name or EIN (Identity) or describe what organizations do (Discovery).',
    ).optional(),
    Sort: oneOf(SORTS, 'Sort order of the hits.').optional(),
    Order: oneOf(SORT_ORDERS, 'Whether the highest or the lowest figure comes first.').optional(),
    View: oneOf(['Cards', 'Table'], 'How hits are shown, by default as cards.').optional(),
    Cursor: integer({
      max: Number.MAX_SAFE_INTEGER,
      fallback: FIRST_PAGE,
      description: 'One-based page.',
    }),
    Limit: integer({ max: 50, fallback: LIMIT, description: 'Hits per page.' }),
    ...filterShape,
  })
  .superRefine(checkFilters)

/**
 * Reads the parameters of a search page. Unlike surface A it accepts empty fields, which forms send,
 * dollars as people write them, `Page` for `Cursor`, and unknown names such as tracking tags.
 */
export function readSearch(raw: Readonly<Record<string, unknown>>): ReadSearch {
  const texts = takeTexts(raw)
  const read = schema.safeParse(texts)
  if (!read.success) return { address: toShown(texts), issues: toIssues(read.error) }
  const { Query, Mode, Sort, Order, View: _, Cursor, Limit, ...filters } = read.data
  return {
    address: toCanonical(texts, read.data),
    given: {
      ...knownFields({ query: Query, mode: Mode, sort: Sort, order: Order }),
      page: Cursor,
      limit: Limit,
      filters: toSearchFilters(filters),
    },
  }
}

/** Whether a search has no criteria, so that the front page is shown. */
export const isBlank = ({ query, filters, sort }: GivenSearch): boolean =>
  query === undefined && sort === undefined && Object.keys(filters).length === 0

type Texts = Partial<Record<SearchName, unknown>>

function takeTexts(raw: Readonly<Record<string, unknown>>): Texts {
  const withPage: Record<string, unknown> = { ...raw, Cursor: raw.Cursor ?? raw.Page }
  // Exclude may be sent several times.
  if (Array.isArray(raw.Exclude)) withPage.Exclude = raw.Exclude.join(',')
  return Object.fromEntries(
    SEARCH_NAMES.map((name) => [name, tidy(name, withPage[name])]).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
}

function tidy(name: SearchName, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  // As on surface A, a star lists everything.
  if (name === 'Query' && toQueryText(text) === '') return ''
  return toPlain(text, (FILTERS as FilterTable)[name])
}

/** Returns the text that was typed; for a repeated parameter, its first value. */
const toShown = (texts: Texts): SearchAddress =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, String([value].flat()[0])]),
  )

/** Returns the address without defaults, and with states by their code. */
function toCanonical(texts: Texts, read: z.output<typeof schema>): SearchAddress {
  const { State, View, Cursor, Limit } = read
  const { State: _, View: __, Cursor: ___, Limit: ____, ...others } = toShown(texts)
  return {
    ...others,
    ...(State !== undefined && { State }),
    ...(View === 'Table' && { View }),
    ...(Cursor !== FIRST_PAGE && { Cursor: String(Cursor) }),
    ...(Limit !== LIMIT && { Limit: String(Limit) }),
  }
}

function toIssues(error: z.ZodError): Partial<Record<SearchName, string>> {
  const issues: Partial<Record<SearchName, string>> = {}
  for (const { path, message } of error.issues) {
    const name = SEARCH_NAMES.find((one) => one === path[0])
    if (name) issues[name] ??= message
  }
  return issues
}
