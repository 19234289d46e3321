import { isDeepStrictEqual } from 'node:util'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { MAPPING_VERSION } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/clients/opensearch.ts'
import type { Postgres, Session } from '#src/clients/postgres.ts'
import { OperatorError } from '#src/errors.ts'
import { toOrganizationDocument } from '../documents/organization-document.ts'
import { toCauseText } from '../documents/passages.ts'
import { type CatalogEntry, findLive, isComplete, listIndices } from './index-catalog.ts'
import { countOrganizations, newestRelease, streamOrganizations } from './read-organizations.ts'
import { countVectors, findFaults, PROBES } from './verify-index.ts'

export type LiveCheck = {
  index: string
  documents: number
  compared: number
  /** What differs or is wrong, as sentences. */
  faults: string[]
  /** The store is newer, so what changed since cannot be compared. */
  isBehind: boolean
}

// Two hundred documents compared field by field find a fault in one of a hundred with a
// probability of 87 %, and cost a second.
const SAMPLE = 200

/** Checks the live index against the store. Throws OperatorError when none is live. */
export const checkLive = (db: Postgres, opensearch: OpenSearch, prefix: string, model: string) =>
  db.session(async (session): Promise<LiveCheck> => {
    await session.query('begin isolation level repeatable read read only')
    const live = findLive(await listIndices(opensearch, prefix))
    if (!live) throw new OperatorError('No index is live; build one with npm run reindex.')
    const isBehind = (await newestRelease(session)) !== live.meta.release
    const sample = await readSample(session, live.meta.release ?? '')
    const faults = [
      ...findMetaFaults(live, model),
      ...(await findDocumentFaults(opensearch, live.name, sample)),
      ...(await findFaults(opensearch, live.name, {
        documents: isBehind ? await opensearch.count(live.name) : await countOrganizations(session),
        vectors: await countVectors(opensearch, live.name),
        probes: sample.slice(0, PROBES),
      })),
    ]
    await session.query('commit')
    const documents = await opensearch.count(live.name)
    return { index: live.name, documents, compared: sample.length, faults, isBehind }
  })

function findMetaFaults(live: CatalogEntry, model: string): string[] {
  const { meta } = live
  const faults: string[] = []
  if (!isComplete(live)) faults.push('It is not marked as complete.')
  if (meta.mappingVersion !== MAPPING_VERSION) {
    faults.push(`Its mapping is version ${meta.mappingVersion}; the code's is ${MAPPING_VERSION}.`)
  }
  if (meta.embeddingModel !== model) {
    faults.push(`Its vectors are of ${meta.embeddingModel}; queries are embedded by ${model}.`)
  }
  return faults
}

/** Documents made anew of organizations that have not changed since a release, at random. */
async function readSample(session: Session, release: string): Promise<OrganizationDocument[]> {
  const rows = await session.query<{ ein: string }>(
    'select ein from organization where changed_release <= $1 order by random() limit $2',
    [release, SAMPLE],
  )
  const documents: OrganizationDocument[] = []
  const eins = rows.map(({ ein }) => ein)
  for await (const batch of streamOrganizations(session, { eins })) {
    documents.push(...batch.map(toOrganizationDocument))
  }
  return documents
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
    if (!held) return [`EIN ${document.ein} is not in it.`]
    const parts = differingParts(document, held)
    return parts.length === 0 ? [] : [`EIN ${document.ein} differs in ${parts.join(', ')}.`]
  })
}

/** Fields of a document that the index holds otherwise; an inferred cause is the index's own. */
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
