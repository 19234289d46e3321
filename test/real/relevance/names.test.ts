import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupBy } from '#src/domain/es2024.ts'
import { hasRealData, REAL_DATA } from '#test/real/real-data.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { makeNameQueries, type NameQuery, readRegistry } from './name-queries.ts'
import { mean, printTable, reciprocalRank } from './scores.ts'

// Queries of each kind; the standard error of a kind's mean is then 0.01 to 0.02.
const QUERIES_PER_KIND = 150
const SEED = 20_261_121

type Scored = NameQuery & { rank: number; isFound: boolean }

describe.skipIf(!hasRealData)('identity search over 140,934 registered organizations', () => {
  const registry = join(REAL_DATA, 'bmf/2026-04')
  let world: IndexedWorld
  let scored: Scored[]

  beforeAll(async () => {
    world = await openIndexed('names', { paths: [registry] })
    const queries = makeNameQueries(readRegistry(registry), QUERIES_PER_KIND, SEED)
    scored = []
    for (const query of queries) scored.push(await score(world, query))
    printTable([...kinds(scored), { kind: 'all', mrr: mean(scored.map(({ rank }) => rank)) }])
  })
  afterAll(() => world?.close())

  it('finds the right organization: MRR@10 of at least 0.95 overall', () => {
    expect(mean(scored.map(({ rank }) => rank))).toBeGreaterThanOrEqual(0.95)
  })

  it('does so for every kind of error: MRR@10 above 0.85', () => {
    const low = kinds(scored).filter(({ mrr }) => mrr <= 0.85)
    expect(low, 'kinds at or under 0.85').toEqual([])
  })

  it('finds it among the first ten: recall@10 above 0.95 for every kind', () => {
    const low = kinds(scored).filter(({ recall }) => recall <= 0.95)
    expect(low, 'kinds at or under 0.95').toEqual([])
  })
})

async function score(world: IndexedWorld, query: NameQuery): Promise<Scored> {
  const found = await world.find({ Query: query.query, Limit: '10' })
  return { ...query, rank: reciprocalRank(found, query.ein), isFound: found.includes(query.ein) }
}

const kinds = (scored: Scored[]) =>
  [...groupBy(scored, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    mrr: mean(own.map(({ rank }) => rank)),
    recall: mean(own.map(({ isFound }) => (isFound ? 1 : 0))),
    queries: own.length,
  }))
