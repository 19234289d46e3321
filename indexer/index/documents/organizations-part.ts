import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsProperties, organizationsSettings } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { IndexEntry, IndexPart, PartContext } from '../part.ts'
import { toRefusal } from '../quarantine.ts'
import { CAUSE_LABELS, type CauseVectors, toCauseVectors, withVector } from './cause-vector.ts'
import { toOrganizationDocument } from './organization-document.ts'
import { openRow, type PackedRow, streamOrganizations } from './organization-row.ts'
import { toCauseText } from './passages.ts'

const VECTOR_FIELD = 'vector.cause'

/** One document for each organization. */
export const organizationsPart: IndexPart = {
  kind: 'organizations',
  settings: organizationsSettings,
  properties: (dimension) => ({
    ...organizationsProperties,
    vector: {
      properties: { cause: { ...organizationsProperties.vector.properties.cause, dimension } },
    },
  }),
  async *stream(context) {
    const causes = toCauseVectors(await context.readVectors([...CAUSE_LABELS]))
    for await (const rows of streamOrganizations(context.session)) {
      yield await toEntries(rows, context, causes)
    }
  },
  count: 'select count(*) from organization where ein <> all($1::text[])',
  probe,
}

/** Returns a document as the bulk writer takes it. */
export const toEntry = (document: OrganizationDocument): IndexEntry => ({
  id: document.ein,
  ein: document.ein,
  document,
})

async function toEntries(
  rows: PackedRow[],
  { readVectors, onRefused }: PartContext,
  causes: CauseVectors,
): Promise<IndexEntry[]> {
  const documents = rows.flatMap((row) => {
    try {
      return [toOrganizationDocument(openRow(row))]
    } catch (error) {
      onRefused(toRefusal(row.ein, String(error)))
      return []
    }
  })
  const texts = documents.map(({ display }) => toCauseText(display.passages))
  const vectors = await readVectors(texts.filter((text) => text !== undefined))
  return documents.map((document, at) => {
    const vector = vectors.get(texts[at] ?? '')
    return toEntry(vector ? withVector(document, vector, causes) : document)
  })
}

const PROBES = 5

/** Searches for a few organizations by EIN, name, and vector, those with a vector if possible. */
async function probe(
  opensearch: OpenSearch,
  index: string,
  entries: IndexEntry[],
): Promise<string[]> {
  const documents = entries.map(({ document }) => document as OrganizationDocument)
  const vectored = documents.filter(({ vector }) => vector !== undefined)
  const bare = documents.filter(({ vector }) => vector === undefined)
  const probes = [...vectored, ...bare].slice(0, PROBES)
  const faults: string[] = []
  for (const document of probes) faults.push(...(await probeDocument(opensearch, index, document)))
  return faults.length > 0 ? faults : await probeGraph(opensearch, index, probes)
}

async function probeDocument(
  opensearch: OpenSearch,
  index: string,
  { ein, query, vector }: OrganizationDocument,
): Promise<string[]> {
  const byEin = { term: { ein } }
  const byName = {
    bool: { must: { match: { 'query.name': query.name } }, filter: byEin },
  }
  const searches = [
    { by: 'EIN', body: { query: byEin }, min: 0 },
    ...(query.name === '' ? [] : [{ by: 'name', body: { query: byName }, min: 0 }]),
    ...(vector ? [{ by: 'vector', body: nearest(vector.cause, byEin), min: SAME_VECTOR }] : []),
  ]
  const responses = await opensearch.msearch(searches.map(({ body }) => ({ index, body })))
  return searches
    .filter(({ min }, at) => (responses[at]?.hits.hits[0]?._score ?? -1) < min)
    .map(({ by }) => `A search by ${by} does not find EIN ${ein}.`)
}

/**
 * Searches for each probe among all vectors. The graph is approximate: among near duplicates it does
 * not lead to every vector, so only an index in which no probe is found has a fault.
 */
async function probeGraph(
  opensearch: OpenSearch,
  index: string,
  probes: OrganizationDocument[],
): Promise<string[]> {
  const bodies = probes.flatMap(({ vector }) =>
    vector ? { index, body: nearest(vector.cause) } : [],
  )
  if (bodies.length === 0) return []
  const responses = await opensearch.msearch(bodies)
  return responses.some(({ hits }) => (hits.hits[0]?._score ?? 0) >= SAME_VECTOR)
    ? []
    : ['Searches by vector find none of the organizations that they look for.']
}

const CANDIDATES = 100

/** With a filter for one organization, the engine compares exactly. */
const nearest = (vector: number[], filter?: object) => ({
  size: 1,
  query: { knn: { [VECTOR_FIELD]: { vector, k: CANDIDATES, ...(filter && { filter }) } } },
  _source: false,
})

// The engine scores an inner product as 1 + product, so a vector matches itself with score 2; six
// decimals and 32-bit floats lose less than 0.0001. Equal texts are equally near, so only the score
// is compared.
const SAME_VECTOR = 1.999
