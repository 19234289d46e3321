import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createKey } from '#src/access/keys.ts'
import { addAccess } from '#src/access/plugin.ts'
import { answerUnchanged } from '#src/api/shared/conditional.ts'
import { addErrorHandling, prepareError } from '#src/api/shared/error-handler.ts'
import { parseRequestPart, writeAnswer } from '#src/api/shared/validation.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { ApiError, type ErrorCode } from '#src/platform/errors.ts'
import { opened } from '#test/integration/opened.ts'
import { openWorld } from './world.ts'

const NOW = new Date('2026-11-22T23:00:00Z')
const TODAY = '2026-11-22'
const LIMIT = 3
/** Half of the reads that a client without a key has each day. */
const HALF = 500

const world = opened(() => openWorld('counted'))
let app: FastifyInstance
let now = NOW
let headers: Record<string, string>
let client: string
let handled = 0
let streamed: Readable | undefined
let ended: () => void = () => undefined

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const owner = { tier: 'Paid', owner: 'counted', dataLimit: LIMIT, advancedLimit: LIMIT } as const
  const { id, key } = await createKey(world.postgres, owner)
  headers = { 'x-service-api-key': key }
  client = `key:${id}`
  now = NOW
  handled = 0
})

/** Operations with every kind of ending, with real access control, errors, and serialization. */
async function openApp(usage = world.postgres): Promise<FastifyInstance> {
  const made = Fastify({ handlerTimeout: 2_000 })
  made.setValidatorCompiler(parseRequestPart)
  made.setSerializerCompiler(writeAnswer)
  addErrorHandling(made)
  const { postgres } = world
  addAccess(made, { access: 'keyed', postgres, usage, now: () => now, prepareError })
  const terms = { access: 'keyed', costs: 'Data', slot: 'store' } as const
  const config = { terms }
  made.get('/found', { config }, async () => {
    handled += 1
    return { found: true }
  })
  made.get<{ Params: { code: ErrorCode } }>('/error/:code', { config }, async (request) => {
    throw new ApiError(request.params.code)
  })
  made.get('/defect', { config }, async () => {
    throw new Error('A defect.')
  })
  const schema = { response: { 200: z.strictObject({ count: z.int() }) } }
  made.get('/unfit', { config, schema }, async () => ({ count: 'many' }))
  made.get('/valid', { config, schema: { querystring: z.strictObject({}) } }, async () => ({}))
  made.get('/tagged', { config, onSend: answerUnchanged }, async (_, reply) => {
    reply.header('ETag', 'W/"1"')
    return { found: true }
  })
  made.get('/stream', { config }, async (_, reply) => {
    streamed = Readable.from(['a', 'b'])
    reply.header('Content-Disposition', 'attachment').type('text/csv')
    return reply.send(streamed)
  })
  made.get('/slow', { config }, async () => {
    handled += 1
    await new Promise<void>((resolve) => {
      ended = resolve
    })
    return { found: true }
  })
  const changing = { ...terms, costs: 'Advanced', countsFirst: true } as const
  made.post('/change', { config: { terms: changing } }, async () => {
    handled += 1
    return {}
  })
  const half = { ...terms, access: 'open', units: () => HALF } as const
  made.get('/open', { config: { terms: half } }, async () => ({}))
  made.get('/free', { config: { terms: { ...terms, costs: 'nothing' } } }, async () => ({}))
  await made.ready()
  return made
}

const get = (url: string, more: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...headers, ...more } })
/** Expects a rejection with this code. */
async function refuse(response: ReturnType<typeof get>, status: number, ErrorCode: string) {
  const refused = await response
  expect(refused.statusCode).toBe(status)
  expect(refused.json().detail).toMatchObject({ ErrorCode })
  return refused
}

async function used(allowance = 'Data', day = TODAY): Promise<number> {
  const [row] = await world.postgres.query<{ used: number }>(
    'select used from usage_day where day = $1 and client = $2 and allowance = $3',
    [day, client, allowance],
  )
  return row?.used ?? 0
}

const useUp = async () => {
  for (let n = 0; n < LIMIT; n += 1) expect((await get('/found')).statusCode).toBe(200)
}

