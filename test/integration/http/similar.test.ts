import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import { type DiscoveryResults, discoveryResults } from '#src/api/a/discovery.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { addRegistry } from '#test/integration/indices/store.ts'
import { SIMILAR_ORGANIZATIONS, SUBJECT } from './similar-world.ts'
import { buildIndex, openWorld, RELEASE, type World } from './world.ts'

let world: World
let headers: Record<string, string>
const BARE = 'http-similar-bare-'
const EMPTY = 'http-similar-empty-'

beforeAll(async () => {
  world = await openWorld('similar')
  const { opensearch, deps } = world
  await buildIndex(opensearch, deps.indexPrefix, SIMILAR_ORGANIZATIONS)
  const bare = SIMILAR_ORGANIZATIONS.map(({ vector: _, ...document }) => document)
  await buildIndex(opensearch, BARE, bare)
  await buildIndex(opensearch, EMPTY, SIMILAR_ORGANIZATIONS.slice(0, 1))
  const emptied = { index: organizationsIndex(EMPTY, RELEASE), id: SUBJECT, refresh: true }
  await opensearch.run((client) => client.delete(emptied))
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'similar' })
  headers = { 'x-service-api-key': key }
})
afterAll(async () => {
  for (const prefix of [BARE, EMPTY]) {
    const index = organizationsIndex(prefix, RELEASE)
    await world.opensearch.run((client) => client.indices.delete({ index }))
  }
  await world.close()
})

const urlOf = (ein: string) => `/api/v2/charity/${ein}/discovery`

const ask = (ein: string, query: Record<string, string> = {}) =>
  world.app.inject({ url: urlOf(ein), query, headers })

async function similarTo(ein: string, query: Record<string, string> = {}) {
  const response = await ask(ein, query)
  expect(response.statusCode, response.body).toBe(200)
  return discoveryResults.parse(response.json())
}

const einsOf = ({ Organizations }: DiscoveryResults) => Organizations.map(({ EIN }) => EIN)

const componentsOf = (organization: DiscoveryResults['Organizations'][number] | undefined) =>
  Object.fromEntries(organization?.Similarity?.Components.map((one) => [one.Kind, one]) ?? [])

