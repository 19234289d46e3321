import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealData, REAL_DATA } from '#test/real/real-data.ts'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'
import { mean, printTable, reciprocalRank } from './scores.ts'

type Judged = { name: string; city: string; state: string; ein: string; verdict: string }

const NAMES = join(REAL_DATA, 'recent/names')
const QUERIES: Record<string, (judged: Judged) => Record<string, string>> = {
  name: ({ name }) => ({ Query: name }),
  'name, State=': ({ name, state }) => ({ Query: name, ...(state && { State: state }) }),
  'name city state': ({ name, city, state }) => ({ Query: `${name} ${city} ${state}` }),
  'name state': ({ name, state }) => ({ Query: `${name} ${state}` }),
  'name city': ({ name, city }) => ({ Query: `${name} ${city}` }),
  'name in city, state': ({ name, city, state }) => ({ Query: `${name} in ${city}, ${state}` }),
}
/** Verdicts of names that no registered organization has. */
const UNREGISTERED = new Set(['nonprofit_not_in_bmf', 'not_a_nonprofit', 'no_match_or_na'])

describe.skipIf(!hasRealData)('names of federal award recipients, judged by hand', () => {
  let world: IndexedWorld
  let judged: Judged[]
  let registered: Set<string>

  beforeAll(async () => {
    const candidates = join(NAMES, 'registry-of-candidates.csv')
    world = await openIndexed('recipients', { paths: [join(REAL_DATA, 'bmf/2026-04'), candidates] })
    judged = parse(readFileSync(join(NAMES, 'recipients-tune.csv')), { columns: true })
    const rows = await world.deps.postgres.query<{ ein: string }>(
      'select ein from organization where ein = any($1)',
      [judged.map(({ ein }) => ein)],
    )
    registered = new Set(rows.map(({ ein }) => ein))
  })
  afterAll(() => world?.close())

  // The scores of identity-5, less one hundredth for noise.
  it.each([
    ['name', 0.94],
    ['name, State=', 0.94],
    ['name city state', 0.95],
    ['name in city, state', 0.95],
    ['name state', 0.94],
    ['name city', 0.94],
  ])('%s: the first hit is right for %d', async (kind, least) => {
    const ranks: number[] = []
    for (const one of judged.filter(({ ein }) => registered.has(ein))) {
      const found = await world.find({ Limit: '10', ...QUERIES[kind]?.(one) })
      ranks.push(reciprocalRank(found, one.ein))
    }
    const first = mean(ranks.map((rank) => (rank === 1 ? 1 : 0)))
    printTable([{ query: kind, 'MRR@10': mean(ranks), first, names: ranks.length }])
    expect(first).toBeGreaterThanOrEqual(least)
  })

  it('with a place, hardly a name that is not registered is Exact', async () => {
    const wrong: string[] = []
    for (const one of judged.filter(({ verdict }) => UNREGISTERED.has(verdict))) {
      const query = new URLSearchParams(QUERIES['name city state']?.(one))
      const { body } = await world.get<{ Resolution: { Status: string } }>(
        `/api/v2/search?${query}`,
      )
      if (body.Resolution.Status === 'Exact') wrong.push(one.name)
    }
    expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(2)
  })
})
