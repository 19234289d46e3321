import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { type EngineLease, leaseEngines } from '#src/platform/engines/lease.ts'
import {
  findProcess,
  POSTGRES,
  processesOf,
  signal,
  stopEngines,
} from '#test/deep/engines/holders.ts'
import { type Answered, type Started, startProcess } from '#test/integration/http/started.ts'
import { buildIndex, ORGANIZATIONS } from '#test/integration/http/world.ts'

const PREFIX = 'kills-stall-'
/** The engine that each kind of request reads. */
const PATHS = {
  // The store is empty, so the response is 404 while it works.
  store: ['/api/v2/charity/070000001/page', '/api/v2/charity/070000001/profile'],
  index: ['/api/v2/search?Query=harvest', '/api/v2/search?q=harvest'],
  none: ['/', '/agents', '/docs/', '/robots.txt', '/livez', '/metrics'],
}
type Kind = keyof typeof PATHS
const KINDS: Kind[] = ['store', 'index', 'none']
type Asked = Pick<Answered, 'status' | 'headers' | 'body'> & {
  kind: Kind
  path: string
  began: number
  ms: number
}

const STALL_MS = 6_000
const INTERVAL_MS = 200
/** The time until the breaker opens, with a margin for a busy machine. */
const OPENS_MS = 3_000

let dataDir: string
let lease: EngineLease
let opensearch: OpenSearch
let key: string
let services: Record<'open' | 'keyed', Started>

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kills-stall-'))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', OPENSEARCH_URL: '' }
  lease = await leaseEngines(readConfig(env), ['postgres'], undefined, { durable: false })
  const url = lease.databaseUrl ?? ''
  await migrate(url)
  const db = createPostgres({ url })
  key = (await createKey(db, { tier: 'Internal', owner: 'Test' })).key
  await db.close()
  opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  await buildIndex(opensearch, PREFIX, ORGANIZATIONS)
  const start = (ACCESS: string) =>
    startProcess(
      { database: 'unused', prefix: PREFIX },
      { connections: 50, more: { DATABASE_URL: url, ACCESS, LOG_LEVEL: 'warn' } },
    )
  const [open, keyed] = await Promise.all([start('open'), start('keyed')])
  services = { open, keyed }
})
afterAll(async () => {
  await Promise.all(Object.values(services ?? {}).map((service) => service.stop()))
  await opensearch?.run((client) => client.indices.delete({ index: `${PREFIX}*` }))
  await opensearch?.close()
  await lease?.release()
  await stopEngines(dataDir)
  rmSync(dataDir, { recursive: true })
})

/** Stops all processes of Postgres while `work` runs. */
async function stall(work: () => Promise<void>): Promise<void> {
  const postmaster = findProcess(dataDir, POSTGRES)
  const postgres = processesOf(dataDir).filter(
    ({ pid, parent }) => pid === postmaster || parent === postmaster,
  )
  try {
    signal(postgres, 'SIGSTOP')
    await work()
  } finally {
    signal(postgres, 'SIGCONT')
  }
}

/** Sends five requests a second for a duration, of each kind in turn. */
async function askFor(milliseconds: number, service: Started, headers = {}): Promise<Asked[]> {
  const start = performance.now()
  const ask = async (n: number): Promise<Asked> => {
    const kind = KINDS[n % KINDS.length] ?? 'none'
    const path = PATHS[kind][Math.floor(n / KINDS.length) % PATHS[kind].length] ?? ''
    const began = performance.now()
    // People read pages without a key.
    const answer = await service.ask(path, { headers: kind === 'none' ? {} : headers })
    return { ...answer, kind, path, began: began - start, ms: performance.now() - began }
  }
  const asking: Promise<Asked>[] = []
  for (let n = 0; n * INTERVAL_MS < milliseconds; n += 1) {
    asking.push(ask(n))
    await sleep(INTERVAL_MS)
  }
  return await Promise.all(asking)
}

function statuses(asked: Asked[]): Record<Kind, number[]> {
  const of = (kind: Kind) => [
    ...new Set(asked.filter((one) => one.kind === kind).map(({ status }) => status)),
  ]
  return { store: of('store'), index: of('index'), none: of('none') }
}

const WELL = { store: [404], index: [200], none: [200] }

test.each([
  ['open', true, { store: [503], index: [200], none: [200] }],
  // Keys are in the store.
  ['keyed', true, { store: [503], index: [503], none: [200] }],
  ['keyed', false, { store: [503], index: [200], none: [200] }],
] as const)(
  'ACCESS=%s, with a key: %s: while Postgres is stopped, what needs it is rejected and the rest is served',
  async (access, hasKey, stalled) => {
    const service = services[access]
    const headers = hasKey ? { 'x-service-api-key': key } : {}
    expect(statuses(await askFor(3_600, service, headers))).toEqual(WELL)
    const before = service.said().length
    let during: Asked[] = []
    await stall(async () => {
      during = await askFor(STALL_MS, service, headers)
    })
    await sleep(2_000)
    const after = await askFor(3_600, service, headers)
    expect([statuses(during), statuses(after)]).toEqual([stalled, WELL])
    for (const { headers, body } of during.filter(({ kind }) => kind === 'store')) {
      expect(body).toContain('The store is unavailable')
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5)
    }
    // Two seconds at first, then at once.
    expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThan(OPENS_MS)
    const late = during.filter(({ began }) => began > OPENS_MS)
    expect(late.length).toBeGreaterThan(10)
    expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThan(1_000)
    // One line when the store stalls, and one when it is back.
    expect(service.said().slice(before).trim().split('\n')).toHaveLength(2)
    const breakerIn = (asked: Asked[]) =>
      asked.flatMap(({ path, body }) =>
        path === '/metrics' ? (/breaker_open\{server="Postgres"\} (\d)/.exec(body)?.[1] ?? []) : [],
      )
    expect([breakerIn(during).at(-1), breakerIn(after)[0]]).toEqual(['1', '0'])
  },
)
