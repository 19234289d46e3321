import { isDeepStrictEqual } from 'node:util'
import {
  SECTOR_VERSION,
  type SectorDocument,
  sectorIndexFor,
  sectorProperties,
  sectorSettings,
} from '#mappings/sector.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { completeIndex } from '../build/build-index.ts'
import type { IndexMeta } from '../catalog/index-catalog.ts'
import type { SectorMeta } from '../catalog/sector-catalog.ts'
import { ADVICE } from '../quarantine.ts'
import { computeSector, sectorId } from './compute-sector.ts'

/**
 * Computes the sums over the store, from the snapshot its organizations index was read from, and
 * writes them to a finished sector index, which goes live together with that index. Throws
 * OperatorError when the index does not contain what was computed.
 */
export async function buildSector(
  opensearch: OpenSearch,
  session: Session,
  organizations: Pick<IndexMeta, 'index' | 'release'>,
  replicas?: number,
): Promise<void> {
  const builtAt = new Date().toISOString()
  const documents = await computeSector(session, organizations.release, builtAt)
  const meta = sectorMeta(organizations, builtAt)
  const body = {
    settings: sectorSettings,
    mappings: { dynamic: 'strict', _meta: meta, properties: sectorProperties },
  }
  const path = `/${meta.index}`
  await opensearch.run((client) => client.transport.request({ method: 'PUT', path, body }))
  await writeSector(opensearch, meta.index, documents)
  const differing = differingSector(documents, await readSector(opensearch, meta.index))
  if (differing.length > 0) {
    throw new OperatorError(
      `The new index ${meta.index} differs from the computed sums (${differing.join(', ')}), so the live index did not change.`,
    )
  }
  await completeIndex(opensearch, meta, replicas)
}

function sectorMeta(
  { index, release }: Pick<IndexMeta, 'index' | 'release'>,
  builtAt: string,
): SectorMeta {
  const name = sectorIndexFor(index)
  if (name === undefined) throw new Error(`${index} is not the name of an organizations index.`)
  return {
    index: name,
    organizations: index,
    release,
    mappingVersion: SECTOR_VERSION,
    builtAt,
    complete: false,
  }
}

/**
 * Writes the documents of a sector index and makes them searchable.
 * Throws OperatorError naming the first rejected document, because totals without it would be wrong.
 */
export async function writeSector(
  opensearch: OpenSearch,
  index: string,
  documents: SectorDocument[],
): Promise<void> {
  const lines = documents.flatMap((document) => [
    JSON.stringify({ index: { _id: sectorId(document) } }),
    JSON.stringify(document),
  ])
  const { items } = await opensearch.bulk(`${lines.join('\n')}\n`, { index, refresh: 'true' })
  const failed = items.find(({ index: item }) => item?.error)?.index
  if (failed === undefined) return
  const advice =
    failed.status === 400
      ? `One of the filings in this document's sums has an impossible value. ${ADVICE}`
      : "Check OpenSearch's log, memory, and disk, then run the same command again."
  throw new OperatorError(
    `OpenSearch rejected document ${failed._id} of the sector index, so the live index did not change: ${failed.error?.type}: ${failed.error?.reason}. ${advice}`,
  )
}

// Filings contain about forty tax years; a thousand leaves room for years filed by mistake.
const MOST = 1_000

/** Reads all documents of a sector index. */
export async function readSector(opensearch: OpenSearch, index: string): Promise<SectorDocument[]> {
  const { hits } = await opensearch.search<SectorDocument>({
    index,
    body: { size: MOST, query: { match_all: {} } },
  })
  return hits.hits.flatMap(({ _source }) => (_source ? [_source] : []))
}

/**
 * Returns the ids of documents that differ between the two sides or are missing on one. The time of
 * computation is not compared: the same store gives the same sums at any time.
 */
export function differingSector(expected: SectorDocument[], held: SectorDocument[]): string[] {
  const [ours, theirs] = [expected, held].map(
    (documents) => new Map(documents.map((one) => [sectorId(one), withoutTime(one)])),
  )
  const ids = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])
  return [...ids].filter((id) => !isDeepStrictEqual(ours?.get(id), theirs?.get(id)))
}

const withoutTime = (document: SectorDocument): SectorDocument =>
  ({ ...document, body: { ...document.body, computedAt: '' } }) as SectorDocument
