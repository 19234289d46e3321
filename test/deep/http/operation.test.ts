import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { organizationsAlias } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import { buildApp } from '#src/app.ts'
import { withResolvers } from '#src/domain/es2024.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { loggerOptions } from '#src/platform/logging.ts'
import { listen } from '#src/server.ts'
import { serve } from '#test/integration/assistant/chat-world.ts'
import {
  buildIndex,
  ORGANIZATIONS,
  openWorld,
  RELEASE,
  type World,
} from '#test/integration/http/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld('operation')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
})
afterAll(() => world.close())

describe('every response', () => {
  test("has a request id: the client's own if it is valid", async () => {
    const id = async (given: string) => {
      const headers = { 'x-request-id': given }
      return (await world.app.inject({ url: '/livez', headers })).headers['x-request-id']
    }
    expect(await id('abc-123')).toBe('abc-123')
    expect(await id('a b\tc')).not.toBe('a b\tc')
    expect(await id('x'.repeat(200))).toHaveLength(36)
  })

  // test/integration/http/errors.test.ts has those to errors.
  test.each([
    ['OPTIONS', '/api/v2/health', 204],
    ['GET', '/livez', 200],
  ] as const)('to %s %s can be read by pages of other sites', async (method, url, status) => {
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'GET' }
    const response = await world.app.inject({ method, url, headers })
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      ...{ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) },
      vary: expect.stringContaining('accept-encoding'),
    })
    const allowed = (await world.app.inject({ method: 'OPTIONS', url })).headers.allow
    expect(allowed).toBe('GET, HEAD, OPTIONS')
  })
})

describe('operators', () => {
  test('/readyz shows the releases of the store and the index', async () => {
    const ready = await world.app.inject('/readyz')
    expect(ready.json()).toMatchObject({
      status: 'ready',
      store: { ok: true, release: 'none' },
      index: { ok: true, release: RELEASE, documents: 4 },
    })
  })

  test('/readyz and searches by meaning reject an index of another embedding model', async () => {
    const other = await openWorld('operation_model', {
      embeddingModel: 'another-model',
      indexPrefix: world.deps.indexPrefix,
    })
    const response = await other.app.inject('/readyz')
    expect([response.statusCode, response.json().index.reason]).toEqual([
      ...[503, expect.stringContaining('another-model')],
    ])
    const url = '/api/v2/search?Query=food+for+families'
    const byMeaning = (await other.app.inject(`${url}&Mode=Discovery`)).json().detail
    expect(byMeaning.ErrorCode).toBe('IndexNotReady')
    expect((await other.app.inject(`${url}&Mode=Identity`)).statusCode).toBe(200)
    await other.close()
  })

  test('/metrics are labeled by route, and count what the live index leaves out', async () => {
    // Counters belong to the process and restart with each application.
    const measure = async (changed: Partial<World['deps']> = {}) => {
      const app = await buildApp({ ...world.deps, ...changed })
      for (const url of ['/api/v2/search?Query=verysecretname', '/no/such/path']) {
        await app.inject(url)
      }
      const { body } = await app.inject('/metrics')
      await app.close()
      expect(body).toContain('route="/api/v2/search"')
      expect(body).not.toMatch(/verysecretname|no.such.path/)
      return /^quarantined_organizations .*$/m.exec(body)?.[0]
    }
    expect(await measure()).toBe('quarantined_organizations 0')
    const { opensearch, deps } = world
    const index = organizationsAlias(deps.indexPrefix)
    const { meta } = await opensearch.readMeta(index)
    const quarantined = ['070000001', '070000002'].map((ein) => ({ ein, reason: 'made' }))
    const body = { _meta: { ...meta, quarantined } }
    await opensearch.run((client) => client.indices.putMapping({ index, body }))
    expect(await measure()).toBe('quarantined_organizations 2')
    const absent = createOpenSearch({ url: 'http://127.0.0.1:1' })
    expect(await measure({ opensearch: absent })).toBeUndefined()
    expect(await measure({ indexPrefix: 'none-' })).toBeUndefined()
  })

  test('/docs has a policy that lets its page run', async () => {
    const { headers, body } = await world.app.inject('/docs/')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'unsafe-inline'")
    expect(body).not.toMatch(/(src|href)="https?:/)
    const other = (await world.app.inject('/livez')).headers['content-security-policy']
    expect(other).not.toContain('unsafe')
  })
})

test('the log contains agents, shortened, and never a credential', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino(loggerOptions('info'), sink)
  log.info({ headers: { authorization: 'Bearer secret', 'x-service-api-key': 'secret' } })
  log.info({ url: '/api/v2/search?Query=nrk_ab-C_secret&key=nrk%5Fsecret&Limit=2' })
  log.error({ err: new Error('nrk_secret was sent') }, 'nrk_secret')
  log.child({ requestId: 'nrk_secret' }).info('request')
  expect(lines[1]).toContain('?Query=nrk_[redacted]&key=nrk_[redacted]&Limit=2')
  const failure = Object.assign(new Error('failed'), { meta: { headers: { x: 'secret' } } })
  log.error({ err: new Error('outer', { cause: failure }) })
  expect(lines.join()).not.toContain('secret')
  expect(lines.join()).toContain('failed')
})

