import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsAlias, organizationsIndex } from '#mappings/organizations.ts'
import { type DiscoveryResults, discoveryResults } from '#src/api/a/discovery.ts'
import { buildApp } from '#src/app.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { buildIndex, RELEASE } from '#test/integration/http/world.ts'
import { hasRealData, REAL_AND_REGISTRY } from '#test/real/real-data.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { readMissionDocuments } from './missions.ts'
import { mean, printTable } from './scores.ts'

type Filed = Pick<OrganizationDocument, 'ein' | 'display'>
type Filer = { ein: string; name: string; code: string }

const CAUSES = 10

/** The beginning of an Explanation for an organization with another or an unknown cause. */
const NONETHELESS =
  /^(?:It is registered under .+, not under|Its text suggests .+, not|Its cause is unknown).+; it is listed because/

describe.skipIf(!hasRealData)('organizations similar to real filers of ten causes', () => {
  let world: IndexedWorld
  let filers: Filer[] = []
  let subjects: Filer[] = []
  const answers = new Map<string, DiscoveryResults>()

  beforeAll(async () => {
    world = await openIndexed('similar', REAL_AND_REGISTRY)
    filers = await readFilers(world)
    subjects = firstOfEach(filers, 1)
    for (const { ein } of subjects) answers.set(ein, await ask(world.get, ein))
    printAnswers(subjects, answers)
  })
  afterAll(() => world?.close())

  it('exist for each of ten causes, and six for most', () => {
    expect(subjects).toHaveLength(CAUSES)
    const counts = subjects.map(({ ein }) => answers.get(ein)?.Organizations.length ?? 0)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    // Few of a hundred filers may do the same work; others are not in the list.
    expect(counts.filter((count) => count === 6).length).toBeGreaterThanOrEqual(8)
  })

  it('share the cause, or say why they are listed nonetheless', () => {
    const causes = new Map(filers.map(({ ein, code }) => [ein, majorOf(code)]))
    for (const { ein, name, code } of subjects) {
      for (const { EIN, Name, Explanation } of answers.get(ein)?.Organizations ?? []) {
        const isShared = causes.get(EIN) === majorOf(code)
        expect(isShared || NONETHELESS.test(Explanation ?? ''), `${name}: ${Name}`).toBe(true)
      }
    }
  })

  describe('and, with two thousand filed missions and all classified,', () => {
    const shares = new Map<string, number>()

    beforeAll(async () => {
      const { deps, embedder } = world
      const indexPrefix = `${deps.indexPrefix}missions-`
      const documents = await readMissionDocuments(embedder)
      await buildIndex(deps.opensearch, indexPrefix, documents)
      const missions = documents.flatMap(toFiler)
      const codes = new Map(missions.map(({ ein, code }) => [ein, majorOf(code)]))
      const app = await buildApp({ ...deps, indexPrefix })
      const get = async (url: string) => {
        const answer = await app.inject({ url })
        return { status: answer.statusCode, body: answer.json() as unknown }
      }
      for (const { ein, code } of firstOfEach(missions, OF_EACH)) {
        const { Organizations } = await ask(get, ein)
        const shared = Organizations.filter(({ EIN }) => codes.get(EIN) === majorOf(code)).length
        const share = shared / Organizations.length / OF_EACH
        shares.set(majorOf(code), (shares.get(majorOf(code)) ?? 0) + share)
      }
      await app.close()
      const index = organizationsIndex(indexPrefix, RELEASE)
      await deps.opensearch.run((client) => client.indices.delete({ index }))
      printTable([...shares].map(([group, share]) => ({ group, share })))
    })

    it('have the same major group nine times in ten, and for each cause more often than not', () => {
      expect(shares.size).toBe(CAUSES)
      expect(mean([...shares.values()])).toBeGreaterThan(0.85)
      for (const [code, share] of shares) expect(share, code).toBeGreaterThan(0.5)
    })
  })
})

// Ten of each cause are a hundred requests, which take some seconds.
const OF_EACH = 10

const majorOf = (code: string): string => code.slice(0, 1)

type Get = (url: string) => Promise<{ status: number; body: unknown }>

async function ask(get: Get, ein: string): Promise<DiscoveryResults> {
  const { status, body } = await get(`/api/v2/charity/${ein}/discovery`)
  expect(status, JSON.stringify(body)).toBe(200)
  return discoveryResults.parse(body)
}

const toFiler = ({ ein, display: { name, cause } }: Filed): Filer[] =>
  cause && !cause.code.startsWith('Z') ? [{ ein, name, code: cause.code }] : []

/**
 * Returns all organizations with a text that mainly file the 990, with the registered or inferred
 * cause.
 */
async function readFilers({ deps }: IndexedWorld): Promise<Filer[]> {
  const filter = [{ exists: { field: 'vector.cause' } }, { term: { 'filter.form': '990' } }]
  const { hits } = await deps.opensearch.search<Filed>({
    index: organizationsAlias(deps.indexPrefix),
    body: { size: 500, query: { bool: { filter } }, sort: ['ein'], _source: ['ein', 'display'] },
  })
  return hits.hits.flatMap(({ _source }) => (_source ? toFiler(_source) : []))
}

/** Returns the first `count` of each of the ten major groups with most filers. */
const firstOfEach = (filers: Filer[], count: number): Filer[] =>
  [...groupBy(filers, ({ code }) => majorOf(code)).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, CAUSES)
    .flatMap((own) => own.slice(0, count))

function printAnswers(subjects: Filer[], answers: Map<string, DiscoveryResults>): void {
  const rows = subjects.flatMap(({ ein, name }) =>
    (answers.get(ein)?.Organizations ?? []).map(({ Similarity, Name, Cause = '' }) => ({
      ...{ 'similar to': name, organization: Name, cause: Cause },
      ...{ score: String(Similarity?.Score), coverage: String(Similarity?.EvidenceCoverage) },
    })),
  )
  printTable(rows)
}
