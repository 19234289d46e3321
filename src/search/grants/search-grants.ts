import { indexAlias } from '#mappings/companions.ts'
import type { GrantDisplay, GrantDocument } from '#mappings/grants.ts'
import { roundVector } from '#src/platform/embedding/round-vector.ts'
import { singular } from '../../domain/cause-phrases.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import type { Form } from '../../domain/form.ts'
import { purposeWords, toPurposeKey } from '../../domain/grant-purpose.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { normalizeName } from '../../domain/names.ts'
import type {
  EdgeCategory,
  MatchConfidence,
  MatchMethod,
  NotCounted,
} from '../../domain/network.ts'
import type { EngineHit, SearchResponse } from '../../platform/clients/opensearch.ts'
import { buildPage, type PageOutcome, readPage, requirePage } from '../facets.ts'
import { buildClauses, type Clause, clausesWithout } from '../filter-table.ts'
import { firstWords, MAX_WORDS } from '../identity/readings.ts'
import { readIndexMeta } from '../index-state.ts'
import { firstOrder, type SortOrder } from '../params.ts'
import type { SearchDeps } from '../search.ts'
import {
  GRANT_FACETS,
  GRANT_FILTERS,
  type GrantFacet,
  type GrantField,
  type GrantFilters,
} from './filters.ts'

export const GRANT_SORTS = ['Relevance', 'Amount', 'Year'] as const
export type GrantSort = (typeof GRANT_SORTS)[number]

export type GrantSearch = {
  /** Words of the purpose, or an EIN of either side; empty: all rows that pass the filters. */
  query: string
  filters: GrantFilters
  sort: GrantSort
  /** `desc`, from the highest value, if absent. Relevance has one order. */
  order?: SortOrder
  facets: boolean
  /** From 1. */
  page: number
  limit: number
}

/** A frequent purpose that is close in meaning to a query, and their cosine. */
export type NearPurpose = { purpose: string; similarity: number }

/** Why a row is a hit. */
export type GrantMatch = {
  kind: 'EIN' | 'Words' | 'Meaning' | 'Filter'
  field: 'FunderEIN' | 'RecipientEIN' | 'Purpose' | 'RecipientName' | 'Filters'
  /** Of the purpose to the query, 0 to 1; only if the meaning matched. */
  similarity?: number
}

/** The row as filed, with the types of the domain. */
export type FiledGrant = Omit<
  GrantDisplay,
  'form' | 'notCounted' | 'matchMethod' | 'matchConfidence'
> & {
  form: Form
  notCounted?: NotCounted
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
}

export type GrantHit = FiledGrant & {
  funderEin: string
  recipientEin?: string
  /** Dollars. */
  amount?: number
  taxYear: number
  category: EdgeCategory
  match: GrantMatch
}

/** A sum over rows of a category. Rows without an amount add nothing. */
export type GrantSum = {
  category: EdgeCategory
  /** Whether sums over counterparties include the rows. */
  isCounted: boolean
  rows: number
  /** Rows that state an amount. */
  amounts: number
  /** Dollars; absent if no row states an amount, or the sum is not exact. */
  amount?: number
}

/** Of the rows that sums include, those whose EIN is the recipient asked for, with another's name. */
export type UncertainSum = Pick<GrantSum, 'rows' | 'amount'>

export type GrantOutcome = PageOutcome<GrantFacet> & {
  hits: GrantHit[]
  sums: GrantSum[]
  uncertain: UncertainSum
  /** Version of the ranking. */
  queryVersion: string
}

const readNearPurposes = (hits: readonly EngineHit<{ purpose: string }>[]): NearPurpose[] =>
  hits.flatMap(({ _score, _source }) =>
    _source && _score !== null ? [{ purpose: _source.purpose, similarity: _score - 1 }] : [],
  )

/** Returns the rows of hits, each with the reason it matches the query. */
export const readGrantHits = (
  hits: readonly EngineHit<GrantDocument>[],
  query: string,
  near: readonly NearPurpose[],
): GrantHit[] =>
  hits.flatMap((hit) => {
    if (!hit._source) return []
    const { ein, display, filter } = hit._source
    const { recipient: recipientEin, amount, year, category } = filter
    return {
      ...(display as FiledGrant),
      funderEin: ein,
      ...knownFields({ recipientEin, amount }),
      taxYear: year,
      category: category as EdgeCategory,
      match: toMatch(hit, hit._source, query, near),
    }
  })

