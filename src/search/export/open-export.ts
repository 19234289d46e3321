import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { todayInUtc } from '#src/domain/days.ts'
import type { EngineHit } from '#src/platform/clients/opensearch.ts'
import { requireRelease } from '../index-state.ts'
import type { Hit, SearchParams } from '../params.ts'
import { WINDOW } from '../queries/discovery.ts'
import type { Clause } from '../queries/filters.ts'
import { buildIdentitySearch } from '../queries/identity.ts'
import { buildListing } from '../queries/listing.ts'
import { readIdentityHits } from '../results/identity.ts'
import { readListedHits } from '../results/listing.ts'
import type { DisplaySource } from '../results/window.ts'
import { requireKnownCity, type SearchDeps, searchOrganizations } from '../search.ts'
import { showBandOn } from '../shown-band.ts'
import { EXPORTED_FIELDS, openSnapshot } from './snapshot.ts'

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
  const read = (hits: EngineHit<DisplaySource>[]) =>
    (params.query === '' ? readListedHits(hits) : readIdentityHits(hits, params.query)).map(show)
  return { found, batches: toRows(batches, read), close }
}

const wholeOf = (params: ExportParams): SearchParams => ({ ...params, ...FIRST_PAGE })

/** Builds the search that a page of the same names uses; undefined if no name matches. */
async function buildNameSearch(deps: Indexed, params: ExportParams): Promise<Clause | undefined> {
  const first = { ...wholeOf(params), limit: 1, sort: 'Relevance' } as const
  const { found, closeness } = await searchOrganizations(deps, first)
  return found > 0 && closeness ? buildIdentitySearch(wholeOf(params), closeness) : undefined
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
