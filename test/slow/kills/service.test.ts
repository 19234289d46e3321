import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import type { EngineLease } from '#src/platform/engines/lease.ts'
import { readExpected } from '#test/cluster/requests.ts'
import {
  findProcess,
  OPENSEARCH,
  POSTGRES,
  type Process,
  processesOf,
  signal,
  WATCHDOG,
  waitUntilGone,
} from '#test/deep/engines/holders.ts'
import { failUnderLoad, isFault } from '#test/faults/under-load.ts'
import { listBuilds } from '#test/integration/indices/builds.ts'
import { type Command, hasGreeted, meanwhile } from '#test/world/command.ts'
import { askAll, askAllOnce, searchUntilGone, startApi } from './api.ts'
import { about, expectClearEnd, momentsOf } from './moments.ts'
import { openService, type Service } from './service.ts'
import { type IndexState, openIndex, readCatalog, readIndex, readStore } from './state.ts'

const ENVIRONMENT = { ACCESS: 'open', PORT: '0', LOG_LEVEL: 'warn' }
let service: Service
let keeper: EngineLease | undefined
let undisturbed: { store: Awaited<ReturnType<typeof readStore>>; index: IndexState }
/** How long a reindex runs after its index exists. */
let spans: { embedding: number; cached: number }

type Engines = { db: Postgres; opensearch: OpenSearch }

/** Queries the engines of a service. */
async function withEngines<T>(of: Service, work: (engines: Engines) => Promise<T>): Promise<T> {
  const lease = await of.lease('postgres', 'opensearch')
  const db = createPostgres({ url: lease.databaseUrl ?? '' })
  const opensearch = openIndex(lease.opensearchUrl)
  try {
    return await work({ db, opensearch })
  } finally {
    await Promise.all([db.close(), opensearch.close()])
    await lease.release()
  }
}

const startReindex = () => service.start('indexer/cli.ts', 'reindex')
const finishReindex = () => service.finish('indexer/cli.ts', 'reindex')
const forgetVectors = () => withEngines(service, ({ db }) => db.query('truncate embedding'))

/** Waits until a reindex has created its index; returns false if it ended before. */
const awaitIndex = (reindex: Command, { opensearch }: Engines, before: string[]) =>
  meanwhile(reindex, async () => {
    const builds = await listBuilds(opensearch, '')
    return builds.some((build) => !before.includes(build))
  })

/** Starts a reindex and waits for a random moment of it. */
async function reindexUntilMoment(round: string, span: number): Promise<Command> {
  const delay = momentsOf(round).int(0, span)
  return await withEngines(service, async (engines) => {
    const before = await listBuilds(engines.opensearch, '')
    const reindex = startReindex()
    expect(await awaitIndex(reindex, engines, before), about(round, reindex.said())).toBe(true)
    await sleep(delay)
    return reindex
  })
}

/** Expects the live data to be complete after any kill. */
async function expectLive(of: Service, round: string): Promise<void> {
  await withEngines(of, async ({ opensearch }) => {
    const { live, unfinished } = await readCatalog(opensearch)
    expect(live, about(round)).toHaveLength(1)
    expect(unfinished, about(round)).not.toContain(live[0])
    expect(await readIndex(opensearch), about(round)).toEqual(undisturbed.index)
  })
}

async function expectAllFinished(of: Service, round: string): Promise<void> {
  await expectLive(of, round)
  await withEngines(of, async ({ db, opensearch }) => {
    expect((await readCatalog(opensearch)).unfinished, about(round)).toEqual([])
    expect(await readStore(db), about(round)).toEqual(undisturbed.store)
  })
}

async function timeReindex(): Promise<number> {
  const reindex = await reindexUntilMoment('timed', 0)
  const start = performance.now()
  expect(await reindex.ended, reindex.said()).toBe(0)
  return performance.now() - start
}

beforeAll(async () => {
  service = openService('service', { ...ENVIRONMENT, DEMO: 'off' })
  await service.finish('indexer/cli.ts', 'load', DEMO_FOLDER)
  keeper = await service.lease('postgres', 'opensearch')
  // The steps after a load: rating, and the first index.
  await service.finish('indexer/cli.ts', 'refresh')
  await forgetVectors()
  spans = { embedding: await timeReindex(), cached: await timeReindex() }
  undisturbed = await withEngines(service, async ({ db, opensearch }) => ({
    store: await readStore(db),
    index: await readIndex(opensearch),
  }))
})
afterAll(async () => {
  // Otherwise it would start another watchdog when this one ends.
  await keeper?.release()
  await service.remove()
})

/**
 * Starts the service with a short recovery limit, causes a fault, and expects the service to end.
 */
async function expectOutage(cause: () => void, reason: RegExp): Promise<void> {
  const api = await startApi(service, '--recovery-limit', '3')
  const statusOf = async (path: string) => (await fetch(api.address + path)).status
  expect(await statusOf('/livez')).toBe(200)
  cause()
  await vi.waitFor(
    async () => {
      // A breaker opens only when requests need its server.
      await statusOf('/readyz')
      expect(await statusOf('/livez')).toBe(503)
    },
    { timeout: 30_000 },
  )
  expect(await api.command.ended).toBe(1)
  expect(api.command.said()).toMatch(reason)
}

