import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import type { EngineLease } from '#src/platform/engines/lease.ts'
import * as processes from '#test/deep/engines/holders.ts'
import { type Command, meanwhile } from '#test/world/command.ts'
import { about, expectClearEnd, momentsOf } from './moments.ts'
import { openService, type Service } from './service.ts'
import { countDoneSlices, readStore, wipeStore } from './state.ts'

const { findProcess, POSTGRES, processesOf, WATCHDOG } = processes

let service: Service
let lease: EngineLease
let db: Postgres
let slices: number
let undisturbed: Awaited<ReturnType<typeof readStore>>

const startLoad = () => service.start('indexer/cli.ts', 'load', DEMO_FOLDER)
const finishLoad = () => service.finish('indexer/cli.ts', 'load', DEMO_FOLDER)

async function openStore(): Promise<void> {
  lease = await service.lease('postgres')
  db = createPostgres({ url: lease.databaseUrl ?? '', statementTimeoutMs: 0 })
  // For a moment after the kill of a backend, the server rejects all connections.
  await vi.waitFor(() => db.query('select 1'), { timeout: 60_000 })
}

async function closeStore(): Promise<void> {
  await db.close()
  await lease.release()
}

beforeAll(async () => {
  service = openService('load')
  await finishLoad()
  await openStore()
  undisturbed = await readStore(db)
  slices = await countDoneSlices(db)
  await closeStore()
})
afterAll(() => service.remove())

beforeEach(async () => {
  await openStore()
  await wipeStore(db)
})
afterEach(closeStore)

/** Waits for a random moment of a load; returns false if it ended before. */
async function awaitMoment(load: Command, round: string): Promise<boolean> {
  const moments = momentsOf(round)
  const done = await countDoneSlices(db)
  const after = moments.int(Math.min(done, slices - 2), slices - 2)
  const delay = moments.int(0, 150)
  const isThere = await meanwhile(load, async () => (await countDoneSlices(db)) >= after)
  if (isThere) await sleep(delay)
  return isThere && !load.hasEnded()
}

/** A load at a random moment; on a fast machine some end before that moment. */
async function loadUntilMoment(round: string): Promise<Command> {
  for (let time = 1; time <= 10; time += 1) {
    const load = startLoad()
    if (await awaitMoment(load, `${round}, load ${time}`)) return load
    expect(await load.ended, about(round, load.said())).toBe(0)
    await wipeStore(db)
  }
  throw new Error(about(round, 'ten loads ended before their moments'))
}

async function finishAndCompare(round: string): Promise<void> {
  await closeStore()
  await openStore()
  const said = await finishLoad()
  expect(await readStore(db), about(round, said)).toEqual(undisturbed)
}

test('four loads at once give the result of one', async () => {
  for (const load of Array.from({ length: 4 }, startLoad))
    expect(await load.ended, load.said()).toBe(0)
  expect(await readStore(db)).toEqual(undisturbed)
})

describe('after kill -9 during a load, the next one gives the result of an undisturbed load', () => {
  test('of the loader, three times', async () => {
    await (await loadUntilMoment('loader, first kill')).kill()
    // A later load has little left to do and may end before its moment.
    for (const time of ['second', 'third']) {
      const load = startLoad()
      await awaitMoment(load, `loader, ${time} kill`)
      await load.kill()
    }
    await finishAndCompare('loader')
  })

  test.each(['the server', 'one of its backends'])('of Postgres: %s', async (what) => {
    const load = await loadUntilMoment(what)
    const server = findProcess(service.dataDir, POSTGRES)
    const all = processesOf(service.dataDir)
    const backends = all.filter(
      ({ parent, command }) => parent === server && /127\.0\.0\.1\(\d+\)/.test(command),
    )
    const killed =
      what === 'the server'
        ? all.filter(({ pid }) => pid === server)
        : [momentsOf(`${what}, which`).pick(backends)]
    processes.signal(killed, 'SIGKILL')
    expectClearEnd(what, await load.ended, load.said())
    await finishAndCompare(what)
  })

  test('of the watchdog, which does not disturb it', async () => {
    const load = await loadUntilMoment('watchdog')
    process.kill(findProcess(service.dataDir, WATCHDOG), 'SIGKILL')
    expect(await load.ended, load.said()).toBe(0)
    await finishAndCompare('watchdog')
  })

  test('of network runs, none of whose work is stored', async () => {
    const ask = async (condition: string): Promise<boolean> =>
      (await db.query<{ is: boolean }>(`select ${condition} as is`))[0]?.is ?? false
    // Its transaction has this lock.
    const isRunning = () =>
      ask(`exists (select from pg_locks where locktype = 'advisory' and granted
        and (classid::bigint << 32 | objid::bigint) = hashtextextended('network', 0))`)
    const untilStopped = () =>
      vi.waitFor(async () => expect(await isRunning()).toBe(false), { timeout: 400_000 })
    // Everything else is loaded, so only the network is left for a load.
    const startRun = async (round: string) => {
      await db.query(`truncate organization_key, money_edge, money_edge_count, network_edge,
        network_version, network_state`)
      const run = startLoad()
      expect(await meanwhile(run, isRunning), about(round, run.said())).toBe(true)
      return run
    }
    await finishLoad()
    await startRun('network, timed')
    const start = performance.now()
    await untilStopped()
    const span = performance.now() - start
    let cut: unknown
    let cuts = 0
    // A fast machine may finish some of them before their moment.
    for (let time = 1; cuts < 3 && time <= 20; time += 1) {
      const round = `network, run ${time}`
      const run = await startRun(round)
      await sleep(momentsOf(round).int(0, Math.floor(span)))
      await run.kill()
      // The server notices after its current statement.
      await untilStopped()
      if (await ask('exists (select from network_state)')) continue
      cuts += 1
      const left = await readStore(db)
      cut ??= left
      expect(left, about(round)).toEqual(cut)
      expect(
        await ask('exists (select from money_edge) or exists (select from network_edge)'),
      ).toBe(false)
    }
    expect(cuts, about('network')).toBe(3)
    await finishAndCompare('network')
  })
})
