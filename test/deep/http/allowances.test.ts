import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey, revokeKey, rotateKey } from '#src/access/keys.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { buildApp } from '#src/app.ts'
import { type Answered, type Started, startProcess } from '#test/integration/http/started.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from '#test/integration/http/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld('allowances')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.postgres.query('truncate usage_day')
})

const usedBy = (client: string) =>
  world.postgres.query<{ allowance: string; used: number }>(
    'select allowance, used from usage_day where client = $1 order by allowance',
    [client],
  )

function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('two API processes over one store', () => {
  let processes: Started[]

  beforeAll(async () => {
    const store = { database: 'http_allowances', prefix: world.deps.indexPrefix }
    // 25 connections to each make 50.
    processes = [await startProcess(store, { connections: 25 })]
    processes.push(await startProcess(store, { connections: 25 }))
  })
  afterAll(() => Promise.all(processes.map((one) => one.stop())))

  // A busy machine rejects requests, which costs nothing; clients then retry.
  const ask = async (n: number, path: string, headers = {}): Promise<Answered> => {
    const answer = await (processes[n % 2] as Started).ask(path, { headers })
    const isPutOff = answer.status === 429 && answer.body.includes('The service is busy')
    return isPutOff ? await ask(n, path, headers) : answer
  }

  test('allow a client without a key exactly 1,000 reads', async () => {
    const reads = [
      '/api/v2/search?Query=harvest&Mode=Identity',
      '/api/v2/charity/079999999/page',
      '/api/v2/charity/079999999/profile',
      '/api/v2/charity/079999999/filings',
      '/charities/079999999',
    ]
    const faulty = '/api/v2/search?Query=harvest&Limit=9999'
    // Below the soft limit of 120 a minute for each process.
    const plain = Array.from({ length: 101 }, () => '/api/v2/search?q=harvest')
    const paths = [...plain, ...Array.from({ length: 950 }, (_, n) => reads[n % 5] ?? '')]
    const [answers, refused] = await Promise.all([
      Promise.all(paths.map(async (path, n) => (await ask(n, path)).status)),
      Promise.all(Array.from({ length: 40 }, async (_, n) => (await ask(n, faulty)).status)),
    ])
    const counts = tally(answers)
    expect((counts[200] ?? 0) + (counts[404] ?? 0), JSON.stringify(counts)).toBe(1_000)
    expect(counts).toMatchObject({ 200: expect.any(Number), 404: expect.any(Number), 429: 51 })
    expect(tally(refused)).toEqual({ 422: 40 })
    expect(await usedBy('127.0.0.1')).toEqual([{ allowance: 'Data', used: 1_000 }])
  })

  test('reject a revoked key and a rotated one at once, even on open connections', async () => {
    const path = '/api/v2/search?Query=harvest&Mode=Identity'
    const owner = { tier: 'Paid', owner: 'revoked' } as const
    const [first, second] = [
      await createKey(world.postgres, owner),
      await createKey(world.postgres, owner),
    ]
    const statuses = async ({ key }: { key: string }) => {
      const headers = { authorization: `Bearer ${key}` }
      return [(await ask(0, path, headers)).status, (await ask(1, path, headers)).status]
    }
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ])
    await revokeKey(world.postgres, first.id)
    const third = await rotateKey(world.postgres, second.id, new Date())
    expect(await statuses(first)).toEqual([401, 401])
    expect(await statuses(second)).toEqual([401, 401])
    expect(await statuses(third)).toEqual([200, 200])
  })
})

test('a rotated key keeps its daily use', async () => {
  const [noon, limits] = [new Date('2026-11-22T12:00:00Z'), { dataLimit: 3, advancedLimit: 3 }]
  const app = await buildApp({ ...world.deps, now: () => noon })
  const old = await createKey(world.postgres, { tier: 'Paid', owner: 'rotates', ...limits })
  const ask = async (url: string, key: string) =>
    (await app.inject({ url, headers: { 'x-service-api-key': key } })).statusCode
  const [data, advanced] = ['/api/v2/search?Query=harvest', '/api/v2/assistant/capabilities']
  expect([await ask(data, old.key), await ask(data, old.key)]).toEqual([200, 200])
  expect(await ask(advanced, old.key)).toBe(200)
  const fresh = await rotateKey(world.postgres, old.id, noon)
  expect([await ask(data, fresh.key), await ask(data, fresh.key)]).toEqual([200, 429])
  expect(await usedBy(`key:${fresh.id}`)).toEqual([
    { allowance: 'Advanced', used: 1 },
    { allowance: 'Data', used: 3 },
  ])
  expect(await usedBy(`key:${old.id}`)).toEqual([])
  await app.close()
})

