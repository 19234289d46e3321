import type { EvidenceTier } from '#mappings/organization-document.ts'
import { REVENUE_BANDS } from '../domain/bands.ts'
import { FORM_NAMES } from '../domain/facts/citation.ts'
import { ABROAD, US_STATES } from '../domain/places.ts'
import type { SearchResponse } from '../platform/clients/opensearch.ts'
import { ApiError } from '../platform/errors.ts'
import { type Clause, clausesWithout, type FieldOf, type FilterClauses } from './filter-table.ts'

/** Parameters that filter by a value of a facet; those that conflict are undefined. */
export type Setting = Readonly<Record<string, string | undefined>>

type Labels = Readonly<Record<string, string>>

/** What hits are counted by. */
export type Facet<Field extends string = string> = {
  /** The field of the index. It contains codes; labels are added when reading. */
  field: Field
  title: string
  labels?: Labels
  /** Order of the values, or the highest number first; by count if absent. */
  order?: readonly string[] | 'descending'
  /** Returns what filters by a value; undefined if nothing does. */
  toSetting: (value: string) => Setting | undefined
}
export type FacetTable<Key extends string> = Readonly<Record<Key, Facet>>
export type FacetBucket = { value: string; label: string; count: number }
export type FacetCounts<Key extends string> = Record<Key, FacetBucket[]>

type Band = { value: string; label: string; max?: number }

/**
 * Returns a facet of bands, by size. A band excludes its maximum and the filter includes it; nearly
 * all amounts are whole dollars.
 */
export const facetOfBands = <Field extends string>(
  field: Field,
  bands: readonly Band[],
  [least, most]: readonly [least: string, most: string],
) => ({
  field,
  labels: Object.fromEntries(bands.map(({ value, label }) => [value, label])),
  order: bands.map(({ value }) => value),
  toSetting: (value: string): Setting | undefined => {
    const at = bands.findIndex((band) => band.value === value)
    const [min, max = Infinity] = [bands[at - 1]?.max, bands[at]?.max]
    if (min === undefined && max === Infinity) return undefined
    return {
      [least]: min === undefined ? undefined : String(min),
      [most]: max === Infinity ? undefined : String(max - 1),
    }
  },
})

const STATES: Labels = { ...US_STATES, [ABROAD]: 'Outside the United States' }

/** The facets of organizations. */
export const FACETS = {
  State: {
    field: 'filter.state',
    title: 'State',
    labels: STATES,
    // Abroad, the filed state is a province, which the filter does not accept.
    toSetting: (State: string) => (State in STATES ? { State } : undefined),
  },
  Cause: {
    field: 'filter.causeLabel',
    title: 'Cause',
    toSetting: (Cause: string) => ({ Cause, CauseLabel: undefined }),
  },
  Form: {
    field: 'filter.form',
    title: 'Form',
    labels: { ...FORM_NAMES, '990N': 'Form 990-N (postcard)' },
    toSetting: (PrimaryForm: string) => ({ PrimaryForm }),
  },
  EntityType: {
    field: 'filter.entityType',
    title: 'Type of organization',
    labels: {
      PrivateFoundation: 'Private foundation',
      UnrelatedBusinessFiler: 'Files only Form 990-T (unrelated business income)',
      SmallTaxExemptOrganization: 'Small organization (postcard)',
      OperatingOrOtherTaxExempt: 'Operating or other tax-exempt organization',
    },
    toSetting: (EntityType: string) => ({ EntityType }),
  },
  RevenueBand: {
    title: 'Revenue',
    ...facetOfBands('filter.revenueBand', REVENUE_BANDS, ['MinRevenue', 'MaxRevenue']),
  },
} as const satisfies Readonly<Record<string, Facet<FieldOf<'filter'>>>>

export type FacetKey = keyof typeof FACETS
export const FACET_KEYS = Object.keys(FACETS) as FacetKey[]

/** The sources of the best description of an organization. */
export const TIERS: Record<EvidenceTier, string> = {
  OfficialWebsite: 'Described on its website',
  FiledProgram: 'Programs described in a filing',
  FiledMission: 'Mission described in a filing',
  ClassificationOnly: 'Only a category is known',
}

/** Returns the label of a value, otherwise the value. */
export const labelOf = ({ labels }: Facet, value: string): string => labels?.[value] ?? value

/** Returns the label of a value of a facet of organizations, otherwise the value. */
export const facetLabel = (facet: FacetKey, value: string): string => labelOf(FACETS[facet], value)

// There are 63 USPS codes of states, territories and military addresses; other facets have at most
// forty values. With one shard the counts are exact.
const BUCKETS = 100

