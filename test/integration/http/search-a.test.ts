import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { health } from '#src/api/a/health.ts'
import { searchResults } from '#src/api/a/search.ts'
import { buildIndex, ORGANIZATIONS, openWorld, sketchDocument, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld('search_a')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
})
afterAll(() => world.close())

/** A search that must return 200 in exactly the shape of the interface. */
async function search(parameters: Record<string, string>, { app } = world) {
  const response = await app.inject({ url: '/api/v2/search', query: parameters })
  expect(response.statusCode, response.body).toBe(200)
  return searchResults.parse(response.json())
}
const einsOf = ({ Hits }: Awaited<ReturnType<typeof search>>) => Hits.map(({ EIN }) => EIN)

test('health reports documents and their release', async () => {
  const response = await world.app.inject('/api/v2/health')
  const CompiledAt = '2026-03-01T04:05:06.789Z'
  const known = { Status: 'Healthy', SchemaVersion: 2, CompiledAt, Documents: 4 }
  expect(health.parse(response.json())).toEqual(known)
})

describe('search', () => {
  test('finds by name, with the matched field and known facts', async () => {
    const { Hits, Resolution, Mode } = await search({ Query: 'cuyahoga harvest pantry' })
    expect(Mode).toBe('Identity')
    expect(Resolution).toMatchObject({ Status: 'Exact', EIN: '070000001' })
    expect(Hits[0]).toMatchObject({
      ...{ EIN: '070000001', Name: 'Cuyahoga Harvest Pantry', Location: 'Akron, OH' },
      ...{ Cause: 'Food Banks & Pantries', PrimaryForm: '990', FormTypes: ['990'] },
      Match: { Kind: 'ExactName', Field: 'Name' },
    })
  })

  test.each([
    ['harvest pantry, Akron TX', '070000002'],
    ['harvest pantry Akron OH', '070000001'],
    ...['07-0000001', '070000001', ' 07 0000001 ', '70000001'].map((ein) => [ein, '070000001']),
  ])('distinguishes by place, and reads any spelling of an EIN: %s', async (Query, ein) => {
    const [hit] = (await search({ Query })).Hits
    expect([hit?.EIN, hit?.Match.Kind === 'EIN']).toEqual([ein, !Query.includes('pantry')])
  })

  test.each([
    'Cuyahoga Harvest Pantry in Akron',
    'cuyahoga harvest pantry, Akron, OH 44301-1234, USA',
  ])('finds the only organization with a name in a place: %s', async (Query) => {
    const { Hits, Resolution } = await search({ Query })
    expect(Resolution).toMatchObject({ Status: 'Exact', EIN: '070000001' })
    const Match = { Kind: 'ExactName', Field: 'Name', Place: 'Akron, OH' }
    expect(Hits[0]).toMatchObject({ EIN: '070000001', Match })
  })

  test('ranks a name that begins with the query above one that contains it', async () => {
    const { Hits } = await search({ Query: 'harvest pantry' })
    const kinds = Hits.map(({ EIN, Match }) => `${EIN} ${Match.Kind}`)
    expect(kinds).toEqual(['070000002 Prefix', '070000001 Fuzzy'])
  })

  test('leaves out unknown values', async () => {
    const [hit] = (await search({ Query: 'registry only society' })).Hits
    for (const name of ['PrimaryForm', 'FormTypes', 'Description']) {
      expect(hit).not.toHaveProperty(name)
    }
  })

  test('pages by NextCursor, and returns each organization once', async () => {
    const seen: string[] = []
    for (let Cursor: string | undefined = '1'; Cursor; ) {
      const page = await search({ Query: 'harvest pantry', Limit: '1', Cursor })
      expect(page.Page).toBe(Number(Cursor))
      seen.push(...einsOf(page))
      Cursor = page.NextCursor
    }
    expect(seen).toEqual(['070000002', '070000001'])
  })

  test('returns facets only on request', async () => {
    const { Facets } = await search({ Query: 'harvest pantry', Facets: 'true' })
    const names = ['State', 'Cause', 'Form', 'EntityType', 'RevenueBand']
    expect(Object.keys(Facets ?? {})).toEqual(names)
    expect(Facets?.State).toContainEqual({ Value: 'OH', Label: 'Ohio', Count: 1 })
    expect(await search({ Query: 'harvest pantry' })).not.toHaveProperty('Facets')
  })

  test.each([
    ['State=TX', '070000002'],
    ['State=texas', '070000002'],
    ['MinRevenue=1600000', '070000001'],
    ['MaxRevenue=1600000', '070000002'],
    ['Cause=K31&State=OH', '070000001'],
    ['Cause=Food Banks %26 Pantries&State=OH', '070000001'],
    ['CauseLabel=Food, Agriculture %26 Nutrition&State=OH', '070000001'],
    ['PrimaryForm=990PF', ''],
    ['EntityType=OperatingOrOtherTaxExempt&Sort=Revenue', '070000001 070000002'],
    ['Mode=Discovery&EvidenceTier=ClassificationOnly&State=OH', '070000004'],
  ])('%s filters or sorts', async (parameters, eins) => {
    const query = Object.fromEntries(new URLSearchParams(parameters))
    expect(einsOf(await search({ Query: 'harvest pantry', ...query })).join(' ')).toBe(eins)
  })
})

describe('a search by meaning and words', () => {
  let own: World
  // Without a vector, an organization is found only by words; the last one has every query's vector.
  const MADE = [
    ['070000001', 'Clear Springs', 'Digs wells for clean water.', 'OH'],
    ['070000002', 'Brook School', 'Teaches about water.', 'VT'],
    ['070000003', 'Lake School', 'Lessons on water.', 'VT'],
    ['070000004', 'River School', 'Courses on water.', 'VT'],
    ['070000005', 'After Hours Club', 'Plays chess after work.', 'OH'],
    ['070000006', 'Meaning Alone', 'Pumps and pipes.', 'TX'],
  ] as const
  beforeAll(async () => {
    own = await openWorld('discovery')
    const documents = MADE.map(([ein, name, program, state]) =>
      sketchDocument({
        ...{ ein, name, program, state, form: '990', revenue: 1_000 },
        hasVector: ein === '070000006',
      }),
    )
    await buildIndex(own.opensearch, own.deps.indexPrefix, documents)
  })
  afterAll(() => own.close())
  const discover = (parameters: Record<string, string>) =>
    search({ Mode: 'Discovery', ...parameters }, own)

  test('shows for each organization what matched', async () => {
    const { Hits } = await discover({ Query: 'springs after clubs' })
    const why = Hits.map(({ EIN, Match, WhyMatched }) =>
      [EIN, Match.Field, WhyMatched?.[0]?.Kind].join(' '),
    )
    expect(why).toEqual(['070000006 CauseText Passage', '070000005 Name Name'])
  })
})
