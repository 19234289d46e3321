import { indexAlias } from '#mappings/companions.ts'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import type { PersonDisplay } from '#mappings/people.ts'
import { toSearchKeys } from '#src/domain/names.ts'
import { readPersonNames } from '#src/domain/person-names.ts'
import type { SearchResponse } from '#src/platform/clients/opensearch.ts'
import { buildIdentitySearch } from '#src/search/identity/query.ts'
import { readQuery } from '#src/search/identity/readings.ts'
import type { Closeness } from '#src/search/params.ts'
import { buildPeopleSearch } from '#src/search/people/people.ts'
import { request, type SearchDeps } from '#src/search/search.ts'

/** An organization or a person of the index, with all names. */
export type Known = {
  ein: string
  names: string[]
  display: OrganizationDisplay
  /** Log of the revenue of the newest return or the registry; 0 for a person. */
  prominence: number
  isPerson: boolean
}
type Source = {
  ein: string
  display: OrganizationDisplay | PersonDisplay
  sort?: { prominence?: number }
}
const SOURCE = ['ein', 'display', 'sort.prominence']
type Response = SearchResponse<Source>
type Search = ReturnType<typeof request>

const MOST_NAMES = 60
const MOST_OF_A_NAME = 4
// Shorter texts without spaces are equal by chance.
const MIN_COMPACT = 5

/** Runs searches in one call, and returns what each finds. */
export async function lookUp(
  { opensearch }: SearchDeps,
  searches: readonly Search[],
): Promise<Known[][]> {
  const responses = searches.length === 0 ? [] : await opensearch.msearch<Source>([...searches])
  return responses.map((response) => response.hits.hits.flatMap(readHit))
}

type Grouped = { inner_hits?: { same: Response } }

function readHit(hit: Response['hits']['hits'][number]): Known[] {
  const { inner_hits: inner } = hit as Grouped
  if (inner) return inner.same.hits.hits.flatMap(readHit)
  if (!hit._source) return []
  const { ein, display, sort } = hit._source
  const prominence = sort?.prominence ?? 0
  const isPerson = 'organization' in display
  const others = isPerson
    ? readPersonNames(display.name).flatMap(({ first, middle, last }) => [
        [first, ...middle, ...last].join(' '),
        [first, ...last].join(' '),
      ])
    : display.names.map(({ value }) => value)
  return [
    {
      ...{ ein, prominence, isPerson, display: display as OrganizationDisplay },
      names: [display.name, ...others],
    },
  ]
}

/** Searches for all organizations that have exactly one of these names. */
export function byNames(deps: SearchDeps, names: readonly string[]): Search {
  const keys = names.map(toSearchKeys)
  const compact = keys.flatMap((one) => (one.compact.length < MIN_COMPACT ? [] : [one.compact]))
  const whole = [...new Set(keys.map(({ name }) => name))]
  const should = [
    { terms: { 'query.nameKey': whole } },
    { terms: { 'query.aliasKey': whole } },
    { terms: { 'query.compact': [...new Set(compact)] } },
  ]
  const page = {
    _source: SOURCE,
    sort: [{ 'sort.prominence': 'desc' }, { ein: 'asc' }],
  }
  // Thousands share one name ("American Legion"), so each name has few hits.
  const same = { name: 'same', size: MOST_OF_A_NAME, ...page }
  return request(deps, {
    ...{ ...page, size: MOST_NAMES, track_total_hits: false },
    query: { bool: { filter: { bool: { should } } } },
    collapse: { field: 'query.nameKey', inner_hits: same },
  })
}

export const byEins = (deps: SearchDeps, eins: readonly string[]): Search =>
  request(deps, { query: { terms: { ein: eins } }, size: eins.length, _source: SOURCE })

/** Searches for organizations with a similar name. */
export function bySimilarName(deps: SearchDeps, query: string, closeness: Closeness): Search {
  const page = { page: 1, limit: 20, sort: 'Relevance', facets: false, filters: {} } as const
  const params = { ...page, query, mode: 'Identity' as const }
  return request(deps, {
    ...buildIdentitySearch(params, readQuery(query), closeness),
    _source: SOURCE,
  })
}

/** Searches for people with a similar name, or of an organization. */
export const byPerson = (
  { indexPrefix }: SearchDeps,
  filters: { name?: string; ein?: string },
): Search => ({
  index: indexAlias(indexPrefix, 'people'),
  body: buildPeopleSearch(
    { ...filters, page: 1, limit: filters.ein ? 50 : 5, facets: false },
    true,
  ),
})
