import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import type { EngineLease } from '#src/platform/engines/lease.ts'
import { about, momentsOf } from './moments.ts'
import { meanwhile, openService, type Service } from './service.ts'
import { readStore } from './state.ts'

let service: Service
let demo: string
let lease: EngineLease
let db: Postgres
let undisturbed: Awaited<ReturnType<typeof readStore>>
let without: Awaited<ReturnType<typeof readStore>>

const askWhether = async (condition: string): Promise<boolean> => {
  const [row] = await db.query<{ is: boolean }>(`select ${condition} as is`)
  return row?.is ?? false
}

/** Returns true if a run of the network is in its transaction. */
const isRunning = () =>
  askWhether(
    `exists (select from pg_locks where locktype = 'advisory' and granted
       and (classid::bigint << 32 | objid::bigint) = hashtextextended('network', 0))`,
  )

const forgetNetwork = () =>
  db.query(
    `truncate organization_key, money_edge, money_edge_count, network_edge, network_version,
       network_state`,
  )

// Everything is loaded, so only the network is left for a load.
const startRun = () => service.start('indexer/cli.ts', 'load', demo)

/** Returns the duration of an undisturbed run, in milliseconds. */
async function timeRun(): Promise<number> {
  const run = startRun()
  expect(await meanwhile(run, isRunning), run.said()).toBe(true)
  const start = performance.now()
  await vi.waitFor(async () => expect(await isRunning()).toBe(false), { timeout: 400_000 })
  return performance.now() - start
}

/** Kills a run at a random moment of `span`; returns false if it had finished. */
async function killRun(round: string, span: number): Promise<boolean> {
  const run = startRun()
  expect(await meanwhile(run, isRunning), about(round, run.said())).toBe(true)
  await sleep(momentsOf(round).int(0, Math.floor(span)))
  await run.kill()
  // The server notices after its current statement.
  await vi.waitFor(async () => expect(await isRunning()).toBe(false), { timeout: 400_000 })
  return await askWhether('not exists (select from network_state)')
}

beforeAll(async () => {
  demo = mkdtempSync(join(tmpdir(), 'kills-demo-'))
  // More than a first start loads, so that a run lasts long enough to be killed.
  await generateDemo({ folder: demo, organizations: 400 })
  service = openService('network')
  await service.finish('indexer/cli.ts', 'load', demo)
  lease = await service.lease('postgres')
  db = createPostgres({ url: lease.databaseUrl ?? '', statementTimeoutMs: 0 })
  undisturbed = await readStore(db)
  await forgetNetwork()
  without = await readStore(db)
})
afterAll(async () => {
  await db.close()
  await lease.release()
  await service.remove()
  rmSync(demo, { recursive: true })
})

test('after kill -9 of network runs, none of their work is stored, and the next run does everything', async () => {
  const span = await timeRun()
  let cut = 0
  // A fast machine may finish some of them before their moment.
  for (let time = 1; cut < 3 && time <= 20; time += 1) {
    await forgetNetwork()
    const round = `network, run ${time}`
    if (!(await killRun(round, span))) continue
    cut += 1
    expect(await readStore(db), about(round)).toEqual(without)
  }
  expect(cut, about('network')).toBe(3)
  const said = await service.finish('indexer/cli.ts', 'load', demo)
  expect(await readStore(db), about('network', said)).toEqual(undisturbed)
}, 600_000)
