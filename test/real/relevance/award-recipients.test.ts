import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealData, REAL_DATA } from '#test/real/real-data.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { NAMES, readJudgedNames, WAYS } from './judged-names.ts'
import { mean, printTable, reciprocalRank } from './scores.ts'

describe.skipIf(!hasRealData)('names of federal award recipients, judged by hand', () => {
  let world: IndexedWorld
  let judged: Awaited<ReturnType<typeof readJudgedNames>>

  beforeAll(async () => {
    const candidates = join(NAMES, 'registry-of-candidates.csv')
    world = await openIndexed('recipients', { paths: [join(REAL_DATA, 'bmf/2026-04'), candidates] })
    judged = await readJudgedNames(world.deps.postgres)
  })
  afterAll(() => world?.close())

  // The scores of identity-6, less one hundredth for noise.
  it.each<[keyof typeof WAYS, number]>([
    ['name', 0.957],
    ['name, State=', 0.956],
    ['name city state', 0.969],
    ['name in city, state', 0.95],
    ['name state', 0.94],
    ['name city', 0.94],
  ])('%s: the first hit is right for %d', async (kind, least) => {
    const ranks: number[] = []
    for (const one of judged.known) {
      const found = await world.find({ Limit: '10', ...WAYS[kind](one) })
      ranks.push(reciprocalRank(found, one.ein))
    }
    const first = mean(ranks.map((rank) => (rank === 1 ? 1 : 0)))
    printTable([{ query: kind, 'MRR@10': mean(ranks), first, names: ranks.length }])
    expect(first).toBeGreaterThanOrEqual(least)
  })

  it('with a place, hardly a name that is not registered is Exact', async () => {
    const wrong: string[] = []
    for (const one of judged.absent) {
      const query = new URLSearchParams(WAYS['name city state'](one))
      const { body } = await world.get<{ Resolution: { Status: string } }>(
        `/api/v2/search?${query}`,
      )
      if (body.Resolution.Status === 'Exact') wrong.push(one.name)
    }
    expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(2)
  })
})