describe('two applications over one store', () => {
  let apps: FastifyInstance[]
  beforeAll(async () => {
    apps = [await buildApp(world.deps), await buildApp(world.deps)]
  })
  afterAll(() => Promise.all(apps.map((app) => app.close())))

  test.each([
    ['data reads', '/api/v2/search?Query=harvest&Mode=Identity', 'Data', 200],
    ['Advanced operations', '/api/v2/assistant/capabilities', 'Advanced', 200],
  ] as const)(
    'allow a key with a limit of 200 %s exactly 200',
    async (_, url, allowance, limit) => {
      const limits = { dataLimit: limit, advancedLimit: limit }
      const { id, key } = await createKey(world.postgres, { tier: 'Paid', owner: '200', ...limits })
      const headers = { 'x-service-api-key': key }
      const statuses: number[] = []
      for (let done = 0; done < 400; done += 100) {
        const asked = Array.from({ length: 100 }, (_, n) => apps[n % 2]?.inject({ url, headers }))
        for (const one of await Promise.all(asked)) statuses.push(one?.statusCode ?? 0)
      }
      expect(tally(statuses)).toEqual({ 200: limit, 429: 200 })
      expect(await usedBy(`key:${id}`)).toEqual([{ allowance, used: limit }])
    },
  )
})

describe('a client without a key is identified by', () => {
  const remaining = async (remoteAddress: string, headers = {}, app = world.app) => {
    const url = '/api/v2/search?Query=harvest&Mode=Identity'
    const response = await app.inject({ url, remoteAddress, headers })
    expect(response.statusCode, response.body).toBe(200)
    return /r=(\d+)/.exec(String(response.headers.ratelimit))?.[1]
  }

  test('its address, or the /64 of an IPv6 address', async () => {
    expect(await remaining('192.0.2.1')).toBe('999')
    expect(await remaining('::ffff:192.0.2.1')).toBe('998')
    expect(await remaining('192.0.2.2')).toBe('999')
    expect(await remaining('2001:db8::1')).toBe('999')
    expect(await remaining('2001:db8::ffff:2')).toBe('998')
    expect(await remaining('2001:db8:0:1::1')).toBe('999')
  })

  test('the client in X-Forwarded-For if its proxy is trusted, and only then', async () => {
    const config = { ...world.deps.config, trustProxy: '10.0.0.0/8' }
    const app = await buildApp({ ...world.deps, config })
    const forwarded = { 'x-forwarded-for': '198.51.100.7' }
    expect(await remaining('10.0.0.1', forwarded, app)).toBe('999')
    expect(await remaining('10.0.0.2', forwarded, app)).toBe('998')
    expect(await remaining('192.0.2.9', forwarded, app)).toBe('999')
    expect(await remaining('192.0.2.9', forwarded)).toBe('998')
    expect(await usedBy('198.51.100.7')).toEqual([{ allowance: 'Data', used: 2 }])
    await app.close()
  })
})

