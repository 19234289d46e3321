import { request as ask, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { addErrorHandling } from '#src/api/shared/error-handler.ts'
import { buildApp } from '#src/app.ts'
import { type Admission, admitRequests } from '#src/limits/admission.ts'
import {
  buildIndex,
  embed,
  ORGANIZATIONS,
  openWorld,
  PATIENT,
  type World,
} from '#test/integration/http/world.ts'

const ONE: Admission = { slots: 1, queueLength: 0, longestMs: 60_000, maxDelayMs: 0 }

/** What requests wait for, until the test releases them. */
function openGate() {
  const waiting: (() => void)[] = []
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    held: (count: number) =>
      vi.waitFor(() => expect(waiting).toHaveLength(count), { timeout: 30_000 }),
    open: () => {
      for (const go of waiting.splice(0)) go()
    },
  }
}

describe('a service with one slot for each store', () => {
  let app: FastifyInstance
  let gate: ReturnType<typeof openGate>
  let rows: Readable
  let arrived = 0
  const leaving: ClientRequest[] = []

  async function open(admission: Partial<Admission> = {}): Promise<void> {
    gate = openGate()
    app = Fastify({ handlerTimeout: 30_000 })
    addErrorHandling(app)
    app.addHook('onRequest', async () => {
      arrived += 1
    })
    admitRequests(app, { ...ONE, ...admission })
    const terms = { access: 'open', costs: 'Data', slot: 'store' } as const
    const config = { terms }
    const wait = async () => {
      await gate.pass()
      return {}
    }
    const answer = async () => ({})
    app.get('/slow', { config }, wait)
    app.get('/late', { config, handlerTimeout: 100 }, wait)
    app.get('/fails', { config }, async () => {
      throw new Error('A defect.')
    })
    app.get('/quick', { config }, answer)
    const free = { ...terms, access: 'unchecked', costs: 'nothing' } as const
    app.get('/free', { config: { terms: free } }, answer)
    app.get('/indexed', { config: { terms: { ...terms, slot: 'index' } } }, answer)
    app.get('/both', { config: { terms: { ...terms, slot: 'both' } } }, answer)
    app.get('/nothing', { config: { terms: { ...free, slot: 'none' } } }, answer)
    app.get('/table', { config }, async (_, reply) => {
      rows = new Readable({ read: () => undefined })
      rows.push('a row\n')
      return reply.type('text/csv').send(rows)
    })
    app.get('/large', { config }, async (_, reply) => reply.send('x'.repeat(50_000_000)))
    await app.listen({ host: '127.0.0.1', port: 0 })
  }
  const reopen = (admission: Partial<Admission>) => app.close().then(() => open(admission))
  beforeEach(() => open())
  afterEach(async () => {
    for (const one of leaving.splice(0)) one.destroy()
    gate.open()
    app.server.closeAllConnections()
    await app.close()
  })

  const status = async (url: string) => (await app.inject(url)).statusCode
  const becomesFree = () =>
    vi.waitFor(async () => expect(await status('/quick')).toBe(200), { timeout: 10_000 })
  const noConnections = () =>
    vi.waitFor(async () => {
      const open = await new Promise((done) => app.server.getConnections((_, n) => done(n)))
      expect(open).toBe(0)
    })
  /** A client over a real connection, which may disconnect. */
  function connect(path: string): ClientRequest {
    const { port } = app.server.address() as AddressInfo
    const client = ask({ port, path }).on('error', () => undefined)
    leaving.push(client)
    client.end()
    return client
  }

  test('rejects further requests for the store at once, except those without work, until the response', async () => {
    const slow = app.inject('/slow')
    await gate.held(1)
    const refused = await app.inject('/quick')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(refused.json().detail.ErrorCode).toBe('RateLimited')
    expect([await status('/free'), await status('/nothing')]).toEqual([429, 200])
    expect([await status('/indexed'), await status('/both')]).toEqual([200, 200])
    gate.open()
    expect((await slow).statusCode).toBe(200)
    expect([await status('/quick'), await status('/free')]).toEqual([200, 200])
  })

  test.each(['/fails', '/no/such/path', '/quick'])('is free after %s, and HEAD', async (url) => {
    for (const method of ['GET', 'GET', 'HEAD'] as const) await app.inject({ method, url })
    expect(await status('/quick')).toBe(200)
  })

  test('keeps the slot of a disconnected client while its work continues', async () => {
    const client = connect('/slow')
    await gate.held(1)
    client.destroy()
    await noConnections()
    expect(await status('/quick')).toBe(429)
    gate.open()
    await becomesFree()
  })

  test('keeps the slot of a timed-out request while its work continues', async () => {
    expect(await status('/late')).toBe(503)
    expect(await status('/quick')).toBe(429)
    gate.open()
    await becomesFree()
  })

  test('frees the slot of an unread response', async () => {
    const client = connect('/large')
    await new Promise((resolve) => client.once('response', resolve))
    expect(await status('/quick')).toBe(200)
  })

  test('frees the slot of a stream when it begins, however long it is read', async () => {
    const client = connect('/table')
    const answer = await new Promise<Readable>((resolve) => client.once('response', resolve))
    expect(await status('/quick')).toBe(200)
    rows.push(null)
    expect(await text(answer)).toBe('a row\n')
  })

  test('drops a waiting request when its client disconnects', async () => {
    await reopen({ queueLength: 1 })
    const slow = app.inject('/slow')
    await gate.held(1)
    const before = arrived
    const client = connect('/quick')
    await vi.waitFor(() => expect(arrived).toBe(before + 1))
    expect(await status('/quick')).toBe(429)
    client.destroy()
    // A new request waits in the queue, which shows that its position is free.
    await noConnections()
    const waiting = status('/quick')
    gate.open()
    expect([(await slow).statusCode, await waiting]).toEqual([200, 200])
  })

  test('rejects a request that waits too long', async () => {
    await reopen({ queueLength: 1, longestMs: 10 })
    const slow = app.inject('/slow')
    await gate.held(1)
    expect(await status('/quick')).toBe(429)
    gate.open()
    await slow
  })
})