/** Builds the aggregation that counts the values of a facet. */
export const buildFacet = ({ field }: Facet): Clause => ({ terms: { field, size: BUCKETS } })

/** Builds the aggregation of each facet under the filters of all other facets. */
const buildFacets = <Key extends string>(facets: FacetTable<Key>, clauses: FilterClauses): Clause =>
  Object.fromEntries(
    Object.entries<Facet>(facets).map(([key, facet]) => [
      key,
      {
        filter: { bool: { filter: clausesWithout(clauses, key) } },
        aggs: { values: buildFacet(facet) },
      },
    ]),
  )

/** A page from 1, with facets or without. */
type Page = { page: number; limit: number; facets: boolean }

/** The last hit that a page may reach. Deeper pages cost the engine too much. */
export const DEEPEST_HIT = 10_000

/** Throws ApiError PageTooDeep if a page reaches further than `DEEPEST_HIT`. */
export function requirePage({ page, limit }: Omit<Page, 'facets'>): void {
  if (page * limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
}

/**
 * Builds the search for a page of the hits that match `must` and pass the filters, from 1, and its
 * facets. Because a facet ignores its own filter, the filters of facets then apply after counting. On
 * 1 million rows, one search takes 60 to 100% of the time of separate ones.
 */
export function buildPage<Key extends string>(
  table: FacetTable<Key>,
  { page, limit, facets }: Page,
  { byFacet, others }: FilterClauses,
  must: Clause | Clause[],
) {
  // The query has the others.
  const faceted = { byFacet, others: [] }
  const own = clausesWithout(faceted)
  return {
    from: (page - 1) * limit,
    size: limit,
    query: { bool: { must, filter: [...(facets ? [] : own), ...others] } },
    ...(facets && { post_filter: { bool: { filter: own } }, aggs: buildFacets(table, faceted) }),
    track_total_hits: true,
  }
}

/** Returns the buckets of a facet in its order; equal counts are ordered by value. */
function toBuckets(facet: Facet, counts: ReadonlyMap<string, number>): FacetBucket[] {
  const { order } = facet
  return [...counts]
    .map(([value, count]) => ({ value, label: labelOf(facet, value), count }))
    .sort((a, b) => {
      if (order === 'descending') return Number(b.value) - Number(a.value)
      return order
        ? order.indexOf(a.value) - order.indexOf(b.value)
        : b.count - a.count || (a.value < b.value ? -1 : 1)
    })
}

/** Returns the facets of a table, each read by its key. */
export const eachFacet = <Key extends string>(
  facets: FacetTable<Key>,
  countsOf: (key: Key) => ReadonlyMap<string, number>,
): FacetCounts<Key> =>
  Object.fromEntries(
    Object.entries<Facet>(facets).map(([key, facet]) => [
      key,
      toBuckets(facet, countsOf(key as Key)),
    ]),
  ) as FacetCounts<Key>

type Values = { buckets: { key: string | number; doc_count: number }[] }

/** Reads aggregations of `buildFacet` or `buildFacets`; without them, no facet has a value. */
const readFacets = <Key extends string>(
  facets: FacetTable<Key>,
  aggregations: Readonly<Record<string, unknown>> = {},
): FacetCounts<Key> =>
  eachFacet(facets, (key) => {
    const read = (aggregations[key] ?? { buckets: [] }) as Values | { values: Values }
    const { buckets } = 'values' in read ? read.values : read
    return new Map(buckets.map((bucket) => [String(bucket.key), bucket.doc_count]))
  })

/** What a page says besides its hits. */
export type PageOutcome<Key extends string> = {
  /** Hits of all pages. */
  found: number
  page: number
  /** Whether a further page has hits and may be read. */
  hasNextPage: boolean
  /** Each ignores its own filter; absent if they were not requested. */
  facets?: FacetCounts<Key>
}

/** Returns what a page says besides its hits; `countFacets` is called if facets were requested. */
export const toPage = <Key extends string>(
  { page, limit, facets }: Page,
  found: number,
  countFacets: () => FacetCounts<Key>,
): PageOutcome<Key> => ({
  found,
  page,
  hasNextPage: page * limit < found && (page + 1) * limit <= DEEPEST_HIT,
  ...(facets && { facets: countFacets() }),
})

/** Reads the response to a search of `buildPage`, except its hits. */
export const readPage = <Key extends string>(
  table: FacetTable<Key>,
  page: Page,
  { hits, aggregations }: Pick<SearchResponse<unknown>, 'hits' | 'aggregations'>,
  found = hits.total?.value ?? 0,
): PageOutcome<Key> => toPage(page, found, () => readFacets(table, aggregations))