describe('organizations similar to a profile', () => {
  let results: DiscoveryResults
  beforeAll(async () => {
    results = await similarTo(SUBJECT, { Limit: '25' })
  })

  test('are sorted by score, those without their own text after those with one', () => {
    expect(einsOf(results)).toEqual([
      '072000001',
      '070000102',
      '070000105',
      '070000104',
      '070000103',
      '070000106',
    ])
  })

  test('file the same form, and exclude the profile and its family', () => {
    expect(results.Organizations.every(({ PrimaryForm }) => PrimaryForm === '990')).toBe(true)
    expect(einsOf(results).filter((ein) => ein === SUBJECT || ein.startsWith('071'))).toEqual([])
  })

  test('include each other family once, even if it files the nearest words 240 times', () => {
    expect(results.Organizations.filter(({ FamilyID }) => FamilyID === 'GEN-7002')).toHaveLength(1)
  })

  test('exclude organizations that share only place, size, and operation', () => {
    expect(einsOf(results)).not.toContain('070000107')
  })

  test('have weights that sum to 1 and contributions that sum to the score', () => {
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
    expect(sum(Object.values(results.Weights))).toBeCloseTo(1)
    for (const { Similarity, Name } of results.Organizations) {
      const points = Similarity?.Components.map(({ Contribution = 0 }) => Contribution) ?? []
      expect(Math.abs(sum(points) - (Similarity?.Score ?? -9)), Name).toBeLessThan(1)
      expect(Similarity?.Components.map(({ Kind, Weight }) => [Kind, Weight])).toEqual(
        Object.entries(results.Weights),
      )
    }
  })

  test('show every part of the comparison', () => {
    const near = results.Organizations.find(({ EIN }) => EIN === '070000102')
    expect(near?.Similarity).toEqual({
      Score: 93,
      EvidenceCoverage: 100,
      Components: [
        {
          Kind: 'CauseText',
          State: 'Matched',
          Weight: 0.45,
          Score: 86,
          Contribution: 38.7,
          Values: ['similarity in meaning: 0.90 (on a scale of 0 to 1)'],
        },
        {
          Kind: 'Classification',
          State: 'Matched',
          Weight: 0.2,
          Score: 100,
          Contribution: 20,
          Values: ['Food Banks & Pantries'],
        },
        {
          Kind: 'Geography',
          State: 'Matched',
          Weight: 0.15,
          Score: 100,
          Contribution: 15,
          Values: ['OH'],
        },
        {
          Kind: 'Scale',
          State: 'Matched',
          Weight: 0.1,
          Score: 94,
          Contribution: 9.4,
          Values: ['revenues of $2 million and $1.5 million'],
        },
        {
          Kind: 'OperatingModel',
          State: 'Matched',
          Weight: 0.1,
          Score: 100,
          Contribution: 10,
          Values: ['Contributions', 'Direct service'],
        },
      ],
    })
  })

  test('mark as unavailable what is unknown for one side, including an inferred cause', () => {
    const [inferred, registered] = ['070000105', '070000106'].map((ein) =>
      componentsOf(results.Organizations.find(({ EIN }) => EIN === ein)),
    )
    expect(inferred?.Classification).toEqual({
      Kind: 'Classification',
      State: 'Unavailable',
      Weight: 0.2,
    })
    expect(registered?.CauseText?.State).toBe('Unavailable')
  })

  test('say why they are similar, even if their cause differs', () => {
    const said = new Map(results.Organizations.map(({ EIN, Explanation }) => [EIN, Explanation]))
    expect(said.get('070000102')).toBe(
      "Its text is close in meaning to the profile's (86 of 100), both are classified under Food Banks & Pantries, both list OH as a place of work, both are of similar size (revenues of $2 million and $1.5 million), and both operate in the same way (Contributions, Direct service).",
    )
    expect(said.get('070000104')).toMatch(
      /^It is registered under Housing & Shelter, not under Food, Agriculture & Nutrition; it is listed because its text is close/,
    )
    expect(said.get('070000105')).toMatch(
      /^Its text suggests Youth Development, not Food, Agriculture & Nutrition; it is listed/,
    )
    expect(said.get('070000106')).toMatch(/^It has filed no text to compare; it is listed/)
  })

  test('show the passages of both sides, each with its EIN', () => {
    const near = results.Organizations.find(({ EIN }) => EIN === '070000102')
    const passages = near?.WhyMatched?.filter(({ Kind }) => Kind === 'Passage')
    expect(passages?.map(({ EIN, Text }) => [EIN, Text])).toEqual([
      ['070000102', 'Hands out food to hungry families.'],
      [SUBJECT, 'Gives food to hungry families and runs a mobile pantry.'],
    ])
    expect(near?.Match).toMatchObject({ Kind: 'Cause', Field: 'CauseText' })
  })

  test('name the basis of the comparison, and the policy', () => {
    expect(results.PolicyVersion).toBe('similarity-1')
    expect(results.Intent).toEqual({
      Source: 'Program',
      Text: 'Gives food to hungry families and runs a mobile pantry.',
      EvidenceRef: '990:2024:202513199349301234:/IRS990/Desc',
    })
  })

  test('are six by default, and up to Limit on request', async () => {
    expect((await similarTo(SUBJECT, { Limit: '2' })).Organizations).toHaveLength(2)
    expect((await similarTo(SUBJECT)).Organizations.length).toBeLessThanOrEqual(6)
  })
})

describe('request options', () => {
  test('Form selects another cohort', async () => {
    expect(einsOf(await similarTo(SUBJECT, { Form: '990PF' }))).toEqual(['070000108'])
  })

  test('a profile without text is compared by class only', async () => {
    const results = await similarTo('070000106')
    expect(results.Intent).toMatchObject({
      Source: 'Classification',
      Text: 'Food Banks & Pantries',
    })
    const [first] = results.Organizations
    expect(componentsOf(first).CauseText?.State).toBe('Unavailable')
    expect(componentsOf(first).Classification?.Score).toBe(100)
  })

  test('an Intent sets words, causes, and places', async () => {
    const Intent = 'homeless shelters in Texas'
    const results = await similarTo('070000109', { Intent })
    expect(results.Intent).toBe(Intent)
    const shelter = results.Organizations.find(({ EIN }) => EIN === '070000104')
    expect(componentsOf(shelter)).toMatchObject({
      Classification: { State: 'Matched', Score: 100 },
      Geography: { State: 'NotMatched', Score: 0 },
      Scale: { State: 'Unavailable' },
    })
    expect(shelter?.WhyMatched?.every(({ EIN }) => EIN === '070000104')).toBe(true)
  })

  test('an Intent without a cause leaves the class unavailable', async () => {
    const { Organizations } = await similarTo(SUBJECT, { Intent: 'kindness shown to strangers' })
    expect(componentsOf(Organizations[0]).Classification?.State).toBe('Unavailable')
  })
})

