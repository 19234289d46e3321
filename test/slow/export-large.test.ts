import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { organizationsAlias, organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import { health } from '#src/api/a/health.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { BATCH } from '#src/search/export/open-export.ts'
import { listen, type Server } from '#src/server.ts'
import {
  type Began,
  begin,
  buildLargeIndex,
  countSnapshots,
  endOf,
  readAll,
  readParquet,
  startExportServer,
} from '#test/integration/http/export-world.ts'
import {
  buildIndex,
  ORGANIZATIONS,
  openWorld,
  RELEASE,
  type World,
} from '#test/integration/http/world.ts'

const ROWS = 100_000
const NEWLINE = 10
const NEWER = '20260302t040506789z'

let world: World
let server: Server
let headers: Record<string, string>
const sockets = new Set<Socket>()
/** Batches requested from the engine. */
let asked = 0

const LIMITS = { ofOneClient: 4, inAll: 5 }

const countBatches = (opensearch: OpenSearch): OpenSearch => ({
  ...opensearch,
  searchPointInTime: (body) => {
    asked += 1
    return opensearch.searchPointInTime(body)
  },
})

beforeAll(async () => {
  world = await openWorld('export_large')
  await buildLargeIndex(world.opensearch, world.deps.indexPrefix, ROWS, RELEASE)
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'export' })
  headers = { 'x-service-api-key': key }
  const deps = { ...world.deps, opensearch: countBatches(world.opensearch), exportLimits: LIMITS }
  server = await listen({ host: '127.0.0.1', port: 0 }, deps)
  server.app.server.on('connection', (socket) => sockets.add(socket))
})
afterAll(async () => {
  await server.close()
  const index = organizationsIndex(world.deps.indexPrefix, NEWER)
  await world.opensearch.run((client) => client.indices.delete({ index, ignore_unavailable: true }))
  await world.close()
})

const open = (query: string, more: Record<string, string> = {}): Promise<Began> =>
  begin(Number(new URL(server.address).port), `/api/v2/export?${query}`, { ...headers, ...more })

const noSnapshots = () =>
  vi.waitFor(async () => expect(await countSnapshots(world.opensearch)).toBe(0), 20_000)

test('100,000 organizations export completely in every format, with little extra memory', async () => {
  const { Documents } = health.parse((await world.app.inject('/api/v2/health')).json())
  expect(Documents).toBe(ROWS)
  const own = await startExportServer(world.deps.indexPrefix, 'http_export_large')
  const fetchAll = async (query: string) => {
    const response = await begin(own.port, `/api/v2/export?${query}`, headers)
    return { found: response.headers['x-found'], file: await readAll(response) }
  }
  // Like any service before its first export.
  for (let n = 0; n < 30; n += 1) {
    const search = `/api/v2/search?Query=harvest+society+${n * 37}`
    await readAll(await begin(own.port, search, headers))
  }
  const warm = await own.memory()

  const csv = await fetchAll('Format=csv')
  expect(csv.found).toBe(String(ROWS))
  expect(csv.file.toString().trimEnd().split('\r\n')).toHaveLength(ROWS + 1)

  const ndjson = await fetchAll('Format=ndjson')
  const lines = ndjson.file.toString().trimEnd().split('\n')
  expect(new Set(lines.map((line) => EIN.exec(line)?.[1])).size).toBe(ROWS)
  expect(lines).toHaveLength(ROWS)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ Rank: ROWS })

  const parquet = await fetchAll('Format=parquet&Sort=Revenue')
  const { rows } = await readParquet(parquet.file)
  const eins = rows.map(({ EIN }) => String(EIN))
  expect([rows.length, new Set(eins).size, eins.toSorted()[0]]).toEqual([ROWS, ROWS, '070000000'])
  expect(eins.every((ein) => ein.length === 9)).toBe(true)
  const revenues = rows.map(({ Revenue }) => (Revenue ?? 0n) as bigint)
  expect(revenues.reduce((sum, revenue) => sum + revenue, 0n)).toBe(sumOfRevenues())
  const { peakMb } = await own.memory()
  await own.stop()
  // Measured: 90 MB, or 300 MB without the V8 options (docs/running/sizing.md).
  expect(peakMb - warm.nowMb).toBeLessThan(200)
})