describe('the application, when searches take all slots', () => {
  let world: World
  let headers: Record<string, string>
  let client: string
  const gate = openGate()
  let slow: Promise<unknown>

  beforeAll(async () => {
    // A chat embeds its message, too, and does not wait here.
    const waitingEmbed = async (text: string) => {
      if (text === 'food') await gate.pass()
      return await embed()
    }
    world = await openWorld('admission', { admission: ONE, embed: waitingEmbed })
    await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
    const { id, key } = await createKey(world.postgres, { tier: 'Internal', owner: 'busy' })
    headers = { 'x-service-api-key': key }
    client = `key:${id}`
    slow = Promise.resolve(world.app.inject('/api/v2/search?Query=food&Mode=Discovery'))
    await gate.held(1)
  })
  afterAll(async () => {
    gate.open()
    await slow
    await world.close()
  })

  const get = (url: string) => world.app.inject({ url, headers })

  test.each(['/api/v2/search?Query=harvest', '/api/v2/stats', '/api/v2/grants?Query=harvest'])(
    'rejects %s, at no cost',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '1'])
      expect(response.headers.ratelimit).toBeUndefined()
      expect(response.json().detail.ErrorCode).toBe('RateLimited')
      const used = await world.postgres.query('select from usage_day where client = $1', [client])
      expect(used).toEqual([])
    },
  )

  test('rejects in the format of B, too, without reading the key', async () => {
    const other = { url: '/api/v2/search?q=harvest', headers: { authorization: 'Bearer none' } }
    const response = await world.app.inject(other)
    expect(response.statusCode).toBe(429)
    expect(errorEnvelope.parse(response.json()).error).not.toBe('')
  })

  test('serves what needs only the store, operators, usage, and chats', async () => {
    const free = [
      '/api/v2/assistant/capabilities',
      '/api/v2/compare?EINs=070000001',
      '/livez',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/api/v2/health',
      '/api/v2/usage',
    ]
    for (const url of free) expect((await get(url)).statusCode, url).toBe(200)
    const payload = { Message: 'What can you do?' }
    const url = '/api/v2/assistant/chat/stream'
    const chat = await world.app.inject({ method: 'POST', url, headers, payload })
    expect(chat.statusCode).toBe(200)
    expect(chat.body).toMatch(/data: \[DONE\]\n\n$/)
  })
})

test('an event loop that lags rejects work for clients, and nothing else', async () => {
  const world = await openWorld('lagging')
  // Any lag is too much here; it is first measured after a second.
  const app = await buildApp({ ...world.deps, admission: { ...PATIENT, maxDelayMs: 1e-6 } })
  const headers = { authorization: 'Bearer none' }
  const statusOf = async (url: string) => (await app.inject({ url, headers })).statusCode
  await vi.waitFor(async () => expect(await statusOf('/api/v2/search?Query=harvest')).toBe(429), {
    interval: 5,
    timeout: 60_000,
  })
  expect([await statusOf('/api/v2/usage'), await statusOf('/livez')]).toEqual([401, 200])
  await app.close()
  await world.close()
})
