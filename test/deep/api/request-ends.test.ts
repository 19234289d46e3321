import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable, Writable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addErrorHandling } from '#src/api/shared/error-handler.ts'
import { addPlugins } from '#src/api/shared/plugins.ts'
import { tellRequestEnds } from '#src/api/shared/requests.ts'
import { type Resolvers, withResolvers } from '#src/domain/es2024.ts'
import { ApiError } from '#src/platform/errors.ts'
import { BrokenAnswers, loggerOptions } from '#src/platform/logging.ts'

type Line = { level: number; msg: string; status?: number; aborted?: boolean }

let app: FastifyInstance
let lines: Line[]
let isAsked: Resolvers<void>
let mayGoOn: Resolvers<void>
let rows: Readable

beforeEach(async () => {
  lines = []
  isAsked = withResolvers()
  mayGoOn = withResolvers()
  rows = new Readable({ read: () => undefined })
  const stream = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  app = Fastify({
    logger: { ...loggerOptions('info'), stream },
    logController: new BrokenAnswers({ disableRequestLogging: true }),
    handlerTimeout: 30_000,
  })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('stream', null)
  tellRequestEnds(app)
  addErrorHandling(app)
  await addPlugins(app)
  app.get('/whole', async () => 'all of it')
  const later = async () => {
    isAsked.resolve()
    await mayGoOn.promise
  }
  app.get('/later', async () => {
    await later()
    return 'too late'
  })
  app.get('/fails', async () => {
    await later()
    throw new TypeError('a defect')
  })
  app.get('/not-ready', async () => {
    throw new ApiError('IndexNotReady')
  })
  app.get('/table', async (_, reply) => reply.type('text/plain').send(rows))
  app.get('/table/later', async (_, reply) => {
    await later()
    return reply.type('text/plain').send(rows)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // Waits until the server listens.
  lines.splice(0)
})
afterEach(async () => {
  mayGoOn.resolve()
  rows.push(null)
  app.server.closeAllConnections()
  await app.close()
})

function connect(path: string): ClientRequest {
  const { port } = app.server.address() as AddressInfo
  return get({ port, path, agent: false }).on('error', () => undefined)
}

/** Returns the histogram's counts for a path, by status and whether it was aborted. */
async function counted(path: string): Promise<Record<string, number>> {
  const text = await app.metrics.client.register.metrics()
  const found = text.matchAll(
    /^http_request_duration_seconds_count\{method="GET",route="([^"]*)",status_code="(\d+)",aborted="(\w+)"\} (\d+)$/gm,
  )
  return Object.fromEntries(
    [...found].flatMap(([, route, status, aborted, count]) =>
      route === path ? [[`${status} ${aborted}`, Number(count)]] : [],
    ),
  )
}

const ended = () => lines.filter(({ msg }) => msg === 'request')

/** Waits for the log line of a request, and for any that might follow. */
async function expectLogged(path: string, status: number, aborted: boolean): Promise<void> {
  await vi.waitFor(() => expect(ended()).toHaveLength(1))
  mayGoOn.resolve()
  // Other pending work gets a hundred turns to write to the log.
  for (let n = 0; n < 100; n += 1) await new Promise(setImmediate)
  expect(ended()).toEqual([expect.objectContaining({ level: 30, status })])
  expect(ended()[0]?.aborted).toBe(aborted || undefined)
  expect(await counted(path)).toEqual({ [`${status} ${aborted}`]: 1 })
}

test('a request with a complete response has one line and one count', async () => {
  const [response] = (await once(connect('/whole'), 'response')) as [IncomingMessage]
  await response.toArray()
  await expectLogged('/whole', 200, false)
})

const DEFECT = { level: 40, msg: 'request failed after the client disconnected' }

// 499 until the response has begun; then the status that was sent.
test.each([
  ['before the response', '/later', 499, []],
  ['before a stream begins', '/table/later', 499, []],
  ['during the response', '/table', 200, []],
  ['before a defect, which is a warning', '/fails', 499, [DEFECT]],
])('a client that disconnects %s is logged: %s %i', async (_, path, status, more) => {
  const client = connect(path)
  rows.push('a row\n')
  await (status === 499 ? isAsked.promise : once(client, 'response'))
  client.destroy()
  await expectLogged(path, status, true)
  expect(lines.slice(1)).toEqual(more.map((line) => expect.objectContaining(line)))
})

test('an index that is not built yet is a warning without a stack', async () => {
  connect('/not-ready')
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, code: 'IndexNotReady' }))
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test('a response that we abort says why', async () => {
  const client = connect('/table')
  rows.push('a row\n')
  const [response] = (await once(client, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  rows.destroy(new Error('cut off on purpose'))
  await expectLogged('/table', 200, true)
  expect(lines[0]).toMatchObject({ level: 40, msg: 'response aborted' })
})