const EIN = /"EIN":"(\d{9})"/

const sumOfRevenues = (): bigint =>
  Array.from({ length: ROWS }, (_, n) => BigInt((n * 7919) % 1_000_003)).reduce((a, b) => a + b)

describe('a reader', () => {
  // The kernel and both ends buffer this much, of 100 MB in all; a batch is 1 MB.
  const AHEAD_MB = 12

  test('that stops reading uses no more than its buffer', async () => {
    sockets.clear()
    asked = 0
    const response = await open('Format=ndjson')
    response.once('readable', () => undefined)
    await wait(2_000)
    const [socket] = sockets
    expect(socket?.bytesWritten).toBeLessThan(AHEAD_MB * 1_000_000)
    expect(asked).toBeLessThan(AHEAD_MB + 3)
    expect(await countSnapshots(world.opensearch)).toBe(1)
    response.destroy()
    await noSnapshots()
  })

  test('that reads slowly gets everything, each batch when due, and others are served', async () => {
    asked = 0
    const response = await open('Format=ndjson&State=OH')
    let [rows, mostAhead, searches] = [0, 0, 0]
    for await (const chunk of response as AsyncIterable<Buffer>) {
      rows += chunk.filter((byte) => byte === NEWLINE).length
      mostAhead = Math.max(mostAhead, asked - rows / BATCH)
      if (rows < ROWS / 100) {
        const search = await fetch(`${server.address}/api/v2/search?Query=harvest+society+4711`)
        searches += Number(search.ok)
        await search.arrayBuffer()
      }
      await wait(10)
    }
    expect(searches).toBeGreaterThan(0)
    expect(String(rows)).toBe(response.headers['x-found'])
    expect(asked).toBe(Math.ceil(rows / BATCH))
    expect(asked, 'far more than is read ahead').toBeGreaterThan(2 * AHEAD_MB)
    expect(mostAhead).toBeLessThan(AHEAD_MB + 3)
  })

  test('that disconnects releases the snapshot', async () => {
    for (const more of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
      for (const format of ['csv', 'parquet']) {
        const response = await open(`Format=${format}`, more)
        response.destroy()
        await noSnapshots()
      }
    }
    // Not even its headers have arrived: the snapshot is still opening, or about to be sent.
    for (const patience of [0, 5, 20, 60]) {
      const leaving = new AbortController()
      const asked = fetch(`${server.address}/api/v2/export`, { headers, signal: leaving.signal })
      await wait(patience)
      leaving.abort()
      await asked.then((response) => response.body?.cancel()).catch(() => undefined)
    }
    await noSnapshots()
  })
})

describe('during an export', () => {
  const older = () => organizationsIndex(world.deps.indexPrefix, RELEASE)
  const newer = () => organizationsIndex(world.deps.indexPrefix, NEWER)
  const move = async (from: string, to: string) => {
    const alias = organizationsAlias(world.deps.indexPrefix)
    const actions = [{ remove: { index: from, alias } }, { add: { index: to, alias } }]
    await world.opensearch.run((client) => client.indices.updateAliases({ body: { actions } }))
  }

  test('another index goes live: all rows stay those of the first', async () => {
    const begun = await open('Columns=EIN')
    await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS, NEWER)
    await move(older(), newer())
    const later = await open('Columns=EIN')
    expect(later.headers).toMatchObject({ 'x-release': NEWER, 'x-found': '4' })
    expect((await readAll(later)).toString().split('\r\n')).toHaveLength(4 + 2)
    expect(begun.headers).toMatchObject({ 'x-release': RELEASE, 'x-found': String(ROWS) })
    const eins = (await readAll(begun)).toString().trimEnd().split('\r\n')
    expect(new Set(eins).size).toBe(ROWS + 1)
  })

  test('its index is removed: it is aborted, and does not seem complete', async () => {
    await move(newer(), older())
    const begun = await Promise.all([
      ...['csv', 'parquet'].map((format) => open(`Format=${format}`)),
      open('Format=ndjson', { 'accept-encoding': 'gzip' }),
    ])
    expect(begun.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await world.opensearch.run((client) => client.indices.delete({ index: older() }))
    expect(await Promise.all(begun.map(endOf))).toEqual(['aborted', 'aborted', 'aborted'])
    await noSnapshots()
  })
})
