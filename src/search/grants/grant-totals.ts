import { indexAlias } from '#mappings/companions.ts'
import type { GrantDocument } from '#mappings/grants.ts'
import { exactOrNull } from '../../domain/exact-numbers.ts'
import { knownFields } from '../../domain/known-fields.ts'
import type { SearchResponse } from '../../platform/clients/opensearch.ts'
import { DEEPEST_HIT, type PageOutcome, readPage } from '../facets.ts'
import { buildClauses, type Clause, clausesWithout } from '../filter-table.ts'
import type { SortOrder } from '../params.ts'
import type { SearchDeps } from '../search.ts'
import { GRANT_FACETS, GRANT_FILTERS, type GrantFacet, type GrantField } from './filters.ts'
import {
  buildGrantSearch,
  buildRows,
  GRANTS_QUERY_VERSION,
  type GrantHit,
  type GrantSearch,
  type GrantSum,
  type NearPurpose,
  readGrantHits,
  readNear,
  readSums,
  type UncertainSum,
} from './search-grants.ts'

/** The sides of a grant, by which its rows are summed. */
export const GRANT_SIDES = ['Funder', 'Recipient'] as const
export type GrantSide = (typeof GRANT_SIDES)[number]

export const TOTAL_SORTS = ['Total', 'Grants', 'Latest'] as const
export type TotalSort = (typeof TOTAL_SORTS)[number]

/** How the rows of a search are summed. */
export type SummedBy = { side: GrantSide; sort: TotalSort; order: SortOrder }

/** The rows of a search that one funder gave, or one recipient received, without rows that sums never include. */
export type GrantTotal = {
  /** Absent if the recipient has no EIN, or an uncertain one; its rows then share its name as filed. */
  ein?: string
  grantCount: number
  /** Grants with an amount; the total and the median are over them. */
  amountCount: number
  /** Dollars; absent if no row states an amount, or the sum is not exact. */
  totalAmount?: number
  /** Dollars. The mean of the two in the middle if their number is even. */
  medianAmount?: number
  /** Over more than 20,000 grants, the median is an estimate. */
  medianIsEstimate?: true
  latestYear: number
  /** The largest grant of the latest year. */
  newest: GrantHit
}

export type GrantTotals = PageOutcome<GrantFacet> & {
  hits: GrantTotal[]
  /** All funders or recipients; `found` has only those that the pages reach. */
  parties: number
  /** Whether `parties` is an estimate: it is exact up to `MAX_PARTIES`. */
  isEstimate: boolean
  sums: GrantSum[]
  uncertain: UncertainSum
  queryVersion: string
}

/** Funders or recipients that the pages reach. A median takes a search of its own. */
export const MAX_PARTIES = 1_000

const FIELDS: Record<GrantSide, GrantField> = { Funder: 'ein', Recipient: 'filter.grantee' }
const ORDERS: Record<TotalSort, string> = {
  Total: 'amount.sum',
  Grants: '_count',
  Latest: 'latest',
}
const COUNTED: Clause = { term: { 'filter.isCounted': true } }
const FIRST: Clause = { 'filter.amount': { order: 'desc', missing: '_last' } }

/**
 * Sums the rows of a search by funder or by recipient. With one shard, the engine's counts and sums
 * are exact. Throws as `searchGrants` does.
 */
export async function sumGrants(
  deps: SearchDeps,
  search: GrantSearch,
  by: SummedBy,
): Promise<GrantTotals> {
  const index = indexAlias(deps.indexPrefix, 'grants')
  const near = await readNear(deps, index, search.query)
  const response = await deps.opensearch.search<GrantDocument>({
    index,
    body: buildTotals(search, near, by),
  })
  const { list, number } = (response.aggregations?.parties ?? {}) as Parties
  const { page, limit } = search
  const parties = list.buckets.length < MAX_PARTIES ? list.buckets.length : number.value
  const buckets = list.buckets.slice((page - 1) * limit, page * limit)
  const rows = buildRows(search, near)
  const details = await readDetails(
    deps,
    index,
    buckets.map((bucket) => buildDetail(rows, FIELDS[by.side], bucket)),
  )
  return {
    ...readPage(GRANT_FACETS, search, response, list.buckets.length),
    ...{ parties, isEstimate: parties > list.buckets.length },
    hits: buckets.flatMap((bucket, at) => toTotal(bucket, details[at], by.side)),
    ...readSums(response),
    queryVersion: GRANTS_QUERY_VERSION,
  }
}

