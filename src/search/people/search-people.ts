import { indexAlias } from '#mappings/companions.ts'
import type { PayStatus, PersonDisplay } from '#mappings/people.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { placesOf, quartilesOf, type ValueCounts, valueAt } from '../../domain/quartiles.ts'
import type { OpenSearch, SearchResponse } from '../../platform/clients/opensearch.ts'
import { readPage, requirePage } from '../facets.ts'
import {
  buildCounts,
  buildPayValues,
  buildPeopleSearch,
  LEAST_COUNTED,
  type PaySummary,
  PEOPLE_FACETS,
  PERSON_MATCHES,
  type PeopleOutcome,
  type PeopleParams,
  type PersonMatch,
  type Wider,
  widen,
} from './people.ts'

export type PeopleDeps = { opensearch: OpenSearch; indexPrefix: string }

/**
 * Finds people by name, title, organization, place, cause, and pay. Misspellings are tried only when no
 * entry has all words. Throws ApiError PageTooDeep, IndexNotReady, SearchUnavailable.
 */
export async function searchPeople(deps: PeopleDeps, params: PeopleParams): Promise<PeopleOutcome> {
  requirePage(params)
  const whole = await findPeople(deps, params, false)
  const isFound = params.name === undefined || (whole.response.hits.total?.value ?? 0) > 0
  const { hits, response } = isFound ? whole : await findPeople(deps, params, true)
  const pay = params.name === undefined ? await readPay(deps, params, response) : undefined
  const page = readPage(PEOPLE_FACETS, params, response)
  const isShort = page.found === 0 || (pay?.count ?? LEAST_COUNTED) < LEAST_COUNTED
  const wider = isShort ? await findWider(deps, params, page.found > 0) : undefined
  return {
    ...page,
    ...(pay && { pay }),
    ...(wider && { wider }),
    hits,
  }
}

type Buckets<Key> = { buckets: { key: Key; doc_count: number }[] }
type Stats = { min: number | null; max: number | null }
type PayCounts = {
  statuses: Buckets<PayStatus>
  counted: { pay: Buckets<number>; range: Stats; years: Stats }
}

const toCounts = ({ buckets }: Buckets<number>): ValueCounts =>
  buckets.map(({ key, doc_count }) => [key, doc_count])

/**
 * Returns the summary of the pay that a response counts in buckets. One more search reads the values
 * in the buckets of the quartiles, so that these are exact at any size.
 */
async function readPay(
  deps: PeopleDeps,
  params: PeopleParams,
  { aggregations }: SearchResponse<unknown>,
): Promise<PaySummary> {
  const { statuses, counted } = (aggregations as { pay: PayCounts }).pay
  const { Counted: count = 0, ...notCounted }: Partial<Record<PayStatus, number>> =
    Object.fromEntries(statuses.buckets.map(({ key, doc_count }) => [key, doc_count]))
  if (count < LEAST_COUNTED) return { count, notCounted }
  const rough = toCounts(counted.pay)
  const near = new Set(placesOf(count).flatMap((place) => valueAt(rough, place) ?? []))
  const response = await search(deps, buildPayValues(params, [...near]))
  const exact = toCounts((response.aggregations as { values: Buckets<number> }).values)
  const others = rough.filter(([value]) => !near.has(value))
  const [lowerQuartile, median, upperQuartile] = quartilesOf(
    [...others, ...exact].sort(([one], [other]) => one - other),
  )
  return knownFields({
    ...{ count, notCounted, lowerQuartile, median, upperQuartile },
    ...{ lowest: counted.range.min, highest: counted.range.max },
    ...{ firstYear: counted.years.min, lastYear: counted.years.max },
  })
}

/** Finds the first wider search that has somebody, or enough people whose pay counts. */
async function findWider(
  deps: PeopleDeps,
  params: PeopleParams,
  isOfPay: boolean,
): Promise<Wider | undefined> {
  const steps = widen(params)
  if (steps.length === 0) return undefined
  const counts = buildCounts(
    steps.map(({ left }) => left),
    isOfPay,
  )
  const { aggregations } = await search(deps, counts)
  const { buckets } = (aggregations as { counts: Buckets<never> }).counts
  const least = isOfPay ? LEAST_COUNTED : 1
  const at = buckets.findIndex(({ doc_count }) => doc_count >= least)
  const step = steps[at]
  return step && { without: step.without, count: buckets[at]?.doc_count ?? 0 }
}

/** Finds a page of entries, with how each one matches. */
async function findPeople(deps: PeopleDeps, params: PeopleParams, isMisspelled: boolean) {
  const response = await search<Entry>(deps, buildPeopleSearch(params, isMisspelled))
  const hits = response.hits.hits.flatMap(({ _source, matched_queries }) =>
    _source ? [{ ..._source, match: matchOf(params, matched_queries) }] : [],
  )
  return { hits, response }
}

function matchOf({ name, ein }: PeopleParams, matched: readonly string[] = []): PersonMatch {
  if (name === undefined) return ein === undefined ? 'Filter' : 'EIN'
  return PERSON_MATCHES.find((match) => matched.includes(match)) ?? 'Fuzzy'
}

const search = <Source>(
  { opensearch, indexPrefix }: PeopleDeps,
  body: Record<string, unknown>,
): Promise<SearchResponse<Source>> =>
  opensearch.search<Source>({ index: indexAlias(indexPrefix, 'people'), body })

type Entry = { ein: string; display: PersonDisplay }