function toMatch(
  { matched_queries }: EngineHit<unknown>,
  { ein, purpose }: GrantDocument,
  query: string,
  near: readonly NearPurpose[],
): GrantMatch {
  if (query === '') return { kind: 'Filter', field: 'Filters' }
  const asked = parseTypedEin(query)
  if (asked) return { kind: 'EIN', field: asked === ein ? 'FunderEIN' : 'RecipientEIN' }
  const matched = Array.isArray(matched_queries) ? matched_queries : []
  const similarity = near.find((one) => one.purpose === purpose)?.similarity
  const close = similarity === undefined ? {} : { similarity: toHundredths(similarity) }
  if (matched.includes(CLAUSES.purpose)) return { kind: 'Words', field: 'Purpose', ...close }
  if (similarity !== undefined) return { kind: 'Meaning', field: 'Purpose', ...close }
  return { kind: 'Words', field: 'RecipientName' }
}

const toHundredths = (similarity: number): number => Math.round(similarity * 100) / 100

type Buckets<More> = { buckets: ({ key: string | number; doc_count: number } & More)[] }
type Counted = Buckets<{ amount: { count: number; sum: number } }>

type Sums = {
  values: Buckets<{ counted: Counted }>
  uncertain?: { amount: { count: number; sum: number }; doc_count: number }
}

/** Reads the sums of a page. */
export function readSums({
  aggregations = {},
}: SearchResponse<unknown>): Pick<GrantOutcome, 'sums' | 'uncertain'> {
  const { values, uncertain } = aggregations.sums as Sums
  const sums = values.buckets.flatMap(({ key, counted }) =>
    counted.buckets.map((bucket) => ({
      category: key as EdgeCategory,
      isCounted: bucket.key === 1,
      rows: bucket.doc_count,
      amounts: bucket.amount.count,
      ...(bucket.amount.count > 0 && exactly(bucket.amount.sum)),
    })),
  )
  const { amount, doc_count: rows = 0 } = uncertain ?? {}
  return { sums, uncertain: { rows, ...(amount?.count && exactly(amount.sum)) } }
}

// Beyond 2^53, a sum depends on the order of addition.
const exactly = (sum: number) => (Math.abs(sum) <= Number.MAX_SAFE_INTEGER ? { amount: sum } : {})

/**
 * Searches rows of current returns that report money given, by the words and the meaning of their
 * purpose. Throws ApiError PageTooDeep, SearchUnavailable, or IndexNotReady.
 */
export async function searchGrants(deps: SearchDeps, search: GrantSearch): Promise<GrantOutcome> {
  requirePage(search)
  const index = indexAlias(deps.indexPrefix, 'grants')
  const near = await readNear(deps, index, search.query)
  const response = await deps.opensearch.search<GrantDocument>({
    index,
    body: buildGrantSearch(search, near),
  })
  return {
    ...readPage(GRANT_FACETS, search, response),
    hits: readGrantHits(response.hits.hits, search.query, near),
    ...readSums(response),
    queryVersion: GRANTS_QUERY_VERSION,
  }
}

/**
 * Returns the purposes near in meaning to a query; none for an EIN, for words that fit any grant, and
 * for an index whose vectors come from another model.
 */
export async function readNear(
  deps: SearchDeps,
  index: string,
  query: string,
): Promise<NearPurpose[]> {
  const text = toPurposeKey(query)
  if (text === undefined || parseTypedEin(query)) return []
  // Singular and plural find the same rows.
  const body = buildPurposeSearch(await deps.embed(singular(text)))
  const { hits } = await deps.opensearch.search<{ purpose: string }>({ index, body })
  const [first] = hits.hits
  if (!first) return []
  const { embeddingModel } = await readIndexMeta(deps.opensearch, first._index)
  return embeddingModel === deps.embeddingModel ? readNearPurposes(hits.hits) : []
}

/** Raise it whenever a boost, floor, or clause changes. */
export const GRANTS_QUERY_VERSION = 'grants-2'

/** How many purposes a query's meaning is compared to. */
const NEAREST = 30

// The least cosine of a purpose that means the same as a query. Over 2,286 distinct purposes of real
// returns, the nearest to nonsense or to a subject that no grant has is at 0.29 to 0.38. From 0.4 to
// 0.5, about half are only related: "hunger" to "literacy", "disaster relief" to "animal rescue".
const MIN_SIMILARITY = 0.5

