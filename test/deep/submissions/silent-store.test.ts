import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openJobQueue } from '#src/platform/clients/job-queue.ts'
import { keepRunning, type Runner } from '#src/submissions/keep-running.ts'
import { openSilentProxy, type SilentProxy } from '#test/deep/clients/silent-proxy.ts'
import { createStore, type Store } from '#test/world/store.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
let store: Store
let proxy: SilentProxy
let runner: Runner
let failures: string[]
let done: string[]

beforeAll(async () => {
  store = await createStore('capture_silent')
})
afterAll(() => store.drop())
beforeEach(async () => {
  failures = []
  done = []
  proxy = await openSilentProxy(store.url)
  runner = await keepRunning({
    openQueue: () => openJobQueue(proxy.url),
    task: 'tell',
    concurrency: 1,
    run: async (payload) => {
      done.push((payload as { id: string }).id)
    },
    onFailure: (error) => failures.push(String(error)),
    tendMs: 1_000,
  })
  await add('first')
  await vi.waitFor(() => expect(done).toEqual(['first']), PATIENCE)
})
afterEach(() => proxy.close())

const add = (id: string) => runner.add(store.db, [{ task: 'tell', key: id, payload: { id } }])

test('a silent store does not delay the shutdown of the service', async () => {
  proxy.hush()
  await runner.stop()
  expect(failures).not.toEqual([])
})

test('silent connections are detected and replaced, and jobs run again', async () => {
  proxy.hush()
  await vi.waitFor(() => expect(failures).not.toEqual([]), PATIENCE)
  await add('second')
  proxy.takeNew()
  await vi.waitFor(() => expect(done).toEqual(['first', 'second']), PATIENCE)
  await runner.stop()
})
