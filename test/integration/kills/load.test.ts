import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { createPostgres, type Postgres } from '#src/clients/postgres.ts'
import type { EngineLease } from '#src/engines/lease.ts'
import {
  findProcess,
  POSTGRES,
  processesOf,
  SUPERVISOR,
  waitUntilGone,
} from '../engines/holders.ts'
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
  // After the kill of a backend the server refuses everybody for a moment.
  await vi.waitFor(() => db.query('select 1'), { timeout: 60_000 })
}

async function closeStore(): Promise<void> {
  await db.close()
  await lease.release()
}

beforeAll(async () => {
  demo = mkdtempSync(join(tmpdir(), 'kills-demo-'))
  await generateDemo({ folder: demo })
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

/** Waits for a random moment of a load; false when it ended before. */
async function awaitMoment(load: Command, round: string): Promise<boolean> {
  const moments = momentsOf(round)
  const after = moments.int(0, slices - 2)
  const delay = moments.int(0, 150)
  const isThere = await meanwhile(load, async () => (await countDoneSlices(db)) >= after)
  if (isThere) await sleep(delay)
  return isThere && !load.hasEnded()
}

async function finishAndCompare(round: string): Promise<void> {
  await closeStore()
  await openStore()
  const said = await finishLoad()
  expect(await readStore(db), about(round, said)).toEqual(undisturbed)
}

describe('after kill -9 during a load, the next one leaves what an undisturbed one leaves', () => {
  test('of the loader, three times', async () => {
    let killed = 0
    for (const time of ['first', 'second', 'third']) {
      const load = startLoad()
      if (await awaitMoment(load, `loader, ${time} kill`)) killed += 1
      await load.kill()
    }
    // A later load has little left to do and may end before its moment.
    expect(killed, about('loader')).toBeGreaterThan(0)
    await finishAndCompare('loader')
  }, 240_000)

  test.each(['the server', 'one of its backends'])(
    'of Postgres: %s',
    async (what) => {
      const load = startLoad()
      expect(await awaitMoment(load, what), about(what, load.said())).toBe(true)
      const server = findProcess(service.dataDir, POSTGRES)
      const backend = momentsOf(`${what}, which`).pick(
        processesOf(service.dataDir).filter(
          ({ parent, command }) => parent === server && /127\.0\.0\.1\(\d+\)/.test(command),
        ),
      )
      process.kill(what === 'the server' ? server : backend.pid, 'SIGKILL')
      expectClearEnd(what, await load.ended, load.said())
      await finishAndCompare(what)
    },
    240_000,
  )

  test('of the supervisor, which leaves no engine behind', async () => {
    const load = startLoad()
    expect(await awaitMoment(load, 'supervisor'), about('supervisor', load.said())).toBe(true)
    const engines = processesOf(service.dataDir)
    process.kill(findProcess(service.dataDir, SUPERVISOR), 'SIGKILL')
    expectClearEnd('supervisor', await load.ended, load.said())
    await waitUntilGone(service.dataDir, engines)
    await finishAndCompare('supervisor')
  }, 240_000)
})
