import { isDeepStrictEqual } from 'node:util'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { MAPPING_VERSION } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { newestRelease } from '../../store/releases.ts'
import { readCachedVectors } from '../build/embedding-cache.ts'
import { countOrganizations } from '../build/read-organizations.ts'
import { type CatalogEntry, findLive, isComplete, listIndices } from '../catalog/index-catalog.ts'
import { findCompanionFaults } from '../companions/verify-companion.ts'
import { toCauseText } from '../documents/passages.ts'
import type { Quarantined } from '../quarantine.ts'
import { sampleDocuments, sampleVectors } from './sample-documents.ts'
import { findFaults, PROBES } from './verify-index.ts'

type LiveCheck = {
  index: string
  documents: number
  compared: number
  /** What differs or is wrong, as sentences. */
  faults: string[]
  /** Organizations that the index leaves out, which is not a fault. */
  quarantined: Quarantined[]
  /** The store is newer, so organizations changed since are not compared. */
  isBehind: boolean
}

/** Checks the live index against the store. Throws OperatorError when none is live. */
export const checkLive = (db: Postgres, opensearch: OpenSearch, prefix: string, model: string) =>
  db.snapshot(async (session): Promise<LiveCheck> => {
    const live = findLive(await listIndices(opensearch, prefix))
    if (!live) throw new OperatorError('No index is live. Build one with npm run reindex.')
    const { name, meta } = live
    const isBehind = (await newestRelease(session)) !== meta.release
    const { quarantined = [] } = meta
    const held = { release: meta.release ?? '', except: quarantined.map(({ ein }) => ein) }
    const sample = await sampleDocuments(session, held)
    const readVectors = (texts: string[]) =>
      readCachedVectors(session, meta.embeddingModel ?? '', texts)
    const vectored = await sampleVectors(session, held, readVectors)
    const faults = [
      ...findMetaFaults(live, model),
      ...(await findDocumentFaults(opensearch, name, sample)),
      ...findUnknownTexts(vectored),
      ...(await findFaults(opensearch, name, {
        documents: isBehind ? undefined : (await countOrganizations(session)) - quarantined.length,
        vectors: undefined,
        probes: [...sample.slice(0, PROBES), ...vectored],
      })),
      ...(await findCompanionFaults(opensearch, prefix, live, { session, readVectors }, isBehind)),
    ]
    const documents = await opensearch.count(name)
    return { index: name, documents, compared: sample.length, faults, quarantined, isBehind }
  })

// Every text of an index was embedded through the store. If a vector is missing, the index was built
// from another text, and the two cannot be compared.
const findUnknownTexts = (vectored: OrganizationDocument[]): string[] =>
  vectored
    .filter(({ vector }) => vector === undefined)
    .map(({ ein }) => `The store has no vector for the text of EIN ${ein}.`)

function findMetaFaults(live: CatalogEntry, model: string): string[] {
  const { meta } = live
  const faults: string[] = []
  if (!isComplete(live)) faults.push('The index is not marked as complete.')
  if (meta.mappingVersion !== MAPPING_VERSION) {
    faults.push(`The mapping has version ${meta.mappingVersion}; expected ${MAPPING_VERSION}.`)
  }
  if (meta.embeddingModel !== model) {
    faults.push(`The vectors come from model ${meta.embeddingModel}; expected ${model}.`)
  }
  return faults
}

async function findDocumentFaults(
  opensearch: OpenSearch,
  index: string,
  sample: OrganizationDocument[],
): Promise<string[]> {
  const { hits } = await opensearch.search<OrganizationDocument>({
    index,
    body: {
      size: sample.length,
      query: { terms: { ein: sample.map(({ ein }) => ein) } },
      _source: { excludes: ['vector'] },
    },
  })
  const indexed = new Map(hits.hits.map(({ _id, _source }) => [_id, _source]))
  return sample.flatMap((document) => {
    const held = indexed.get(document.ein)
    if (!held) return [`EIN ${document.ein} is missing.`]
    const parts = differingParts(document, held)
    return parts.length === 0 ? [] : [`EIN ${document.ein} differs in ${parts.join(', ')}.`]
  })
}

/** Returns the fields of a document that differ in the index; an inferred cause exists only there. */
function differingParts(document: OrganizationDocument, held: OrganizationDocument): string[] {
  const canBeInferred = !document.display.cause && toCauseText(document.display.passages)
  const own = canBeInferred ? ['cause', 'causeLabel'] : []
  return (['display', 'query', 'filter', 'sort'] as const).flatMap((group) => {
    const [expected, actual] = [document[group], held[group]] as [Fields, Fields]
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...names]
      .filter((name) => !own.includes(name) && !isDeepStrictEqual(expected[name], actual[name]))
      .map((name) => `${group}.${name}`)
  })
}

type Fields = Record<string, unknown>
