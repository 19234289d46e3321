import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organizationsAlias } from '#mappings/organizations.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { orderCandidates, readCandidates } from '#src/search/discovery/hits.ts'
import { buildBranches, buildWindowSearch, WINDOW } from '#src/search/discovery/query.ts'
import type { SearchParams } from '#src/search/params.ts'
import { hasRealData, REAL_AND_REGISTRY } from '#test/real/real-data.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import intents from './intents.json' with { type: 'json' }
import { mean, ndcgAt10, printTable, recallAt } from './scores.ts'

type Intent = (typeof intents)[number]
type Found = Map<string, string[]>

type Body = Record<string, unknown>
type Ranking = (params: SearchParams, vector: Float32Array) => Body

const branch =
  (name: 'lexical' | 'vector'): Ranking =>
  (params, vector) => ({
    size: WINDOW,
    query: buildBranches(params, vector)[name],
    _source: false,
    docvalue_fields: ['ein', 'sort.evidence'],
  })

const RANKINGS = {
  'lexical alone': branch('lexical'),
  'vector alone': branch('vector'),
  hybrid: buildWindowSearch,
} satisfies Record<string, Ranking>

const gradesOf = (intent: Intent) =>
  new Map(Object.entries(intent.judgements as Record<string, number>))

const ndcg = (found: Found, of: Intent[] = intents): number =>
  mean(of.map((intent) => ndcgAt10(found.get(intent.id) ?? [], gradesOf(intent))))

const recall = (found: Found, of: Intent[] = intents): number =>
  mean(of.map((intent) => recallAt(50, found.get(intent.id) ?? [], gradesOf(intent))))

describe.skipIf(!hasRealData)('discovery over real filings', () => {
  let world: IndexedWorld
  const found = new Map<string, Found>()

  beforeAll(async () => {
    world = await openIndexed('intents', REAL_AND_REGISTRY)
    for (const [name, ranking] of Object.entries(RANKINGS)) {
      found.set(name, await findAll((query) => rank(world, query, ranking)))
    }
    printScores(found)
  })
  afterAll(() => world?.close())

  const foundBy = (name: keyof typeof RANKINGS): Found => found.get(name) ?? new Map()
  const scoreOf = (name: keyof typeof RANKINGS) => ndcg(foundBy(name))

  it('ranks best with words and meaning together', () => {
    expect(scoreOf('hybrid')).toBeGreaterThan(scoreOf('lexical alone'))
    expect(scoreOf('hybrid')).toBeGreaterThan(scoreOf('vector alone'))
  })

  it('has the same ranking over HTTP', async () => {
    const hybrid = found.get('hybrid')
    for (const intent of intents.slice(0, 5)) {
      const hits = await world.find({ Query: intent.query, Mode: 'Discovery', Limit: '10' })
      expect(hits, intent.query).toEqual(hybrid?.get(intent.id)?.slice(0, 10))
    }
  })

  // About 0.02 below the scores in the README: smaller differences are noise with so few queries.
  it('keeps its nDCG@10 and recall@50', () => {
    expect(scoreOf('hybrid')).toBeGreaterThan(0.722)
    expect(recall(foundBy('hybrid'))).toBeGreaterThan(0.717)
  })
})

async function findAll(find: (query: string) => Promise<string[]>): Promise<Found> {
  const all: Found = new Map()
  for (const { id, query } of intents) all.set(id, await find(query))
  return all
}

/** Returns the window of a query under a ranking, as the API orders it. */
async function rank(
  { deps, embedder }: IndexedWorld,
  query: string,
  ranking: Ranking,
): Promise<string[]> {
  const params: SearchParams = {
    query,
    mode: 'Discovery',
    page: 1,
    limit: 50,
    sort: 'Relevance',
    facets: false,
    filters: {},
  }
  const [vector = new Float32Array()] = await embedder.embed([query])
  const { hits } = await deps.opensearch.search({
    index: organizationsAlias(deps.indexPrefix),
    body: ranking(params, vector),
  })
  return orderCandidates(readCandidates(hits.hits), 'Relevance').map(({ ein }) => ein)
}

function printScores(found: Map<string, Found>): void {
  const groups = [...groupBy(intents, ({ group }) => group)]
  const halfOf = (half: string) => intents.filter(({ split }) => split === half)
  const rows = [...found].map(([ranking, own]) => ({
    ...{ ranking, 'nDCG@10': ndcg(own), 'tune half': ndcg(own, halfOf('tune')) },
    ...{ 'check half': ndcg(own, halfOf('check')), 'recall@50': recall(own) },
    ...Object.fromEntries(groups.map(([group, of]) => [group, ndcg(own, of)])),
  }))
  printTable(rows)
}
