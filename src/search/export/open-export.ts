import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import type { EngineHit } from '../../clients/opensearch.ts'
import { ApiError } from '../../errors.ts'
import type { Hit, SearchParams } from '../params.ts'
import { WINDOW } from '../queries/discovery.ts'
import type { Clause } from '../queries/filters.ts'
import { buildIdentitySearch } from '../queries/identity.ts'
import { buildListing } from '../queries/listing.ts'
import { readIdentityHits } from '../results/identity.ts'
import { readListedHits } from '../results/listing.ts'
import type { DisplaySource } from '../results/window.ts'
import { type SearchDeps, searchOrganizations } from '../search.ts'
import { EXPORTED_FIELDS, openSnapshot } from './snapshot.ts'

/** A search without pages; an empty query is a listing of all that pass the filters. */
export type ExportParams = Pick<SearchParams, 'query' | 'mode' | 'sort' | 'filters'>

export type ExportRow = Pick<Hit, 'ein' | 'match' | 'explanation'> & {
  /** Place in the export, from 1. */
  rank: number
  display: Omit<OrganizationDisplay, 'passages' | 'places'>
}

/** All rows of a search, of one index. */
export type Rows = {
  /** How many there will be. */
  found: number
  /** Release of the index they are read from. */
  release: string
  /** Each batch is read when it is asked for. */
  batches: AsyncGenerator<ExportRow[], undefined>
  /** Lets go of the index; may be called more than once. */
  close(): Promise<void>
}

/**
 * All organizations that a search of these parameters finds, in its order and of one index: however
 * long reading takes, and whichever index goes live meanwhile. In Discovery these are the candidates
 * that are ranked. `keepAlive` is the longest time between two batches. Whoever opens it closes it.
 * Throws as `searchOrganizations` does.
 */
export async function openRows(
  deps: SearchDeps,
  params: ExportParams,
  keepAlive: string,
): Promise<Rows> {
  const { index, meta } = await deps.opensearch.readMeta(organizationsAlias(deps.indexPrefix))
  const { release } = meta
  if (typeof release !== 'string') {
    throw new ApiError('IndexNotReady', { cause: new Error(`${index} carries no release.`) })
  }
  // By its own name: an index is never edited, and the alias may move at any time.
  const own = { ...deps, index }
  const isRanked = params.mode === 'Discovery' && params.query !== ''
  const rows = isRanked ? await discoverRows(own, params) : await openHits(own, params, keepAlive)
  return { ...rows, release }
}

const FIRST_PAGE = { page: 1, limit: WINDOW, facets: false }

/** The candidate window is one page; nothing of it is left to be read later. */
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
  { opensearch, index }: Indexed,
  params: ExportParams,
  keepAlive: string,
): Promise<Omit<Rows, 'release'>> {
  const search = buildWholeSearch(params)
  const { found, batches, close } = await openSnapshot<ExportedSource>(
    opensearch,
    index,
    search,
    keepAlive,
  )
  const read = (hits: EngineHit<DisplaySource>[]) =>
    params.query === '' ? readListedHits(hits) : readIdentityHits(hits, params.query)
  return { found, batches: toRows(batches, read), close }
}

/** The search that answers a page, without the page and what only a page shows. */
function buildWholeSearch(params: ExportParams): Clause {
  const build = params.query === '' ? buildListing : buildIdentitySearch
  const { query, sort } = build({ ...params, ...FIRST_PAGE })
  return { query, sort, _source: EXPORTED_FIELDS }
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

/** The readers of hits take a whole document; nothing of an export shows its texts. */
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
