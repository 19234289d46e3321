import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { countOf } from '#src/domain/money.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'

const VECTOR_FIELD = 'vector.cause'

/**
 * The expected content of an index. An unknown number is undefined, never one read from the index
 * itself, which would always match.
 */
type Expectation = {
  documents: number | undefined
  vectors: number | undefined
  /** Each is looked up by EIN and name, and by its vector if it has one. */
  probes: OrganizationDocument[]
}

/** How many of the written documents are looked up after a build. */
export const PROBES = 5

/** Returns the faults of an index as sentences; empty when it is as expected. */
export async function findFaults(
  opensearch: OpenSearch,
  index: string,
  { documents, vectors, probes }: Expectation,
): Promise<string[]> {
  const faults: string[] = []
  const held = await opensearch.count(index)
  if (documents !== undefined && held !== documents) {
    faults.push(`The index contains ${countOf(held, 'organization')}; expected ${documents}.`)
  }
  const heldVectors = await countVectors(opensearch, index)
  if (vectors !== undefined && heldVectors !== vectors) {
    faults.push(`The index contains ${countOf(heldVectors, 'vector')}; expected ${vectors}.`)
  }
  for (const probe of probes) faults.push(...(await probeDocument(opensearch, index, probe)))
  return faults.length > 0 ? faults : await probeGraph(opensearch, index, probes)
}

async function countVectors(opensearch: OpenSearch, index: string): Promise<number> {
  const { hits } = await opensearch.search({
    index,
    body: { size: 0, query: { exists: { field: VECTOR_FIELD } }, track_total_hits: true },
  })
  return hits.total?.value ?? 0
}

async function probeDocument(
  opensearch: OpenSearch,
  index: string,
  probe: OrganizationDocument,
): Promise<string[]> {
  const { ein, query, vector } = probe
  const named = { must: { match: { 'query.name': query.name } }, filter: { term: { ein } } }
  const [byEin, byName, byVector] = await opensearch.msearch<{ ein: string }>([
    { index, body: { query: { term: { ein } }, _source: ['ein'] } },
    { index, body: { query: { bool: named }, _source: ['ein'] } },
    { index, body: vector ? nearest(vector.cause, { term: { ein } }) : NOTHING },
  ])
  const found = (hits: { _id: string }[] | undefined) => hits?.some(({ _id }) => _id === ein)
  const faults: string[] = []
  if (!found(byEin?.hits.hits)) faults.push(`A search by EIN does not find EIN ${ein}.`)
  if (query.name !== '' && !found(byName?.hits.hits)) {
    faults.push(`A search by name does not find EIN ${ein}.`)
  }
  const best = byVector?.hits.hits[0]?._score ?? 0
  if (vector && best < SAME_VECTOR) faults.push(`A search by vector does not find EIN ${ein}.`)
  return faults
}

const NOTHING = { size: 0, query: { match_none: {} } }

/**
 * Searches for each probe among all vectors. The graph is approximate: among near duplicates it does
 * not lead to every vector, so only an index in which no probe is found has a fault.
 */
async function probeGraph(
  opensearch: OpenSearch,
  index: string,
  probes: OrganizationDocument[],
): Promise<string[]> {
  const vectors = probes.flatMap(({ vector }) => (vector ? [vector.cause] : []))
  if (vectors.length === 0) return []
  const bodies = vectors.map((vector) => ({ index, body: nearest(vector) }))
  const found = await opensearch.msearch(bodies)
  const isFound = found.some(({ hits }) => (hits.hits[0]?._score ?? 0) >= SAME_VECTOR)
  return isFound ? [] : ['Searches by vector find none of the organizations that they look for.']
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