describe('a rejection', () => {
  const exhaust = (client: string, allowance = 'Data', used = 1_000_000) =>
    world.postgres.query(
      `insert into usage_day (day, client, allowance, used)
       values ((now() at time zone 'utc')::date, $1, $2, $3)`,
      [client, allowance, used],
    )

  test("has B's envelope on B's paths, even those that A shares", async () => {
    await exhaust('192.0.2.20')
    for (const path of ['search?q=harvest', 'stats', 'top-lists', 'charity/070000001/profile']) {
      const url = `/api/v2/${path}`
      const response = await world.app.inject({ url, remoteAddress: '192.0.2.20' })
      expect(response.statusCode, url).toBe(429)
      expect(errorEnvelope.parse(response.json()).error).toContain('Wait until 00:00 UTC')
      expect(response.headers.ratelimit).toMatch(/^"data";r=0;t=\d+$/)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test("with a key has A's form, and costs one Advanced operation", async () => {
    const { id, key } = await createKey(world.postgres, { tier: 'Paid', owner: 'refused' })
    await exhaust(`key:${id}`, 'Advanced', 250)
    const headers = { 'x-service-api-key': key }
    for (const url of ['/api/v2/stats', '/api/v2/top-lists']) {
      const response = await world.app.inject({ url, headers })
      expect(response.statusCode, url).toBe(429)
      expect(response.json().detail.ErrorCode).toBe('AdvancedAllowanceExhausted')
    }
    const search = await world.app.inject({ url: '/api/v2/search?Query=harvest', headers })
    expect(search.statusCode).toBe(200)
  })

  test('of a Site key for Advanced operations is 403, in the form of A', async () => {
    const { key } = await createKey(world.postgres, { tier: 'Site', owner: 'site' })
    const headers = { authorization: `Bearer ${key}` }
    for (const url of ['/api/v2/stats', '/api/v2/assistant/capabilities']) {
      const response = await world.app.inject({ url, headers })
      expect(response.statusCode, url).toBe(403)
      expect(response.json().detail.ErrorCode).toBe('AdvancedNotIncluded')
    }
  })

  test('of a key without data reads has that message, and no Retry-After', async () => {
    const limits = { dataLimit: 0, advancedLimit: 1 }
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'none', ...limits })
    const headers = { 'x-service-api-key': key }
    const { statusCode, json } = await world.app.inject({ url: '/api/v2/search?q=x', headers })
    expect([statusCode, json().error]).toEqual([
      429,
      expect.stringMatching(/does not include data reads\. Ask/),
    ])
    expect(json().error).not.toContain('Wait until')
  })

  test('of feedback without a credential is 401 in the form of A, regardless of the body', async () => {
    for (const payload of [{ Message: 'A' }, { message: 'A', feedback_type: 'bug' }]) {
      const url = '/api/v2/agent-feedback'
      const response = await world.app.inject({ method: 'POST', url, payload })
      expect(response.statusCode).toBe(401)
      expect(response.json().detail.ErrorCode).toBe('MissingCredential')
    }
  })

  test("by the soft limit of B's search comes first and costs nothing", async () => {
    const app = await buildApp(world.deps)
    const ask = (method: 'GET' | 'HEAD') =>
      app.inject({ method, url: '/api/v2/search?q=harvest', remoteAddress: '192.0.2.30' })
    for (let n = 0; n < 60; n += 1) {
      expect((await ask('GET')).statusCode).toBe(200)
      expect((await ask('HEAD')).statusCode).toBe(200)
    }
    expect((await ask('HEAD')).statusCode).toBe(429)
    const refused = await ask('GET')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers.ratelimit).toBeUndefined()
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await usedBy('192.0.2.30')).toEqual([{ allowance: 'Data', used: 120 }])
    await app.close()
  })

  test('is counted by code on /metrics, which names no client', async () => {
    const app = await buildApp(world.deps)
    await exhaust('192.0.2.40')
    const { key } = await createKey(world.postgres, { tier: 'Site', owner: 'metrics' })
    const url = '/api/v2/stats'
    await app.inject({ url, remoteAddress: '192.0.2.40' })
    await app.inject({ url, headers: { authorization: `Bearer ${key}` } })
    await app.inject({ url, headers: { authorization: 'Bearer none' } })
    const { body } = await app.inject('/metrics')
    for (const code of ['DataAllowanceExhausted', 'AdvancedNotIncluded', 'InvalidCredential']) {
      expect(body).toContain(`refused_requests_total{code="${code}"} 1`)
    }
    expect(body).not.toContain('192.0.2.40')
    await app.close()
  })

  test('free operations work without any remaining allowance', async () => {
    await exhaust('192.0.2.50')
    for (const url of ['/api/v2/health', '/livez', '/readyz', '/openapi.json', '/metrics']) {
      const response = await world.app.inject({ url, remoteAddress: '192.0.2.50' })
      expect(response.statusCode, url).toBe(200)
      expect(response.headers.ratelimit).toBeUndefined()
    }
  })
})

test('with ACCESS=open nothing is counted and no key is read', async () => {
  const config = { ...world.deps.config, access: 'open' as const }
  const app = await buildApp({ ...world.deps, config })
  const headers = { authorization: 'Bearer none' }
  const response = await app.inject({ url: '/api/v2/search?Query=harvest', headers })
  expect(response.statusCode).toBe(200)
  expect(response.headers.ratelimit).toBeUndefined()
  expect(await world.postgres.query('select from usage_day')).toEqual([])
  await app.close()
})
