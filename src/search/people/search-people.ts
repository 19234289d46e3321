import { indexAlias } from '#mappings/companions.ts'
import type { PayStatus, PersonDisplay } from '#mappings/people.ts'
import { groupBy } from '../../domain/es2024.ts'
import { knownFields } from '../../domain/known-fields.ts'
import {
  canBeReordered,
  personTerms,
  readPersonName,
  readPersonNames,
} from '../../domain/person-names.ts'
import { toLocation } from '../../domain/places.ts'
import { placesOf, quartilesOf, type ValueCounts, valueAt } from '../../domain/quartiles.ts'
import type { OpenSearch, SearchResponse } from '../../platform/clients/opensearch.ts'
import { ApiError } from '../../platform/errors.ts'
import { readPage, requirePage } from '../facets.ts'
import {
  buildCounts,
  buildOthersSearch,
  buildPayValues,
  buildPeopleSearch,
  LEAST_COUNTED,
  type PaySummary,
  PEOPLE_FACETS,
  PERSON_MATCHES,
  type PeopleOutcome,
  type PeopleParams,
  type PersonMatch,
  type PossiblySame,
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
  const [names, pay] = await Promise.all([
    readNames(deps, hits),
    params.name === undefined ? readPay(deps, params, response) : undefined,
  ])
  const page = readPage(PEOPLE_FACETS, params, response)
  const isShort = pay ? pay.count < LEAST_COUNTED : page.found === 0
  const wider = isShort ? await findWider(deps, params, pay !== undefined) : undefined
  return {
    ...page,
    ...(pay && { pay }),
    ...(wider && { wider }),
    hits: hits.map((hit) => ({ ...hit, possiblySame: findPossiblySame(hit, hits, names) })),
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

/** Returns all names of organizations that list namesakes on the page; none without namesakes. */
async function readNames(deps: PeopleDeps, hits: readonly Entry[]): Promise<NamesByEin> {
  const namesakes = hits.filter((one) => hits.some((other) => isNamesake(one, other)))
  if (namesakes.length === 0) return new Map()
  const eins = [...new Set(namesakes.map(({ ein }) => ein))]
  const response = await search<{ ein: string; display: Pick<PersonDisplay, 'name'> }>(
    deps,
    buildOthersSearch(eins),
  )
  const others = response.hits.hits.flatMap(({ _source }) => _source ?? [])
  return new Map(
    [...groupBy(others, ({ ein }) => ein)].map(([ein, own]) => [
      ein,
      own.map(({ display }) => display.name),
    ]),
  )
}

async function search<Source>(
  { opensearch, indexPrefix }: PeopleDeps,
  body: Record<string, unknown>,
): Promise<SearchResponse<Source>> {
  try {
    return await opensearch.search<Source>({ index: indexAlias(indexPrefix, 'people'), body })
  } catch (error) {
    // An older version built the index without this companion.
    if (error instanceof ApiError && error.code === 'IndexNotReady') {
      throw new ApiError('IndexNotReady', {
        message: 'The index of people is not built yet. Run npm run reindex.',
        retryAfterSeconds: 60,
        cause: error,
      })
    }
    throw error
  }
}

export type Entry = { ein: string; display: PersonDisplay }

/** The names of people that an organization lists, by EIN. */
type NamesByEin = ReadonlyMap<string, readonly string[]>

/** Returns whether two entries are of different organizations and their names can be one person's. */
const isNamesake = (one: Entry, other: Entry): boolean =>
  one.ein !== other.ein &&
  canBeReordered(readPersonNames(one.display.name), readPersonNames(other.display.name))

/**
 * Returns the other entries that may be the same person, each with the reasons besides the name; an
 * entry without a reason is left out. Likely: both organizations list another person of one name, or
 * both are in one city and the middle names agree.
 */
export const findPossiblySame = (
  entry: Entry,
  others: readonly Entry[],
  names: NamesByEin,
): PossiblySame[] =>
  others
    .filter((other) => isNamesake(entry, other))
    .flatMap((other) => {
      const shared = sharedNames(entry, other, names)
      const place = samePlace(entry.display, other.display)
      const title = sameTitle(entry.display, other.display)
      const why = [
        ...(shared.length > 0 ? [describeShared(shared)] : []),
        ...(place ? [`Both organizations are in ${place}.`] : []),
        ...(title ? [`Both list the title ${title} in the same state.`] : []),
      ]
      if (why.length === 0) return []
      const isLikely = shared.length > 0 || (place !== undefined && haveMiddleNames(entry, other))
      return {
        ein: other.ein,
        organization: other.display.organization,
        likelihood: isLikely ? ('Likely' as const) : ('Possible' as const),
        why,
      }
    })

/** Returns other people whom both organizations list, with the first one's spelling. */
function sharedNames(one: Entry, other: Entry, names: NamesByEin): string[] {
  const theirs = new Set(others(other, names).map(toWords))
  return others(one, names).filter((name) => theirs.has(toWords(name)))
}

const others = ({ ein, display }: Entry, names: NamesByEin): string[] =>
  (names.get(ein) ?? []).filter(
    (name) => personTerms(name).keys.length > 0 && toWords(name) !== toWords(display.name),
  )

const toWords = (name: string): string => personTerms(name).words.join(' ')

function describeShared([first = '', ...rest]: string[]): string {
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`
  return `Both organizations also list ${first}${more}.`
}

function samePlace(one: PersonDisplay, other: PersonDisplay): string | undefined {
  const isSame =
    one.state !== undefined &&
    one.city !== undefined &&
    one.state === other.state &&
    one.city.toLowerCase() === other.city?.toLowerCase()
  return isSame ? toLocation({ city: one.city, state: one.state }) : undefined
}

// Alone, a title such as Director says nothing.
function sameTitle(one: PersonDisplay, other: PersonDisplay): string | undefined {
  if (one.state === undefined || one.state !== other.state) return undefined
  const theirs = new Set(other.titles.map((title) => title.toLowerCase()))
  return one.titles.find((title) => theirs.has(title.toLowerCase()))
}

const haveMiddleNames = (...entries: Entry[]): boolean =>
  entries.every(({ display }) => (readPersonName(display.name)?.middle.length ?? 0) > 0)
