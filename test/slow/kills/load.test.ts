import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import type { EngineLease } from '#src/platform/engines/lease.ts'
import {
  findProcess,
  POSTGRES,
  type Process,
  processesOf,
  SUPERVISOR,
  signal,
  waitUntilGone,
} from '#test/deep/engines/holders.ts'
import { about, expectClearEnd, momentsOf } from './moments.ts'
import { type Command, meanwhile, openService, type Service } from './service.ts'
import { countDoneSlices, readStore, wipeStore } from './state.ts'

let service: Service
let demo: string
let lease: EngineLease
let db: Postgres
let slices: number
let undisturbed: Awaited<ReturnType<typeof readStore>>

const startLoad = () => service.start('indexer/cli.ts', 'load', demo)
const finishLoad = () => service.finish('indexer/cli.ts', 'load', demo)

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
  demo = mkdtempSync(join(tmpdir(), 'kills-demo-'))
  // More than a first start loads, so that a run lasts long enough to be killed.
  await generateDemo({ folder: demo, organizations: 400 })
  service = openService('load')
  await finishLoad()
  await openStore()
  undisturbed = await readStore(db)
  slices = await countDoneSlices(db)
  await closeStore()
})
afterAll(async () => {
  await service.remove()
  rmSync(demo, { recursive: true })
})

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

const isBackendOf =
  (server: number) =>
  ({ parent, command }: Process): boolean =>
    parent === server && /127\.0\.0\.1\(\d+\)/.test(command)

async function finishAndCompare(round: string): Promise<void> {
  await closeStore()
  await openStore()
  const said = await finishLoad()
  expect(await readStore(db), about(round, said)).toEqual(undisturbed)
}

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
  }, 600_000)

  test.each(['the server', 'one of its backends'])(
    'of Postgres: %s',
    async (what) => {
      const load = await loadUntilMoment(what)
      const processes = processesOf(service.dataDir)
      const server = findProcess(service.dataDir, POSTGRES)
      const killed =
        what === 'the server'
          ? processes.filter(({ pid }) => pid === server)
          : [momentsOf(`${what}, which`).pick(processes.filter(isBackendOf(server)))]
      signal(killed, 'SIGKILL')
      expectClearEnd(what, await load.ended, load.said())
      await finishAndCompare(what)
    },
    600_000,
  )

  test('of the supervisor, which leaves no engine behind', async () => {
    const load = await loadUntilMoment('supervisor')
    const engines = processesOf(service.dataDir)
    process.kill(findProcess(service.dataDir, SUPERVISOR), 'SIGKILL')
    expectClearEnd('supervisor', await load.ended, load.said())
    // This test's lease starts the engines again, until it is released.
    await closeStore()
    await waitUntilGone(service.dataDir, engines)
    await openStore()
    await finishAndCompare('supervisor')
  }, 600_000)
})
