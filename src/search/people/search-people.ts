import { indexAlias } from '#mappings/companions.ts'
import type { PersonDisplay } from '#mappings/people.ts'
import { groupBy } from '../../domain/es2024.ts'
import type { OpenSearch, SearchResponse } from '../../platform/clients/opensearch.ts'
import { ApiError } from '../../platform/errors.ts'
import { toBuckets } from '../results/facets.ts'
import { type MatchedClauses, readMatched } from '../results/window.ts'
import { DEEPEST_HIT, hasNextPage } from '../search.ts'
import {
  PERSON_MATCHES,
  type PeopleOutcome,
  type PeopleParams,
  type PersonMatch,
} from './people.ts'
import { buildOthersSearch, buildPeopleSearch } from './query.ts'
import { type Entry, findPossiblySame, isNamesake, type NamesByEin } from './same-person.ts'

export type PeopleDeps = { opensearch: OpenSearch; indexPrefix: string }

type Found = { hits: Entry[]; matches: PersonMatch[]; response: SearchResponse<Entry> }

/**
 * Finds people by name, organization, or both. Misspellings are tried only when no entry has all
 * words. Throws ApiError PageTooDeep, IndexNotReady, SearchUnavailable.
 */
export async function searchPeople(deps: PeopleDeps, params: PeopleParams): Promise<PeopleOutcome> {
  if (params.page * params.limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
  const whole = await findPeople(deps, params, false)
  const isFound = params.name === undefined || totalOf(whole.response) > 0
  const { hits, matches, response } = isFound ? whole : await findPeople(deps, params, true)
  const found = totalOf(response)
  const names = await readNames(deps, hits)
  return {
    hits: hits.map((entry, at) => ({
      ...entry,
      match: matches[at] ?? 'Fuzzy',
      possiblySame: findPossiblySame(entry, hits, names),
    })),
    found,
    page: params.page,
    hasNextPage: hasNextPage(params, found),
    ...(params.facets && { states: readStates(response) }),
  }
}

/** Finds a page of entries, with how each one matches. */
async function findPeople(
  deps: PeopleDeps,
  params: PeopleParams,
  isMisspelled: boolean,
): Promise<Found> {
  const body = buildPeopleSearch(params, isMisspelled)
  const response = await search<Entry>(deps, body)
  const read = response.hits.hits.flatMap(({ _source, matched_queries }) =>
    _source ? [{ entry: _source, match: matchOf(params, matched_queries) }] : [],
  )
  return {
    hits: read.map(({ entry }) => entry),
    matches: read.map(({ match }) => match),
    response,
  }
}

function matchOf({ name }: PeopleParams, matched: MatchedClauses | undefined): PersonMatch {
  if (name === undefined) return 'EIN'
  const clauses = readMatched(matched)
  return PERSON_MATCHES.find((match) => clauses.has(match)) ?? 'Fuzzy'
}

const totalOf = ({ hits }: SearchResponse<Entry>): number => hits.total?.value ?? 0

function readStates({ aggregations }: SearchResponse<Entry>) {
  const { State } = aggregations as { State: { buckets: { key: string; doc_count: number }[] } }
  return toBuckets('State', new Map(State.buckets.map(({ key, doc_count }) => [key, doc_count])))
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
