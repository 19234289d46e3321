import { Logger, makeWorkerUtils, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { connectionConfig, type Session } from './postgres.ts'
import { translatePostgresError } from './postgres-errors.ts'

export type Job = { task: string; key: string; payload: object }

export type RunningQueue = {
  /** Waits for the jobs at hand. */
  stop(): Promise<void>
  /** Lets go without a word to a store that is away; the jobs go back when the process ends. */
  abandon(): void
}

/** Jobs in Postgres that several processes share (graphile-worker). */
export type JobQueue = {
  /** Adds jobs in the caller's transaction; a job whose key is queued already is left alone. */
  add(session: Session, jobs: Job[]): Promise<void>
  /**
   * Starts taking jobs of the tasks given, and of no others. `onFailure` is told when it can no
   * longer take or finish jobs, because the store is away.
   */
  start(
    tasks: TaskList,
    concurrency: number,
    onFailure: (error: unknown) => void,
  ): Promise<RunningQueue>
  /** Gives the jobs that dead workers held back to the queue. */
  release(workerIds: string[]): Promise<void>
  close(): Promise<void>
}

const quiet = new Logger(() => () => undefined)

/** Opens the queue, creating its schema `graphile_worker` when it is missing. */
export async function openJobQueue(
  url: string,
  ca?: string,
  maxConnections = 4,
): Promise<JobQueue> {
  const pool = new pg.Pool({ ...connectionConfig(url, ca), max: maxConnections })
  // The runner reports lost connections itself, through its promise, and wants to see that
  // idle and checked-out connections both have a listener.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet })
  await utils.migrate()
  return {
    add: addJobs,
    start: (taskList, concurrency, onFailure) =>
      startRunner(pool, taskList, concurrency, onFailure),
    release: (workerIds) => utils.forceUnlockWorkers(workerIds),
    async close() {
      await utils.release()
      await pool.end()
    },
  }
}

async function startRunner(
  pgPool: pg.Pool,
  taskList: TaskList,
  concurrency: number,
  onFailure: (error: unknown) => void,
): Promise<RunningQueue> {
  let isLost = false
  const preset = makePreset(() => isLost)
  const runner = await run({ pgPool, taskList, concurrency, preset, ...QUIETLY })
  runner.events.on('pool:fatalError', ({ error }) => {
    isLost = true
    onFailure(translatePostgresError(error))
  })
  return {
    async stop() {
      if (!isLost) await runner.stop()
    },
    abandon() {
      isLost = true
    },
  }
}

const QUIETLY = { noHandleSignals: true, logger: quiet }

// By default the library reports what became of a job without waiting for the answer, and a lost
// connection would end the process by an unhandled rejection. In batches, of no delay, it hears
// of the failure. It would then stop its workers, which print stacks when they meet the failure
// too; they are left asking instead, until the process ends.
const makePreset = (isLost: () => boolean): GraphileConfig.Preset => ({
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
  plugins: [
    {
      name: 'LostStore',
      version: '1.0.0',
      worker: {
        middleware: {
          poolGracefulShutdown: (next) => (isLost() ? undefined : next()),
        },
      },
    },
  ],
})

const ADD_JOBS = `
  select count(graphile_worker.add_job(job.task, job.payload, job_key => job.key))
  from json_to_recordset($1::json) as job(task text, key text, payload json)
  where not exists (
    select from graphile_worker.jobs present
    where present.key = job.key and present.attempts < present.max_attempts
  )`

async function addJobs(session: Session, jobs: Job[]): Promise<void> {
  await session.query(ADD_JOBS, [JSON.stringify(jobs)])
}
