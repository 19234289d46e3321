import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchResults } from '#src/api/a/search.ts'
import { buildIndex, openWorld, sketchDocument, type World } from './world.ts'

let world: World

// Without a vector, an organization is found only by words; the last one has every query's vector.
const ORGANIZATIONS = [
  { ein: '070000001', name: 'Clear Springs', program: 'Digs wells for clean water.', state: 'OH' },
  { ein: '070000002', name: 'Brook School', program: 'Teaches about water.', state: 'VT' },
  { ein: '070000003', name: 'Lake School', program: 'Lessons on water.', state: 'VT' },
  { ein: '070000004', name: 'River School', program: 'Courses on water.', state: 'VT' },
  { ein: '070000005', name: 'After Hours Club', program: 'Plays chess after work.', state: 'OH' },
  { ein: '070000006', name: 'Meaning Alone', program: 'Pumps and pipes.', state: 'TX' },
].map((sketch) =>
  sketchDocument({ ...sketch, form: '990', revenue: 1_000, hasVector: sketch.ein === '070000006' }),
)

beforeAll(async () => {
  world = await openWorld('discovery')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
})
afterAll(() => world.close())

async function discover(parameters: Record<string, string>) {
  const query = { Mode: 'Discovery', ...parameters }
  const response = await world.app.inject({ url: '/api/v2/search', query })
  expect(response.statusCode, response.body).toBe(200)
  return searchResults.parse(response.json())
}

test('sorted by a figure, contains the same organizations, even with a filter', async () => {
  const Query = 'wells for clean water'
  const byRelevance = await discover({ Query })
  const byRevenue = await discover({ Query, Sort: 'Revenue' })
  const einsOf = ({ Hits }: typeof byRelevance) => Hits.map(({ EIN }) => EIN).toSorted()
  expect(byRelevance.Found).toBe(5)
  expect(einsOf(byRevenue)).toEqual(einsOf(byRelevance))
  const inVermont = await discover({ Query, State: 'VT' })
  const sorted = await discover({ Query, State: 'VT', Sort: 'Revenue' })
  expect(einsOf(sorted)).toEqual(einsOf(inVermont))
})

test('shows for each organization what matched', async () => {
  const { Hits } = await discover({ Query: 'springs after clubs' })
  const reasons = Hits.map(({ EIN, Match, WhyMatched, Explanation }) => [
    EIN,
    Match.Field,
    WhyMatched?.[0]?.Kind,
    Explanation,
  ])
  expect(reasons).toEqual([
    ['070000006', 'CauseText', 'Passage', 'Its text is among the closest in meaning to the query.'],
    ['070000005', 'Name', 'Name', 'Its name shares words with the query.'],
  ])
})