/** Searches for the purposes nearest to a query. */
export const buildPurposeSearch = (vector: Float32Array): Clause => ({
  size: NEAREST,
  query: {
    function_score: {
      query: { knn: { 'vector.purpose': { vector: roundVector(vector), k: NEAREST } } },
      // The engine scores an inner product of normalized vectors as 1 + cosine.
      min_score: 1 + MIN_SIMILARITY,
    },
  },
  _source: ['purpose'],
  track_total_hits: false,
})

/** Names of the clauses that a hit matched. */
const CLAUSES = { purpose: 'purpose', recipient: 'recipient' } as const

// A rare word in a short purpose scores 5 to 12. A purpose that means the same without sharing a word
// scores half of that.
const MEANING_BOOST = 6
// Many grants for general support go to organizations whose name says what they do.
const RECIPIENT_BOOST = 0.4
// Of three or more words, a third may be missing: purposes have few words.
const MIN_WORDS = '2<67%'

/**
 * Builds the clause of a query: the words that distinguish a purpose must be in the purpose or in the
 * recipient's name, or the purpose must be among the nearest ones.
 */
function buildQuery(query: string, near: readonly NearPurpose[]): Clause[] {
  if (query === '') return []
  const ein = parseTypedEin(query)
  if (ein) {
    return [{ bool: { should: [{ term: { ein } }, { term: { 'filter.recipient': ein } }] } }]
  }
  const telling = purposeWords(query).join(' ')
  const words = firstWords(telling || query, MAX_WORDS.discovery)
  const match = (field: string, text: string, more: Clause) => ({
    match: { [field]: { query: text, minimum_should_match: MIN_WORDS, ...more } },
  })
  const recipient = normalizeName(words)
  const should = [
    match('query.purpose', words, { _name: CLAUSES.purpose }),
    ...(recipient === '' || telling === ''
      ? []
      : [
          match('query.recipient', recipient, { _name: CLAUSES.recipient, boost: RECIPIENT_BOOST }),
        ]),
    ...near.map(({ purpose, similarity }) => ({
      constant_score: { filter: { term: { purpose } }, boost: MEANING_BOOST * similarity },
    })),
  ]
  return [{ bool: { should } }]
}

/** Builds the clauses of all rows that a search finds. */
export function buildRows(
  { query, filters }: Pick<GrantSearch, 'query' | 'filters'>,
  near: readonly NearPurpose[],
): Clause {
  const filter = clausesWithout(buildClauses(GRANT_FILTERS, filters))
  return { bool: { must: buildQuery(query, near), filter } }
}

/** Builds sums of the rows that pass the filters, and of those that may be for another recipient. */
const buildSums = (filter: Clause[], recipient: string | undefined): Clause => ({
  filter: { bool: { filter } },
  aggs: {
    ...(recipient && {
      uncertain: {
        filter: {
          bool: {
            filter: [
              { term: { 'filter.recipient': recipient } },
              { term: { 'filter.isCounted': true } },
            ],
            must_not: { term: { 'filter.grantee': recipient } },
          },
        },
        aggs: { amount: { stats: { field: 'filter.amount' } } },
      },
    }),
    values: {
      terms: { field: GRANT_FACETS.Category.field },
      aggs: {
        counted: {
          terms: { field: 'filter.isCounted' },
          aggs: { amount: { stats: { field: 'filter.amount' } } },
        },
      },
    },
  },
})

// Every order ends in `row`, because amounts and scores often tie.
function buildSort({ sort, order = firstOrder(sort), query }: GrantSearch): Clause[] {
  const by = (field: GrantField) => ({ [field]: { order, missing: '_last' } })
  const amount = { 'filter.amount': { order: 'desc', missing: '_last' } }
  const year = { 'filter.year': 'desc' }
  const last = { row: 'asc' }
  if (sort === 'Amount') return [by('filter.amount'), year, last]
  if (sort === 'Year') return [by('filter.year'), amount, last]
  return query === '' ? [year, amount, last] : [{ _score: 'desc' }, amount, last]
}

/** Builds the search for a page, its sums, and its facets. */
export function buildGrantSearch(search: GrantSearch, near: readonly NearPurpose[]): Clause {
  const clauses = buildClauses(GRANT_FILTERS, search.filters)
  const page = buildPage(GRANT_FACETS, search, clauses, buildQuery(search.query, near))
  const { recipient } = search.filters
  const asked = recipient && 'ein' in recipient ? recipient.ein : parseTypedEin(search.query)
  return {
    ...page,
    aggs: { sums: buildSums(clausesWithout({ ...clauses, others: [] }), asked), ...page.aggs },
    sort: buildSort(search),
  }
}
