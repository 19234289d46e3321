import { indexAlias } from '#mappings/companions.ts'
import type { GrantDocument } from '#mappings/grants.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import { AMOUNT_BANDS, toPurposeKey } from '../../domain/grant-purpose.ts'
import type { EdgeCategory } from '../../domain/network.ts'
import { US_STATES } from '../../domain/places.ts'
import type { EngineHit, SearchResponse } from '../../platform/clients/opensearch.ts'
import { ApiError } from '../../platform/errors.ts'
import { readIndexMeta } from '../index-state.ts'
import type { FacetBucket } from '../params.ts'
import { DEEPEST_HIT, hasNextPage, type SearchDeps } from '../search.ts'
import {
  type FiledGrant,
  GRANT_FACETS,
  type GrantFacet,
  type GrantHit,
  type GrantMatch,
  type GrantOutcome,
  type GrantSearch,
  type GrantSum,
  type NearPurpose,
} from './params.ts'
import { buildGrantSearch, buildPurposeSearch, CLAUSES, GRANTS_QUERY_VERSION } from './queries.ts'

const readNearPurposes = (hits: readonly EngineHit<{ purpose: string }>[]): NearPurpose[] =>
  hits.flatMap(({ _score, _source }) =>
    _source && _score !== null ? [{ purpose: _source.purpose, similarity: _score - 1 }] : [],
  )

const readGrantHits = (
  hits: readonly EngineHit<GrantDocument>[],
  query: string,
  near: readonly NearPurpose[],
): GrantHit[] =>
  hits.flatMap((hit) => {
    if (!hit._source) return []
    const { ein, display, filter } = hit._source
    const { recipient, amount, year, category } = filter
    return {
      ...(display as FiledGrant),
      funderEin: ein,
      ...(recipient !== undefined && { recipientEin: recipient }),
      ...(amount !== undefined && { amount }),
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

type Buckets<More = unknown> = { buckets: ({ key: string | number; doc_count: number } & More)[] }
type Counted = Buckets<{ amount: { count: number; sum: number } }>

function bucketsOf<More>(
  { aggregations = {} }: SearchResponse<unknown>,
  name: string,
): Buckets<More>['buckets'] {
  return (aggregations[name] as { by: Buckets<More> }).by.buckets
}

/** Reads the sums of a page. */
function readSums(response: SearchResponse<unknown>): GrantSum[] {
  return bucketsOf<{ counted: Counted }>(response, 'sums').flatMap(({ key, counted }) =>
    counted.buckets.map((bucket) => ({
      category: key as EdgeCategory,
      isCounted: bucket.key === 1,
      rows: bucket.doc_count,
      amounts: bucket.amount.count,
      ...(bucket.amount.count > 0 && exactly(bucket.amount.sum)),
    })),
  )
}

// Beyond 2^53, a sum depends on the order of addition.
const exactly = (sum: number) => (Math.abs(sum) <= Number.MAX_SAFE_INTEGER ? { amount: sum } : {})

/** Reads the facets; amount bands and years are in their own order, others by count. */
const readGrantFacets = (response: SearchResponse<unknown>): Record<GrantFacet, FacetBucket[]> =>
  Object.fromEntries(
    GRANT_FACETS.map((facet) => {
      const read = bucketsOf(response, facet).map(({ key, doc_count }) => ({
        value: String(key),
        label: labelOf(facet, String(key)),
        count: doc_count,
      }))
      const order = ORDERS[facet]
      return [facet, order ? read.sort(order) : read]
    }),
  ) as Record<GrantFacet, FacetBucket[]>

const BANDS = AMOUNT_BANDS.map(({ value }): string => value)

type Order = (left: FacetBucket, right: FacetBucket) => number

const ORDERS: Partial<Record<GrantFacet, Order>> = {
  Year: (left, right) => Number(right.value) - Number(left.value),
  AmountBand: (left, right) => BANDS.indexOf(left.value) - BANDS.indexOf(right.value),
}

function labelOf(facet: GrantFacet, value: string): string {
  if (facet === 'State') return US_STATES[value] ?? value
  if (facet === 'AmountBand') return AMOUNT_BANDS.find((one) => one.value === value)?.label ?? value
  return facet === 'Category' ? (CATEGORY_LABELS[value as EdgeCategory] ?? value) : value
}

const CATEGORY_LABELS: Record<EdgeCategory, string> = {
  ScheduleI: 'Grants of public charities (Schedule I)',
  FoundationPaid: 'Grants paid by private foundations',
  ScheduleF: 'Grants abroad (Schedule F)',
  RelatedTransfer: 'Payments to related organizations (Schedule R)',
  Contractor: 'Payments to contractors',
  FoundationApproved: 'Grants of private foundations approved for later',
}

/**
 * Searches rows of current returns that report money given, by the words and the meaning of their
 * purpose. Throws ApiError PageTooDeep, SearchUnavailable, or IndexNotReady.
 */
export async function searchGrants(deps: SearchDeps, search: GrantSearch): Promise<GrantOutcome> {
  if (search.page * search.limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
  const index = indexAlias(deps.indexPrefix, 'grants')
  const near = await readNear(deps, index, search.query)
  const response = await deps.opensearch.search<GrantDocument>({
    index,
    body: buildGrantSearch(search, near),
  })
  const found = response.hits.total?.value ?? 0
  return {
    hits: readGrantHits(response.hits.hits, search.query, near),
    found,
    sums: readSums(response),
    ...(search.facets && { facets: readGrantFacets(response) }),
    hasNextPage: hasNextPage(search, found),
    queryVersion: GRANTS_QUERY_VERSION,
  }
}

/**
 * Returns the purposes near in meaning to a query; none for an EIN, for words that fit any grant, and
 * for an index whose vectors come from another model.
 */
async function readNear(deps: SearchDeps, index: string, query: string): Promise<NearPurpose[]> {
  const text = toPurposeKey(query)
  if (text === undefined || parseTypedEin(query)) return []
  const body = buildPurposeSearch(await deps.embed(text))
  const { hits } = await deps.opensearch.search<{ purpose: string }>({ index, body })
  const [first] = hits.hits
  if (!first) return []
  const { embeddingModel } = await readIndexMeta(deps.opensearch, first._index)
  return embeddingModel === deps.embeddingModel ? readNearPurposes(hits.hits) : []
}