describe('404 for', () => {
  test.each([
    ['ProfileNotFound', 'an EIN that no source has', '070999999', {}],
    ['NoDiscoveryEvidence', 'neither text nor class', '070000109', {}],
    ['NoComparableCohort', 'no other organization of its class and form', '070000110', {}],
    ['NoComparableCohort', 'a form that no organization mainly files', SUBJECT, { Form: '990T' }],
  ])('%s: %s', async (code, _, ein, query) => {
    const response = await ask(ein, query)
    expect(response.statusCode, response.body).toBe(404)
    expect(response.json().detail.ErrorCode).toBe(code)
  })
})

describe('a cohort without comparable organizations', () => {
  const said = async (ein: string, query: Record<string, string> = {}) =>
    (await ask(ein, query)).json().detail.Message

  test('is reported by its form, with alternative forms, which each work', async () => {
    expect(await said(SUBJECT, { Form: '990T' })).toBe(
      'No organization that mainly files Form 990-T is comparable. To compare with other forms, pass Form=990 or Form=990PF.',
    )
    expect(await said('070000110')).toBe(
      'No organization that mainly files Form 990-PF is comparable. To compare with other forms, pass Form=990.',
    )
    expect(einsOf(await similarTo('070000110', { Form: '990' }))).toEqual(['070000107'])
  })

  test('has alternatives for a profile without evidence: Intent, then Form', async () => {
    expect(await said('070000111')).toContain('Pass Intent')
    const Intent = 'soup for neighbours'
    expect(await said('070000111', { Intent })).toContain(
      'files Form 990-N is comparable. To compare with other forms, pass Form=990',
    )
    const { Organizations } = await similarTo('070000111', { Intent, Form: '990' })
    expect(Organizations.length).toBeGreaterThan(0)
  })
})

describe('a failure is 503 and never 404', () => {
  test.each<[string, string, () => Partial<AppDeps>]>([
    ['DiscoveryIndexEmpty', 'an index without a vector', () => ({ indexPrefix: BARE })],
    ['DiscoveryIndexEmpty', 'an emptied index', () => ({ indexPrefix: EMPTY })],
    ['IndexNotReady', 'no index', () => ({ indexPrefix: 'http-similar-none-' })],
    [
      'SearchUnavailable',
      'a dead engine',
      () => ({ opensearch: createOpenSearch({ url: 'http://127.0.0.1:1' }) }),
    ],
  ])('%s: %s', async (code, _, replaced) => {
    const app = await buildApp({ ...world.deps, ...replaced() })
    for (const ein of [SUBJECT, '070000109', '070999999']) {
      const response = await app.inject({ url: urlOf(ein), headers })
      expect(response.statusCode, response.body).toBe(503)
      expect(response.json().detail.ErrorCode).toBe(code)
    }
    await app.close()
  })
})

describe('an outdated index', () => {
  const codeOf = async (ein: string, query: Record<string, string>) => {
    const app = await buildApp({ ...world.deps, embeddingModel: 'another-model' })
    const response = await app.inject({ url: urlOf(ein), query, headers })
    await app.close()
    return [response.statusCode, response.json().detail?.ErrorCode]
  }

  test('is 503, not 404, for an organization without a document', async () => {
    await addRegistry(world.postgres, 999_998, 999_998)
    const response = await ask('070999998')
    expect(response.statusCode, response.body).toBe(503)
    expect(response.json().detail.ErrorCode).toBe('IndexNotReady')
    expect(response.body).toContain('not in the search index yet, or the index rejected')
  })

  test("of another model is 503 for an Intent; comparisons by the profile's text still work", async () => {
    expect(await codeOf(SUBJECT, { Intent: 'food' })).toEqual([503, 'IndexNotReady'])
    expect(await codeOf(SUBJECT, {})).toEqual([200, undefined])
  })
})
