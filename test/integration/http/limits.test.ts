import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { openDemo, type ProfilesWorld } from './profiles-world.ts'
import { buildIndex, ORGANIZATIONS, RELEASE, sketchDocument } from './world.ts'

// Limits at, below, and above their edge. test/unit/api/validation.test.ts rejects other values.

let world: ProfilesWorld
let opensearch: OpenSearch
let headers: Record<string, string>
/** The newest release of the store. */
let since: string

/** A demo organization that files a Schedule I. */
const EIN = '700000135'
const index = organizationsIndex('profiles-limits-', RELEASE)

beforeAll(async () => {
  world = await openDemo('limits')
  opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  const asked = sketchDocument({ ein: EIN, name: 'Evansville Federated Appeal', form: '990' })
  await buildIndex(opensearch, 'profiles-limits-', [...ORGANIZATIONS, asked])
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'limits' })
  headers = { 'x-service-api-key': key }
  const [newest] = await world.postgres.query<{ id: string }>('select max(id) as id from release')
  since = newest?.id ?? ''
})
afterAll(async () => {
  await world.close()
  await opensearch.run((client) => client.indices.delete({ index }))
  await opensearch.close()
})

const statusOf = async (url: string) => (await world.get(url, headers)).status

describe('the number of rows in a response', () => {
  const charity = '/api/v2/charity/{ein}'
  test.each([
    ['Limit', '/api/v2/search', 'Query=harvest', 50, 10],
    ['limit', '/api/v2/search', 'q=harvest', 100, undefined],
    ['Limit', `${charity}/sections/{SectionId}`, '', 200, 50],
    ['Limit', `${charity}/money-network`, '', 200, 50],
    ['Limit', `${charity}/awards`, '', 200, 50],
    ['Limit', `${charity}/subawards`, '', 200, 50],
    ['Limit', `${charity}/filings`, '', 100, 25],
    ['Limit', `${charity}/grantees`, '', 200, 50],
    ['Limit', `${charity}/funders`, '', 200, 50],
    ['Limit', '/api/v2/funders/for-cohort', `EINs=${EIN}`, 200, 50],
    ['Limit', '/api/v2/changes', 'since={release}', 200, 50],
    ['Limit', `${charity}/discovery`, 'Intent=food', 25, 6],
  ] as const)('for %s of %s?%s is 1 to %i, else %s', async (name, path, query, most, fallback) => {
    const url = path.replace('{ein}', EIN).replace('{SectionId}', 'Grants')
    const asked = query.replace('{release}', since)
    const ask = (limit: number) => statusOf(`${url}?${asked}&${name}=${limit}`)
    const refusal = name === 'Limit' ? 422 : 400
    expect([await ask(0), await ask(1), await ask(2)]).toEqual([refusal, 200, 200])
    expect([await ask(most - 1), await ask(most), await ask(most + 1)]).toEqual([200, 200, refusal])
    const { paths = {} } = world.app.swagger() as OpenAPIV3_1.Document
    const parameters = (paths[path]?.get?.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
    const documented = parameters.find((parameter) => parameter.name === name)
    expect(documented?.schema).toMatchObject({
      ...{ minimum: 1, maximum: most },
      ...(fallback !== undefined && { default: fallback }),
    })
  })
})

describe('the number of EINs in a request', () => {
  const eins = (count: number) => Array.from({ length: count }, (_, n) => 700_000_131 + n).join(',')
  test.each(['/api/v2/funders/for-cohort', '/api/v2/charity/diligence-summary'])(
    'for %s is 1 to 25',
    async (path) => {
      const ask = (count: number) => statusOf(`${path}?EINs=${eins(count)}`)
      expect([await ask(0), await ask(1), await ask(2)]).toEqual([422, 200, 200])
      expect([await ask(24), await ask(25), await ask(26)]).toEqual([200, 200, 422])
    },
  )

  test('for /api/v2/compare is 2 to 5', async () => {
    const ask = (count: number) => statusOf(`/api/v2/compare?EINs=${eins(count)}`)
    expect([await ask(0), await ask(1), await ask(2)]).toEqual([422, 422, 200])
    expect([await ask(4), await ask(5), await ask(6)]).toEqual([200, 200, 422])
  })
})

test('the money network has only Scope=Latest', async () => {
  const ask = (query: string) => statusOf(`/api/v2/charity/${EIN}/money-network${query}`)
  expect([await ask(''), await ask('?Scope=Latest')]).toEqual([200, 200])
  for (const scope of ['', 'All', 'Historical', '2023', 'Latest,All', 'Latest&Scope=Latest']) {
    expect(await ask(`?Scope=${scope}`), scope).toBe(422)
  }
})
