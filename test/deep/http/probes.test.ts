import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationsAlias } from '#mappings/organizations.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from '#test/integration/http/world.ts'

let world: World
let silent: Server
let place: string

beforeAll(async () => {
  world = await openWorld('probes')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
  // Accepts connections and never responds, like a paused process.
  silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  place = `127.0.0.1:${address.port}`
})
afterAll(async () => {
  silent.close()
  await world.close()
})

const silentIndex = () => ({ opensearch: createOpenSearch({ url: `http://${place}` }) })
const silentStore = () => ({ postgres: createPostgres({ url: `postgres://u:p@${place}/d` }) })

// Applications of one process share a metrics registry, so they are built one after another.
let building: Promise<unknown> = Promise.resolve()

async function ask(url: string, replaced: Partial<AppDeps>) {
  const built = building.then(() => buildApp({ ...world.deps, ...replaced }))
  building = built
  const app = await built
  const response = await app.inject(url)
  await app.close()
  // The client of a silent index closes only after its own timeout, which no test waits for.
  replaced.opensearch?.close().catch(() => undefined)
  return response
}

/** Returns the lines of /metrics about quarantined organizations, without comments. */
const quarantineIn = (body: string): string[] =>
  body.split('\n').filter((line) => line.startsWith('quarantined_organizations'))

test('/metrics counts the organizations that the live index leaves out', async () => {
  const { opensearch, deps } = world
  const count = async () => quarantineIn((await ask('/metrics', {})).body)
  expect(await count()).toEqual(['quarantined_organizations 0'])
  const index = organizationsAlias(deps.indexPrefix)
  const { meta } = await opensearch.readMeta(index)
  const quarantined = ['070000001', '070000002'].map((ein) => ({ ein, reason: 'made' }))
  const body = { _meta: { ...meta, quarantined } }
  await opensearch.run((client) => client.indices.putMapping({ index, body }))
  expect(await count()).toEqual(['quarantined_organizations 2'])
})

test('/metrics omits that count when no index responds, and shows the rest', async () => {
  const away = { opensearch: createOpenSearch({ url: 'http://127.0.0.1:1' }) }
  for (const replaced of [away, { indexPrefix: 'none-' }]) {
    const response = await ask('/metrics', replaced)
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('process_cpu_seconds_total')
    expect(quarantineIn(response.body)).toEqual([])
  }
})

test.concurrent.each([
  ['/readyz', 'index', silentIndex],
  ['/readyz', 'store', silentStore],
  ['/api/v2/health', 'index', silentIndex],
] as const)('%s returns 503 when the %s is silent', async (url, _, replaced) => {
  const response = await ask(url, replaced())
  expect(response.statusCode).toBe(503)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
})
