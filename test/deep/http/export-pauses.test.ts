import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { toEntry } from '#indexer/index/build/write-organizations.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import type { ExportLimits } from '#src/search/export/limit-exports.ts'
import { listen, type Server } from '#src/server.ts'
import {
  begin,
  countSnapshots,
  endOf,
  numberedDocument,
  readAll,
} from '#test/integration/http/export-world.ts'
import { buildIndex, openWorld, RELEASE, type World } from '#test/integration/http/world.ts'

// One batch of 12 MB, more than the kernel buffers, so that pauses have an effect.
const ROWS = 12
const LONG = 'Gives food to families in need. '.repeat(32_000)

function longDocument(n: number): OrganizationDocument {
  const document = numberedDocument(n)
  Object.assign(document.display, { description: LONG })
  return document
}

let world: World
let headers: Record<string, string>

beforeAll(async () => {
  world = await openWorld('export_pauses')
  const { opensearch, deps } = world
  await buildIndex(opensearch, deps.indexPrefix, [longDocument(0)])
  // In several bulks, because one bulk may exceed the call timeout on a busy engine.
  const index = organizationsIndex(deps.indexPrefix, RELEASE)
  const writer = openBulkWriter(opensearch, index)
  for (let n = 1; n < ROWS; n += 1) await writer.put([toEntry(longDocument(n))])
  expect((await writer.finish()).written).toBe(ROWS - 1)
  await opensearch.run((client) => client.indices.refresh({ index }))
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'export' })
  headers = { 'x-service-api-key': key }
})
afterAll(() => world.close())

type Paused = { server: Server; port: number; connected: Socket[] }

/** A server with these limits; `serverMs` is its own timeout for a silent connection. */
async function serve(exportLimits: Partial<ExportLimits>, serverMs?: number): Promise<Paused> {
  const server = await listen({ host: '127.0.0.1', port: 0 }, { ...world.deps, exportLimits })
  const connected: Socket[] = []
  server.app.server.on('connection', (socket) => connected.push(socket))
  if (serverMs !== undefined) server.app.server.setTimeout(serverMs)
  return { server, port: Number(new URL(server.address).port), connected }
}

const PATH = '/api/v2/export?Format=ndjson'

test('an export of one batch that is not read is cut off by its own limit', async () => {
  const { server, port } = await serve({ idleMs: 1_000, ofOneClient: 1 })
  const response = await begin(port, PATH, headers)
  expect(response.headers['x-found']).toBe(String(ROWS))
  const refused = await begin(port, PATH, headers)
  expect(refused.statusCode, 'its slot is taken').toBe(429)
  refused.destroy()
  // The server itself waits for over a minute.
  await vi.waitFor(async () => expect(await countSnapshots(world.opensearch)).toBe(0), 30_000)
  expect(await endOf(response)).toBe('aborted')
  const again = await begin(port, PATH, headers)
  expect(again.statusCode, 'its slot is free').toBe(200)
  expect((await readAll(again)).toString().trimEnd().split('\n')).toHaveLength(ROWS)
  await server.close()
})

test('a reader may pause for longer than the server waits on other connections', async () => {
  const { server, port } = await serve({ idleMs: 60_000 }, 1_000)
  const response = await begin(port, PATH, headers)
  await wait(2_500)
  const lines = (await readAll(response)).toString().trimEnd().split('\n')
  expect(lines).toHaveLength(ROWS)
  await server.close()
})

test('the next request on its connection has the same time limit as any other', async () => {
  const { server, port, connected } = await serve({ idleMs: 60_000 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string) =>
    new Promise<IncomingMessage>((answer, fail) =>
      get({ port, path, agent, headers }, answer).on('error', fail),
    )
  await readAll(await ask(`${PATH}&Columns=EIN`))
  const timeouts: (number | undefined)[] = []
  server.app.server.on('request', ({ socket }) => timeouts.push(socket.timeout))
  await readAll(await ask('/livez'))
  expect(connected).toHaveLength(1)
  expect(timeouts).toEqual([server.app.server.timeout])
  agent.destroy()
  await server.close()
})
