import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import { type JobQueue, openJobQueue } from '#src/platform/clients/job-queue.ts'
import { createStore, type Store } from '#test/world/store.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
let store: Store
let queue: JobQueue

beforeAll(async () => {
  store = await createStore('job_queue')
  queue = await openJobQueue(store.url)
})
afterAll(async () => {
  await queue.close()
  await store.drop()
})
beforeEach(() => store.db.query('truncate graphile_worker._private_jobs'))

const JOB = { task: 'dig', key: 'dig-1', payload: {} }
const addJob = () => store.db.session((session) => queue.add(session, [JOB]))

type JobRow = { holder: string | null; attempts: number; isDue: boolean; error: string | null }
const readJob = async () =>
  (
    await store.db.query<JobRow>(
      `select locked_by as holder, attempts, run_at <= now() as "isDue", last_error as error
       from graphile_worker.jobs`,
    )
  )[0]

/** Starts taking jobs, and works on the first until the test stops it. */
async function startDigging(on = queue, onFailure: (error: unknown) => void = () => undefined) {
  const over = withResolvers<void>()
  const running = await on.start({ dig: () => over.promise }, 1, onFailure)
  await vi.waitFor(async () => expect((await readJob())?.holder).toBeTruthy(), PATIENCE)
  return {
    stop: async () => {
      over.resolve()
      await running.stop()
    },
  }
}

describe('jobs that a process has taken', () => {
  test('remain its own while it runs, however long they take', async () => {
    await addJob()
    const digging = await startDigging()
    await store.db.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 h'",
    )
    const holder = (await readJob())?.holder
    await queue.releaseDead(['dig'])
    expect((await readJob())?.holder).toBe(holder)
    await addJob()
    expect(await readJob(), 'added again, it is left alone').toMatchObject({ holder })
    await digging.stop()
    expect(await readJob()).toBeUndefined()
  })

  test('are released when the process loses the lock that shows it is alive, and it is notified', async () => {
    await addJob()
    const failures: unknown[] = []
    const other = await openJobQueue(store.url)
    const digging = await startDigging(other, (error) => failures.push(error))
    const [ended] = await store.db.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_locks
       where locktype = 'advisory' and objsubid = 1
         and (classid::bigint << 32) | objid::bigint =
           (select hashtextextended(locked_by, 0) from graphile_worker.jobs)`,
    )
    expect(ended).toEqual({ ended: true })
    await vi.waitFor(() => expect(failures).toHaveLength(1), PATIENCE)
    expect(failures).toMatchObject([{ code: 'StoreUnavailable' }])
    await digging.stop()
    await other.close()
  })

  test('are released once it is dead, unlike those of living processes', async () => {
    await addJob()
    await store.db.query(
      `update graphile_worker._private_jobs
       set locked_by = 'pool-of-the-dead', locked_at = now() - interval '4 s'`,
    )
    await queue.releaseDead(['other'])
    expect((await readJob())?.holder, 'another task').toBe('pool-of-the-dead')
    await queue.releaseDead(['dig'])
    expect((await readJob())?.holder).toBeNull()
  })

  test('are released even if a process of another database has a lock with that name', async () => {
    const other = await createStore('job_queue_other')
    await addJob()
    await store.db.query(
      `update graphile_worker._private_jobs
       set locked_by = 'pool-of-the-dead', locked_at = now() - interval '4 s'`,
    )
    await other.db.withLock('pool-of-the-dead', () => queue.releaseDead(['dig']))
    expect((await readJob())?.holder).toBeNull()
    await other.drop()
  })
})

test('jobs with finished work are discarded, even those of a dead process', async () => {
  await addJob()
  await store.db.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now()",
  )
  await queue.discard(['other'])
  expect(await readJob(), 'another task').toBeDefined()
  await queue.discard(['dig'])
  expect(await readJob()).toBeUndefined()
})

test('an abandoned queue closes even if its store still responds', async () => {
  const other = await openJobQueue(store.url)
  const running = await other.start({ dig: async () => {} }, 1, () => undefined)
  running.abandon()
  await running.stop()
  await other.close()
})

test('a failed job is due at once when it is added again', async () => {
  await addJob()
  const fail = async () => {
    throw new Error('the disk is full')
  }
  const running = await queue.start({ dig: fail }, 1, () => undefined)
  await vi.waitFor(async () => expect((await readJob())?.error).toContain('disk'), PATIENCE)
  await running.stop()
  await store.db.query("update graphile_worker._private_jobs set run_at = now() + interval '1 h'")
  await addJob()
  expect(await readJob()).toMatchObject({ isDue: true, attempts: 0 })
})
