import { afterAll, beforeAll, expect, test } from 'vitest'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import { WINDOW } from '#src/search/queries/discovery.ts'
import { buildIndex, openWorld, sketchDocument, type World } from './world.ts'

let world: World

const SOME = 40

beforeAll(async () => {
  world = await openWorld('full_window')
  const documents = Array.from({ length: WINDOW + SOME }, (_, at) =>
    sketchDocument({
      ein: String(70_000_100 + at).padStart(9, '0'),
      name: `Pantry ${at}`,
      form: '990',
      revenue: 1_000 + at,
      program: 'Gives food to families.',
      state: at < SOME ? 'OH' : 'TX',
    }),
  )
  await buildIndex(world.opensearch, world.deps.indexPrefix, documents)
})
afterAll(() => world.close())

const query = { q: 'gives food to families', limit: '1' }

test.each([
  [{}, 'at_least', WINDOW],
  [{ sort: 'revenue' }, 'at_least', WINDOW],
  [{ state: 'OH' }, 'exact', SOME],
])('a discovery with %o has %s %i results', async (narrowed, relation, total) => {
  const response = await world.app.inject({
    url: '/api/v2/search',
    query: { ...query, ...narrowed },
  })
  expect(response.statusCode, response.body).toBe(200)
  const { data } = envelope(searchData).parse(response.json())
  expect(data.interpretation.mode).toBe('discovery')
  expect(data).toMatchObject({ total, total_relation: relation })
})
