import { setTimeout as sleep } from 'node:timers/promises'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { todayInUtc } from '#src/domain/days.ts'
import { openClientSlots, type ReadTimeouts, type SlotCounts } from '#src/limits/client-slots.ts'
import type { EngineHit, OpenSearch } from '#src/platform/clients/opensearch.ts'
import { isOverload } from '#src/platform/clients/opensearch-errors.ts'
import { WINDOW } from '../discovery/query.ts'
import type { Clause } from '../filter-table.ts'
import { readIdentityHits } from '../identity/hits.ts'
import { ADDRESS_FIELDS, buildIdentitySearch } from '../identity/query.ts'
import { readQuery } from '../identity/readings.ts'
import { requireRelease } from '../index-state.ts'
import { buildListing, readListedHits } from '../listing.ts'
import type { DisplaySource, Hit, SearchParams } from '../params.ts'
import {
  BEST_HIT,
  requireKnownCity,
  type SearchDeps,
  searchOrganizations,
  showBandOn,
} from '../search.ts'

/** The fields of exports, without text, which is half of a document. */
const EXPORTED_FIELDS = {
  includes: ['ein', 'display', ...ADDRESS_FIELDS],
  excludes: ['display.passages', 'display.places'],
}

/**
 * Rows per batch, 1 to 2 MB in memory. On a busy machine 100,000 rows took 5.6 s in batches of 250,
 * 4.2 s of 500, 3.9 s of 1,000, and 3.3 s of 5,000, which need five times the memory.
 */
export const BATCH = 1_000

// An overloaded engine recovers within this time, and readers accept much longer waits.
const RETRY_DELAY_MS = 5_000

export type Snapshot<Source> = {
  /** Number of hits in all batches. */
  found: number
  /** The hits in order; batches are read on demand. */
  batches: AsyncGenerator<EngineHit<Source>[], undefined>
  /** Releases the index; may be called more than once. */
  close(): Promise<void>
}

/**
 * Opens all hits of a search in the current state of one index. Each batch begins after the last hit
 * of the previous one, so the sort must leave no ties. The first batch is read here, so that errors
 * appear before anything is sent. `keepAlive` is the longest time between two batches. A later batch
 * that an overloaded engine rejects is retried once, after `retryDelayMs`. The caller closes it.
 * Throws ApiError SearchUnavailable, IndexNotReady; so does reading, even if the index is removed.
 */
