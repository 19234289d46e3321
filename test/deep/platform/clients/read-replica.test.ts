import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { mintRelease } from '#indexer/store/releases.ts'
import { createKey } from '#src/access/keys.ts'
import { buildApp } from '#src/app.ts'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import {
  createPostgres,
  createPostgresBreaker,
  type Postgres,
} from '#src/platform/clients/postgres.ts'
import { withReadReplica } from '#src/platform/clients/read-replica.ts'
import { readConfig } from '#src/platform/config.ts'
import { type EngineLease, leaseEngines } from '#src/platform/engines/lease.ts'
import { prepareReplica, type Replica } from '#test/cluster/replica.ts'
import { ask, stopEngines } from '#test/deep/engines/holders.ts'

const folder = mkdtempSync(join(tmpdir(), 'replica-'))
const dataDir = join(folder, 'primary')
let lease: EngineLease
let replica: Replica
let primary: Postgres
let db: Postgres

beforeAll(async () => {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', OPENSEARCH_URL: '' }
  lease = await leaseEngines(readConfig(env), ['postgres'], undefined, { durable: false })
  const url = lease.databaseUrl ?? ''
  await migrate(url, { ca: undefined, isEmbedded: true })
  replica = await prepareReplica(url, join(folder, 'copy'))
  await replica.start()
  primary = createPostgres({ url, breaker: createPostgresBreaker({ url }) })
  await primary.query('create table item as select 0 as n')
  const breaker = createPostgresBreaker(replica)
  db = withReadReplica(primary, { replica: createPostgres({ url: replica.url, breaker }) })
})
afterAll(async () => {
  await db?.close()
  await replica?.stop()
  await lease?.release()
  await stopEngines(dataDir)
  rmSync(folder, { recursive: true })
})
afterEach(() => untilUsed(true))

const state = () => db.replica?.()
const untilUsed = (isUsed: boolean) =>
  vi.waitFor(() => expect(state()?.isUsed).toBe(isUsed), { timeout: 60_000, interval: 50 })

const IS_REPLICA = 'select pg_is_in_recovery() as "isReplica"'
const SERVED = {
  query: () => db.query(IS_REPLICA),
  snapshot: () => db.snapshot((own) => own.query(IS_REPLICA)),
  stream: async () => {
    for await (const rows of db.stream(IS_REPLICA)) return rows
  },
  session: () => db.session((own) => own.query(IS_REPLICA)),
  transaction: () => db.transaction((own) => own.query(IS_REPLICA)),
}

/** Returns for each kind of work whether the replica served it. */
async function whereServed(): Promise<Record<string, unknown>> {
  const rows = Object.entries(SERVED).map(async ([kind, work]) => {
    const [row] = (await work()) as { isReplica: boolean }[]
    return [kind, row?.isReplica]
  })
  return Object.fromEntries(await Promise.all(rows))
}
const READS = { query: true, snapshot: true, stream: true, session: false, transaction: false }
const ON_PRIMARY = { ...READS, query: false, snapshot: false, stream: false }

test('reads use the replica, and sessions and transactions use the primary', async () => {
  await untilUsed(true)
  expect(await whereServed()).toEqual(READS)
})

test('a killed replica fails no read, and is used again after it returns', async () => {
  await replica.kill()
  expect(await whereServed()).toEqual(ON_PRIMARY)
  expect(state()).toMatchObject({ isUsed: false, lagSeconds: undefined })
  await replica.start()
  await untilUsed(true)
  expect(await whereServed()).toEqual(READS)
})

test('a replica without the newest release is not used until it has replayed it', async () => {
  await replica.replay('pause')
  const release = await primary.transaction((own) => mintRelease(own, 'resolve'))
  await untilUsed(false)
  expect(await db.query('select max(id) as id from release')).toEqual([{ id: release }])
  await vi.waitFor(() => expect(state()?.lagSeconds).toBeGreaterThan(0), { timeout: 10_000 })
  await replica.replay('resume')
  await untilUsed(true)
  expect(await db.query('select max(id) as id from release')).toEqual([{ id: release }])
})

test('a read that conflicts with recovery is repeated on the primary', async () => {
  const servers: (boolean | undefined)[] = []
  const sum = await db.snapshot(async (own) => {
    const [row] = await own.query<{ isReplica: boolean }>(`${IS_REPLICA} from item`)
    servers.push(row?.isReplica)
    // The replica needs a lock for this, and cancels the read after a second.
    if (row?.isReplica) await primary.query('truncate item; insert into item values (7)')
    const [read] = await own.query<{ sum: number }>(
      'select sum(n) from item, pg_sleep(case when pg_is_in_recovery() then 8 else 0 end)',
    )
    return read?.sum
  })
  expect([sum, servers]).toEqual([7, [true, false]])
})

test('a key works at once, and feedback is stored, while the replica lags', async () => {
  const app = await buildApp({
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
    opensearch: createOpenSearch({ url: inject('opensearchUrl') }),
    postgres: db,
    indexPrefix: 'no-index-',
    embeddingModel: 'none',
    embed: () => Promise.reject(new Error('no search here')),
  })
  await replica.replay('pause')
  try {
    const { key } = await createKey(primary, { tier: 'Paid', owner: 'Test' })
    const headers = { authorization: `Bearer ${key}` }
    const usage = await app.inject({ url: '/api/v2/usage', headers })
    expect(usage.statusCode).toBe(200)
    const payload = { Message: 'The list of grants ends early.', FeedbackType: 'missing_data' }
    const url = '/api/v2/agent-feedback'
    const given = await app.inject({ method: 'POST', url, headers, payload })
    expect(given.statusCode, given.body).toBeLessThan(300)
    expect(await primary.query('select message from submission')).toHaveLength(1)
    expect(await ask(replica.url, 'select count(*)::int from submission')).toBe(0)
    const metrics = (await app.inject('/metrics')).body
    expect(metrics).toMatch(/^replica_used [01]$/m)
    expect(metrics).toMatch(/^postgres_pool\{pool="replica",state="size"\} 10$/m)
  } finally {
    await replica.replay('resume')
    await app.close()
  }
})