type Bucket = {
  key: string
  doc_count: number
  amount: { count: number; sum: number }
  latest: { value: number }
}
type Parties = { list: { buckets: Bucket[] }; number: { value: number } }

/** Builds the search for the sums, without rows. */
function buildTotals(search: GrantSearch, near: readonly NearPurpose[], by: SummedBy): Clause {
  const { side, sort, order } = by
  const body = buildGrantSearch({ ...search, page: 1, limit: 0 }, near)
  const own = clausesWithout({ ...buildClauses(GRANT_FILTERS, search.filters), others: [] })
  const field = FIELDS[side]
  // Equal values are in a fixed order.
  const last = [{ 'amount.sum': 'desc' }, { _count: 'desc' }, { _key: 'asc' }]
  const list = {
    terms: { field, size: MAX_PARTIES, order: [{ [ORDERS[sort]]: order }, ...last] },
    aggs: {
      amount: { stats: { field: 'filter.amount' } },
      latest: { max: { field: 'filter.year' } },
    },
  }
  const parties = {
    filter: { bool: { filter: [...own, COUNTED] } },
    aggs: { list, number: { cardinality: { field } } },
  }
  return { ...body, aggs: { ...Object(body.aggs), parties } }
}

/** Builds the search for the newest row of a party and the amounts in the middle. */
function buildDetail(rows: Clause, field: GrantField, { key, amount: { count } }: Bucket): Clause {
  const middle = Math.floor((count - 1) / 2)
  const isFar = middle + 2 > DEEPEST_HIT
  const isRead = count > 0 && !isFar
  return {
    ...{ from: isRead ? middle : 0, size: isRead ? 2 - (count % 2) : 0 },
    query: { bool: { filter: [rows, COUNTED, { term: { [field]: key } }] } },
    sort: [{ 'filter.amount': { order: 'asc', missing: '_last' } }, { row: 'asc' }],
    aggs: {
      newest: { top_hits: { size: 1, sort: [{ 'filter.year': 'desc' }, FIRST, { row: 'asc' }] } },
      ...(isFar && { middle: { percentiles: { field: 'filter.amount', percents: [50] } } }),
    },
    track_total_hits: false,
  }
}

// As many as a page has.
const AT_ONCE = 50

async function readDetails(deps: SearchDeps, index: string, bodies: readonly Clause[]) {
  const all: SearchResponse<GrantDocument>[] = []
  for (let at = 0; at < bodies.length; at += AT_ONCE) {
    const some = bodies.slice(at, at + AT_ONCE).map((body) => ({ index, body }))
    all.push(...(await deps.opensearch.msearch<GrantDocument>(some)))
  }
  return all
}

const certainEin = ({ recipientEin, matchConfidence }: GrantHit): string | undefined =>
  matchConfidence === 'Weak' ? undefined : recipientEin

function toTotal(
  { doc_count: grantCount, amount, latest }: Bucket,
  detail: SearchResponse<GrantDocument> | undefined,
  side: GrantSide,
): GrantTotal[] {
  const { newest, middle } = (detail?.aggregations ?? {}) as {
    newest?: Pick<SearchResponse<GrantDocument>, 'hits'>
    middle?: { values: Record<string, number> }
  }
  const [row] = readGrantHits(newest?.hits.hits ?? [], '', [])
  if (!row) return []
  const estimate = middle?.values['50.0']
  const amounts = (detail?.hits.hits ?? []).flatMap(({ _source }) => _source?.filter.amount ?? [])
  const [low, high = low] = amounts
  const medianAmount = low === undefined || high === undefined ? estimate : (low + high) / 2
  return [
    knownFields({
      ein: side === 'Funder' ? row.funderEin : certainEin(row),
      ...{ grantCount, amountCount: amount.count, medianAmount, latestYear: latest.value },
      totalAmount: amount.count > 0 ? exactOrNull(amount.sum) : undefined,
      medianIsEstimate: estimate === undefined ? undefined : (true as const),
      newest: row,
    }),
  ]
}
