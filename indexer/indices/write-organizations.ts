import type { OrganizationDocument } from '#mappings/organization-document.ts'
import type { OpenSearch } from '#src/clients/opensearch.ts'
import type { Postgres, Session } from '#src/clients/postgres.ts'
import type { Embedder } from '#src/embedding/embedder.ts'
import {
  CAUSE_LABELS,
  type CauseVectors,
  toCauseVectors,
  withVector,
} from '../documents/cause-vector.ts'
import { toOrganizationDocument } from '../documents/organization-document.ts'
import type { OrganizationRow } from '../documents/organization-row.ts'
import { toCauseText } from '../documents/passages.ts'
import { type BulkOutcome, openBulkWriter } from './bulk-writer.ts'
import { openVectorSource, type VectorSource } from './embedding-cache.ts'
import { countOrganizations, streamOrganizations } from './read-organizations.ts'
import { PROBES } from './verify-index.ts'

export type WriteDeps = {
  db: Postgres
  opensearch: OpenSearch
  embedder: Embedder
  onProgress: (progress: ReindexProgress) => void
}

export type ReindexProgress = { done: number; total: number; embedded: number }

export type Filled = BulkOutcome & {
  embedded: number
  /** Documents with a vector among those written. */
  vectors: number
  /** A few of the documents, to look up afterwards. */
  probes: OrganizationDocument[]
}

/**
 * Writes every organization, or those changed after a release, to an index. Reading, embedding
 * and writing overlap: while two bulks are under way the next batch is read and embedded.
 */
export async function writeOrganizations(
  { db, opensearch, embedder, onProgress }: WriteDeps,
  session: Session,
  index: string,
  changedAfter: string | undefined,
): Promise<Filled> {
  const choice = changedAfter === undefined ? {} : { changedAfter }
  const total = await countOrganizations(session, choice)
  onProgress({ done: 0, total, embedded: 0 })
  const source = openVectorSource(db, embedder)
  const causes = toCauseVectors(await source.read([...CAUSE_LABELS]))
  const writer = openBulkWriter(opensearch, index)
  const probes: OrganizationDocument[] = []
  let done = 0
  let vectors = 0
  for await (const rows of streamOrganizations(session, choice)) {
    const documents = await toWholeDocuments(rows, source, causes)
    await writer.put(documents)
    vectors += documents.filter(({ vector }) => vector !== undefined).length
    keepProbes(probes, documents)
    done += rows.length
    onProgress({ done, total, embedded: source.embedded() })
  }
  return { ...(await writer.finish()), embedded: source.embedded(), vectors, probes }
}

async function toWholeDocuments(
  rows: OrganizationRow[],
  source: VectorSource,
  causes: CauseVectors,
): Promise<OrganizationDocument[]> {
  const documents = rows.map(toOrganizationDocument)
  const texts = documents.map(({ display }) => toCauseText(display.passages))
  const vectors = await source.read(texts.filter((text) => text !== undefined))
  return documents.map((document, place) => {
    const vector = vectors.get(texts[place] ?? '')
    return vector ? withVector(document, vector, causes) : document
  })
}

/**
 * Keeps a document of each of the first batches and of the last one with a vector: with a vector
 * where the batch has one, and in place of one without once there are enough.
 */
export function keepProbes(
  probes: OrganizationDocument[],
  documents: OrganizationDocument[],
): void {
  const probe = documents.find(({ vector }) => vector !== undefined) ?? documents[0]
  if (!probe) return
  const bare = probes.findIndex(({ vector }) => vector === undefined)
  if (probes.length < PROBES) probes.push(probe)
  else if (probe.vector) probes[bare < 0 ? PROBES - 1 : bare] = probe
}