describe('the cost of a response', () => {
  test.each([
    ['/found', 200],
    ['/stream', 200],
    ['/tagged', 200],
    ['/error/ProfileNotFound', 404],
  ])('%s, %i, is one, and headers show what remains', async (url, status) => {
    const response = await get(url)
    expect(response.statusCode).toBe(status)
    expect(response.headers['ratelimit-policy']).toBe('"data";q=3;w=86400')
    expect(response.headers.ratelimit).toBe('"data";r=2;t=3600')
    expect(await used()).toBe(1)
  })

  test('is one for 304, and the same for HEAD as for GET', async () => {
    const response = await get('/tagged', { 'if-none-match': 'W/"1"' })
    expect([response.statusCode, response.headers.ratelimit]).toEqual([304, '"data";r=2;t=3600'])
    const head = await app.inject({ method: 'HEAD', url: '/found', headers })
    expect([head.statusCode, await used()]).toEqual([200, 2])
  })

  test.each([
    ['/error/InvalidCursor', 400],
    ['/error/PageTooDeep', 422],
    ['/error/RateLimited', 429],
    ['/error/SearchUnavailable', 503],
    ['/defect', 500],
    ['/unfit', 500],
    ['/valid?unknown=1', 422],
    ['/free', 200],
    ['/no/such/path', 404],
  ])('%s, %i, is nothing', async (url, status) => {
    for (let n = 0; n <= LIMIT; n += 1) {
      const response = await get(url)
      expect(response.statusCode, response.body).toBe(status)
      expect(response.headers.ratelimit).toBeUndefined()
    }
    expect(await used()).toBe(0)
    await useUp()
  })

  test('is nothing if the response times out, even if the operation succeeds later', async () => {
    const response = await get('/slow')
    expect(response.statusCode).toBe(503)
    ended()
    expect(await used()).toBe(0)
    expect((await get('/found')).statusCode).toBe(200)
  })

  test('is one if the client disconnects halfway', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const leaving = ask({ port, path: '/slow', headers }).on('error', () => undefined)
    leaving.end()
    await vi.waitFor(() => expect(handled).toBe(1), 10_000)
    leaving.destroy()
    ended()
    await vi.waitFor(async () => expect(await used()).toBe(1), 10_000)
  })
})

describe('a used-up allowance', () => {
  test('is 429 with the time until the day ends, before any other error, and costs nothing', async () => {
    await useUp()
    for (const url of ['/found', '/error/SearchUnavailable']) {
      const refused = await refuse(get(url), 429, 'DataAllowanceExhausted')
      expect(refused.headers).toMatchObject({
        ...{ 'retry-after': '3600', 'ratelimit-policy': '"data";q=3;w=86400' },
        ratelimit: '"data";r=0;t=3600',
      })
    }
    expect(await used()).toBe(LIMIT)
  })

  test('starts again at 00:00 UTC', async () => {
    await useUp()
    now = new Date('2026-11-22T23:59:59.999Z')
    expect((await get('/found')).headers['retry-after']).toBe('1')
    now = new Date('2026-11-23T00:00:00Z')
    const response = await get('/found')
    expect(response.statusCode).toBe(200)
    expect(response.headers.ratelimit).toBe('"data";r=2;t=86400')
    expect([await used(), await used('Data', '2026-11-23')]).toEqual([LIMIT, 1])
  })

  test('does no work, sends no part of a response, and ends a stream that is not read', async () => {
    await useUp()
    for (let n = 0; n < 20; n += 1) expect((await get('/found')).statusCode).toBe(429)
    // The first rejection ran in parallel with the read; a slow machine may drop it once or twice.
    expect(handled).toBeLessThanOrEqual(LIMIT + 5)
    const refused = await refuse(get('/stream'), 429, 'DataAllowanceExhausted')
    expect(refused.headers['content-disposition']).toBeUndefined()
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(streamed?.destroyed).toBe(true)
  })

  test('changes nothing, even for an operation that writes', async () => {
    const post = () => app.inject({ method: 'POST', url: '/change', headers })
    for (let n = 0; n < LIMIT; n += 1) expect((await post()).statusCode).toBe(200)
    const refused = await refuse(post(), 429, 'AdvancedAllowanceExhausted')
    expect(refused.headers.ratelimit).toBe('"advanced";r=0;t=3600')
    expect(handled).toBe(LIMIT)
    expect([await used('Advanced'), await used()]).toEqual([LIMIT, 0])
  })
})

test('a store that cannot count means 503, not free access, and does not affect free operations', async () => {
  const unreachable = createPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const uncounted = await openApp(unreachable)
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
    uncounted.inject({ method, url, headers })
  for (const url of ['/found', '/stream', '/error/ProfileNotFound']) {
    const response = await refuse(ask(url), 503, 'StoreUnavailable')
    expect(response.headers['retry-after']).toBe('5')
  }
  expect((await ask('/error/InvalidCursor')).statusCode).toBe(400)
  expect((await ask('/valid?unknown=1')).statusCode).toBe(422)
  expect((await ask('/free')).statusCode).toBe(200)
  expect((await ask('/change', 'POST')).statusCode).toBe(503)
  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await uncounted.inject('/open')).statusCode)
  expect(statuses, 'without a key, one more allowance').toEqual([200, 200, 429])
  await uncounted.close()
  await unreachable.close()
})