describe('the server', () => {
  const start = async (replaced: Partial<World['deps']> = {}) => {
    const server = await serve(world.deps, replaced)
    onTestFinished(() => server.close())
    const port = Number(new URL(server.address).port)
    return { ...server, port, open: () => connect(port, '127.0.0.1') }
  }

  test('reports a port in use in one sentence', async () => {
    const first = await start()
    const second = listen({ host: '127.0.0.1', port: first.port }, world.deps)
    await expect(second).rejects.toThrow(OperatorError)
    await expect(second).rejects.toThrow(`Port ${first.port} `)
  })

  test('finishes running requests when it closes, and those on an open connection', async () => {
    const embedding = withResolvers<void>()
    const started = withResolvers<void>()
    const embed = async () => {
      started.resolve()
      await embedding.promise
      return new Float32Array(384).fill(0.05)
    }
    const server = await start({ embed })
    const socket = server.open()
    await once(socket, 'connect')
    const running = fetch(`${server.address}/api/v2/search?Query=food&Mode=Discovery`)
    await started.promise
    const closed = server.close()
    // Once this is rejected, the server has stopped listening.
    await expect(fetch(`${server.address}/livez`)).rejects.toThrow()
    socket.write('GET /api/v2/health HTTP/1.1\r\nHost: a\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 200 .*"Status":"Healthy"/s)
    expect(answer.toLowerCase()).toContain('x-request-id: ')
    embedding.resolve()
    const last = await running
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
    await closed
  })

  test.each([
    ['Authorization: Bearer KEY', 'Authorization: Bearer OTHER'],
    ['Authorization: Bearer KEY', 'authorization: Bearer KEY'],
    ['X-Service-API-Key: KEY', 'x-service-api-key: KEY'],
    ['X-Service-API-Key: KEY', 'Authorization: Bearer KEY'],
  ])('rejects a request with two credentials: %s, %s', async (...lines) => {
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'twice' })
    const other = `nrk_${'x'.repeat(43)}`
    const server = await start()
    const ask = async (headers: string[]) => {
      const socket = server.open()
      const request = ['GET /api/v2/health HTTP/1.1', 'Host: a', 'Connection: close', ...headers]
      socket.write(`${request.join('\r\n')}\r\n\r\n`)
      return await text(socket)
    }
    const filled = lines.map((line) => line.replace('KEY', key).replace('OTHER', other))
    expect(await ask(filled.slice(0, 1))).toMatch(/^HTTP\/1.1 200 /)
    expect(await ask(filled)).toMatch(/^HTTP\/1.1 401 /)
  })

  test.each([
    ['not HTTP', 'HELLO\r\n\r\n'],
    ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('responds to bytes that are %s', async (_, bytes) => {
    const server = await start()
    const socket = server.open()
    socket.write(bytes)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"ErrorCode":"InvalidRequest"')
    expect(answer.toLowerCase()).toContain('x-request-id: ')
    expect(answer).toContain('Access-Control-Allow-Origin: *')
  })
})