describe('after kill -9', () => {
  test('of the indexer, embedding or writing, the live index is complete and the next run finishes', async () => {
    for (const way of ['embedding', 'cached', 'embedding', 'cached'] as const) {
      if (way === 'embedding') await forgetVectors()
      const round = `indexer, ${way}`
      const reindex = await reindexUntilMoment(round, spans[way])
      await reindex.kill()
      await expectLive(service, round)
    }
    await finishReindex()
    await expectAllFinished(service, 'indexer')
  })

  test('of OpenSearch during a reindex, the service works again as before', async () => {
    const api = await startApi(service)
    const answers = await askAll(api)
    await forgetVectors()
    const round = 'OpenSearch, first kill'
    const reindex = await reindexUntilMoment(round, spans.embedding)
    process.kill(findProcess(service.dataDir, OPENSEARCH), 'SIGKILL')
    const meantime = [...(await askAllOnce(api)).values()]
    expect(meantime.map((answer) => answer.slice(0, 4))).not.toContain('500 ')
    expectClearEnd(round, await reindex.ended, reindex.said())
    await vi.waitFor(async () => expect(await askAllOnce(api)).toEqual(answers), {
      timeout: 400_000,
      interval: 2_000,
    })
    await api.command.kill()
    await expectLive(service, round)
  })

  test('of OpenSearch again soon after, it restarts and the next command finishes', async () => {
    const round = 'OpenSearch, second kill'
    const reindex = await reindexUntilMoment(round, spans.cached)
    process.kill(findProcess(service.dataDir, OPENSEARCH), 'SIGKILL')
    expectClearEnd(round, await reindex.ended, reindex.said())
    await finishReindex()
    await expectAllFinished(service, round)
  })

  // With OpenSearch this takes minutes; test/faults/run.ts covers it.
  test('of Postgres, twice, and of the watchdog, the service under load recovers by itself', async () => {
    const api = await startApi(service)
    const loads = [[await readExpected(api.address), 5] as const]
    for (const pattern of [POSTGRES, POSTGRES, WATCHDOG]) {
      const cause = () => void process.kill(findProcess(service.dataDir, pattern), 'SIGKILL')
      const { answers, seconds } = await failUnderLoad(api.address, loads, cause, 400_000)
      expect(seconds, String(pattern)).toBeDefined()
      expect(answers.filter(isFault), String(pattern)).toEqual([])
    }
    await api.command.kill()
  })

  test('of a Postgres that cannot restart, /livez fails and the service ends with a reason', async () => {
    const versionFile = join(service.dataDir, 'postgres/PG_VERSION')
    const version = readFileSync(versionFile)
    writeFileSync(versionFile, '15\n')
    try {
      const kill = () => process.kill(findProcess(service.dataDir, POSTGRES), 'SIGKILL')
      await expectOutage(kill, /was written by Postgres 15.*\S+\/logs\/postgres\.log/)
    } finally {
      writeFileSync(versionFile, version)
    }
  })

  test.each([
    ['Postgres', POSTGRES],
    ['OpenSearch', OPENSEARCH],
  ])('%s hangs: /livez fails and the service ends with a reason', async (name, pattern) => {
    let stopped: Process[] = []
    const stop = () => {
      const server = findProcess(service.dataDir, pattern)
      stopped = processesOf(service.dataDir).filter(({ pid, parent }) =>
        [pid, parent].includes(server),
      )
      signal(stopped, 'SIGSTOP')
    }
    try {
      await expectOutage(stop, new RegExp(`${name} does not respond`))
    } finally {
      signal(stopped, 'SIGCONT')
    }
  })

  test('of the API during searches, it restarts with the same responses, then leaves no engine', async () => {
    let api = await startApi(service)
    const answers = await askAll(api)
    for (const time of ['first', 'second']) {
      const round = `API, ${time} kill`
      const searching = searchUntilGone(api, answers)
      await searching.first
      await sleep(momentsOf(round).int(0, 2_000))
      await api.command.kill()
      expect(await searching.wrong, about(round)).toEqual([])
      api = await startApi(service)
      expect(await askAll(api), about(round)).toEqual(answers)
    }
    await keeper?.release()
    keeper = undefined
    const engines = processesOf(service.dataDir)
    expect(engines.some(({ command }) => OPENSEARCH.test(command))).toBe(true)
    await api.command.kill()
    await waitUntilGone(service.dataDir, engines)
  })

  // A moment in each step, identified by output that every start reaches before it, even after the
  // previous start was killed at its end.
  const STEPS = [
    ['loads the demo', /demo data is loaded once/, 4_000],
    ['builds the index', /Took \d/, 4_000],
  ] as const

  test('of the first npm start in each of its steps, the last one ends as if undisturbed', async () => {
    const fresh = openService('start', ENVIRONMENT)
    try {
      for (const [what, begun, longest] of STEPS) {
        const round = `first start, which ${what}`
        const start = fresh.start('src/cli/start.ts')
        // A fast machine may have finished before the kill of an earlier start.
        const isThere = await meanwhile(start, () => begun.test(start.said()) || hasGreeted(start))
        expect(isThere, about(round, start.said())).toBe(true)
        await sleep(momentsOf(round).int(0, longest))
        await start.kill()
      }
      const api = await startApi(fresh)
      await expectAllFinished(fresh, 'first start')
      const engines = processesOf(fresh.dataDir)
      api.command.child.kill('SIGTERM')
      expect(await api.command.ended, about('first start', api.command.said())).toBe(0)
      await waitUntilGone(fresh.dataDir, engines)
    } finally {
      await fresh.remove()
    }
  })
})
