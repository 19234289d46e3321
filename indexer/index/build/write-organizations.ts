import type { CompanionName } from '#mappings/companions.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import type { Embedder } from '#src/platform/embedding/embedder.ts'
import {
  CAUSE_LABELS,
  type CauseVectors,
  toCauseVectors,
  withVector,
} from '../documents/cause-vector.ts'
import { toOrganizationDocument } from '../documents/organization-document.ts'
import type { OrganizationRow } from '../documents/organization-row.ts'
import { toCauseText } from '../documents/passages.ts'
import { type Refusal, toRefusal } from '../quarantine.ts'
import { PROBES } from '../verify/verify-index.ts'
import { type BulkOutcome, type IndexEntry, openBulkWriter } from './bulk-writer.ts'
import { openVectorSource, type VectorSource } from './embedding-cache.ts'
import { countOrganizations, type RowChoice, streamOrganizations } from './read-organizations.ts'

export type WriteDeps = {
  db: Postgres
  opensearch: OpenSearch
  embedder: Embedder
  onProgress: (progress: ReindexProgress) => void
}

/** The progress of one index; `companion` is absent while organizations are written. */
export type ReindexProgress = {
  companion?: CompanionName
  done: number
  total: number
  embedded: number
}

export type Filled = BulkOutcome & {
  /** Organizations read: all of them, unless too many were rejected. */
  done: number
  embedded: number
  /** A few of the written documents, to look up afterwards. */
  probes: OrganizationDocument[]
}

/**
 * Writes the chosen organizations to an index, and stops early when more than `limit` are rejected.
 * Reading, embedding, and writing overlap: while two bulk requests are running, the next batch is
 * read and embedded.
 */
export async function writeOrganizations(
  { db, opensearch, embedder, onProgress }: WriteDeps,
  session: Session,
  index: string,
  choice: RowChoice,
  limit: number,
): Promise<Filled> {
  const total = await countOrganizations(session, choice)
  onProgress({ done: 0, total, embedded: 0 })
  const source = openVectorSource(db, embedder)
  const causes = toCauseVectors(await source.read([...CAUSE_LABELS]))
  const writer = openBulkWriter(opensearch, index)
  const { refused } = writer.outcome
  const probes: OrganizationDocument[] = []
  let done = 0
  for await (const rows of streamOrganizations(session, choice)) {
    const documents = await toWholeDocuments(rows, source, causes, refused)
    await writer.put(documents.map(toEntry))
    keepProbes(probes, documents)
    done += rows.length
    onProgress({ done, total, embedded: source.embedded() })
    if (refused.length > limit) break
  }
  const outcome = await writer.finish()
  const missing = new Set(refused.map(({ ein }) => ein))
  return {
    ...outcome,
    done,
    embedded: source.embedded(),
    probes: probes.filter(({ ein }) => !missing.has(ein)),
  }
}

/** Returns a document as the bulk writer takes it. */
export const toEntry = (document: OrganizationDocument): IndexEntry => ({
  id: document.ein,
  document,
})

async function toWholeDocuments(
  rows: OrganizationRow[],
  source: VectorSource,
  causes: CauseVectors,
  refused: Refusal[],
): Promise<OrganizationDocument[]> {
  const documents = rows.flatMap((row) => toDocuments(row, refused))
  const texts = documents.map(({ display }) => toCauseText(display.passages))
  const vectors = await source.read(texts.filter((text) => text !== undefined))
  return documents.map((document, at) => {
    const vector = vectors.get(texts[at] ?? '')
    return vector ? withVector(document, vector, causes) : document
  })
}

/** Returns the document of one organization, or none if it cannot be built, noted in `refused`. */
function toDocuments(row: OrganizationRow, refused: Refusal[]): OrganizationDocument[] {
  try {
    return [toOrganizationDocument(row)]
  } catch (error) {
    refused.push(toRefusal(row.ein, String(error)))
    return []
  }
}

/**
 * Keeps one document of each of the first batches and of the last batch with a vector: one with a
 * vector if the batch has one, which also replaces one without once there are enough.
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