export async function openSnapshot<Source>(
  opensearch: OpenSearch,
  index: string,
  search: Clause,
  keepAlive: string,
  retryDelayMs = RETRY_DELAY_MS,
): Promise<Snapshot<Source>> {
  const id = await opensearch.openPointInTime(index, keepAlive)
  const close = closeOnce(opensearch, id)
  const read = async (after?: EngineHit<Source>['sort']) =>
    await opensearch.searchPointInTime<Source>({
      ...search,
      pit: { id, keep_alive: keepAlive },
      size: BATCH,
      track_total_hits: after === undefined,
      ...(after && { search_after: after }),
    })
  try {
    const { hits } = await read()
    const found = hits.total?.value ?? 0
    const readLater: Read<Source> = (after) =>
      read(after).catch(async (error) => {
        if (!isOverload(error)) throw error
        await sleep(retryDelayMs)
        return await read(after)
      })
    return { found, batches: readBatches(hits.hits, found, readLater), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Read<Source> = (
  after: EngineHit<Source>['sort'],
) => Promise<{ hits: { hits: EngineHit<Source>[] } }>

async function* readBatches<Source>(
  first: EngineHit<Source>[],
  found: number,
  read: Read<Source>,
): AsyncGenerator<EngineHit<Source>[], undefined> {
  let batch = first
  let count = 0
  while (count < found) {
    const last = batch.at(-1)
    // An incomplete export must fail, not end early.
    if (!last) throw new Error(`The snapshot has ${found} hits but returned only ${count}.`)
    count += batch.length
    yield batch
    if (count < found) batch = (await read(last.sort)).hits.hits
  }
}

function closeOnce(opensearch: OpenSearch, id: string): () => Promise<void> {
  let closed: Promise<void> | undefined
  // If the engine is gone, the snapshot expires by itself.
  return () => (closed ??= opensearch.closePointInTime(id).catch(() => undefined))
}

/** A search without pages; an empty query lists all organizations that pass the filters. */
export type ExportParams = Pick<SearchParams, 'query' | 'mode' | 'sort' | 'order' | 'filters'>

export type ExportRow = Pick<Hit, 'ein' | 'match' | 'explanation'> & {
  /** Position in the export, from 1. */
  rank: number
  display: Omit<OrganizationDisplay, 'passages' | 'places'>
}

/** All rows of a search, from one index. */
export type Rows = {
  /** How many rows there will be. */
  found: number
  /** Release of the index. */
  release: string
  /** Batches are read on demand. */
  batches: AsyncGenerator<ExportRow[], undefined>
  /** Releases the index; may be called more than once. */
  close(): Promise<void>
}

/**
 * Opens all rows that a search finds, in its order, from one index even if another goes live
 * meanwhile. In Discovery these are the ranked candidates. `keepAlive` is the longest time between two
 * batches. The caller closes it. Throws as `searchOrganizations` does.
 */
export async function openRows(
  deps: SearchDeps,
  params: ExportParams,
  keepAlive: string,
): Promise<Rows> {
  const { index, meta } = await deps.opensearch.readMeta(organizationsAlias(deps.indexPrefix))
  const release = requireRelease(index, meta)
  // Uses the index's own name, because the alias may move at any time.
  const own = { ...deps, index }
  const isRanked = params.mode === 'Discovery' && params.query !== ''
  const rows = isRanked ? await discoverRows(own, params) : await openHits(own, params, keepAlive)
  if (rows.found === 0) {
    await requireKnownCity(own, params.filters).catch(async (error) => {
      await rows.close()
      throw error
    })
  }
  return { ...rows, release }
}

const FIRST_PAGE = { page: 1, limit: WINDOW, facets: false }

/** The candidate window is a single page. */
async function discoverRows(
  deps: SearchDeps,
  params: ExportParams,
): Promise<Omit<Rows, 'release'>> {
  const { hits } = await searchOrganizations(deps, { ...params, ...FIRST_PAGE })
  return {
    found: hits.length,
    batches: inOne(hits.map((hit, at) => toRow(hit, at + 1))),
    close: async () => undefined,
  }
}

async function* inOne(rows: ExportRow[]): AsyncGenerator<ExportRow[], undefined> {
  yield rows
}

type Indexed = SearchDeps & { index: string }
type ExportedSource = { ein: string; display: ExportRow['display'] }

async function openHits(
  deps: Indexed,
  params: ExportParams,
  keepAlive: string,
): Promise<Omit<Rows, 'release'>> {
  const search =
    params.query === '' ? buildListing(wholeOf(params)) : await buildNameSearch(deps, params)
  if (!search) return { found: 0, batches: inOne([]), close: async () => undefined }
  const { query, sort } = search
  const { found, batches, close } = await openSnapshot<ExportedSource>(
    deps.opensearch,
    deps.index,
    { query, sort, _source: EXPORTED_FIELDS },
    keepAlive,
  )
  const show = showBandOn(todayInUtc(deps))
  const readings = readQuery(params.query)
  const read = (hits: EngineHit<DisplaySource>[]) =>
    (params.query === '' ? readListedHits(hits) : readIdentityHits(hits, readings)).map(show)
  return { found, batches: toRows(batches, read), close }
}

const wholeOf = (params: ExportParams): SearchParams => ({ ...params, ...FIRST_PAGE })

/** Builds the search that a page of the same names uses; undefined if no name matches. */
async function buildNameSearch(deps: Indexed, params: ExportParams): Promise<Clause | undefined> {
  const { found, closeness } = await searchOrganizations(deps, { ...params, ...BEST_HIT })
  return found > 0 && closeness
    ? buildIdentitySearch(wholeOf(params), readQuery(params.query), closeness)
    : undefined
}

async function* toRows(
  batches: AsyncGenerator<EngineHit<ExportedSource>[], undefined>,
  read: (hits: EngineHit<DisplaySource>[]) => Hit[],
): AsyncGenerator<ExportRow[], undefined> {
  let before = 0
  for await (const batch of batches) {
    const rows = read(batch.map(withoutTexts)).map((hit, at) => toRow(hit, before + at + 1))
    yield rows
    before += rows.length
  }
}

/** The functions that read hits expect a whole document, but exports leave out its text. */
const withoutTexts = ({
  _source,
  ...hit
}: EngineHit<ExportedSource>): EngineHit<DisplaySource> => ({
  ...hit,
  ...(_source && {
    _source: { ..._source, display: { ..._source.display, passages: [], places: [] } },
  }),
})

const toRow = ({ ein, display, match, explanation }: Hit, rank: number): ExportRow => ({
  rank,
  ein,
  display,
  match,
  ...(explanation !== undefined && { explanation }),
})

/** How many exports may run at once, and how long one may take. */
export type ExportLimits = SlotCounts & ReadTimeouts

export const EXPORT_LIMITS: ExportLimits = {
  // One to preview and one to keep; a third would only slow these down.
  ofOneClient: 2,
  // Two exports keep one of two cores busy, each uses up to 20 MB, and searches must stay fast.
  inAll: 4,
  // A notebook may work on a chunk for minutes, and 1 MB chunks suit a connection of 5 KB a second.
  // The index snapshot stays open until then.
  idleMs: 240_000,
  // Two million organizations, about 2 GB, over a connection of 600 KB a second.
  longestMs: 3_600_000,
}

// Most exports end within a second, and a retry costs little.
const RETRY_AFTER_SECONDS = 5

/**
 * Returns `openRows` limited to slots. The caller always closes what it opened, which frees the
 * slot. Throws ApiError RateLimited when no slot is free; otherwise as `openRows` does.
 */
export function limitExports(
  deps: SearchDeps,
  { idleMs, ...caps }: Omit<ExportLimits, 'longestMs'>,
): (params: ExportParams, client: string) => Promise<Rows> {
  const slots = openClientSlots(caps, { what: 'exports', retryAfterSeconds: RETRY_AFTER_SECONDS })
  return (params, client) =>
    slots.hold(client, async (free) => {
      // The engine keeps the snapshot for a minute longer than a reader may pause.
      const rows = await openRows(deps, params, `${idleMs + 60_000}ms`)
      return {
        ...rows,
        close: () => {
          free()
          return rows.close()
        },
      }
    })
}
