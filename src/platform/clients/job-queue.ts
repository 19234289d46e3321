import { EventEmitter } from 'node:events'
import { Logger, makeWorkerUtils, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { connectionConfig, type Session } from './postgres.ts'
import { translatePostgresError } from './postgres-errors.ts'
import { translated } from './postgres-session.ts'

export type Job = {
  task: string
  key: string
  payload: object
  /** Seconds until it is due. Default: 0. */
  delaySeconds?: number
  /** Default: 25. Each attempt waits e^n seconds after the previous one, at most 6 hours. */
  maxAttempts?: number
}

export type RunningQueue = {
  /** Waits for running jobs. */
  stop(): Promise<void>
  /** Leaves an unavailable store without waiting; other processes may take the running jobs. */
  abandon(): void
}

/** Jobs in Postgres shared by several processes (graphile-worker). */
export type JobQueue = {
  /**
   * Adds jobs in the caller's transaction. A queued job with the same key is replaced, and its
   * failures are discarded; a running one is left alone.
   */
  add(session: Session, jobs: Job[]): Promise<void>
  /**
   * Starts taking jobs of these tasks. Calls `onFailure` once when it can no longer take or finish
   * jobs, or when others may take its own, because the store was unavailable.
   */
  start(
    tasks: TaskList,
    concurrency: number,
    onFailure: (error: unknown) => void,
  ): Promise<RunningQueue>
  /** Releases the jobs of these tasks that dead processes hold. */
  releaseDead(tasks: string[]): Promise<void>
  /** Removes the remaining jobs of these tasks, running or not, because their work is done. */
  discard(tasks: string[]): Promise<void>
  close(): Promise<void>
}

const quiet = new Logger(() => () => undefined)

/**
 * Timeouts for servers and networks that stop responding. The queue's own statements take
 * milliseconds, even while a load keeps the disk busy.
 */
const TIMEOUTS: pg.PoolConfig = {
  // Same as for other connections: longer than a busy server takes to accept one.
  connectionTimeoutMillis: 5_000,
  query_timeout: 15_000,
  // Shorter than the time after which firewalls drop an idle connection, such as that of the lock.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The library returns connections with a timed-out statement to the pool, where they never
  // respond.
  maxLifetimeSeconds: 60,
}

/** Opens the queue and creates its schema `graphile_worker` if needed. */
export async function openJobQueue(
  url: string,
  ca?: string,
  maxConnections = 4,
): Promise<JobQueue> {
  const pool = new pg.Pool({ ...connectionConfig(url, ca), ...TIMEOUTS, max: maxConnections })
  // The runner reports lost connections itself, but requires listeners on idle and active ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const utils = await translated(makeWorkerUtils({ pgPool: pool, logger: quiet }))
  await translated(utils.migrate())
  let isAbandoned = false
  return {
    add: addJobs,
    async start(taskList, concurrency, onFailure) {
      const onLost = (error: unknown) => {
        isAbandoned = true
        onFailure(error)
      }
      const runner = await startRunner(pool, taskList, concurrency, onLost)
      const abandon = () => {
        isAbandoned = true
        runner.abandon()
      }
      return { ...runner, abandon }
    },
    releaseDead: async (tasks) => {
      const { rows } = await translated(pool.query<{ worker: string }>(DEAD, [tasks]))
      if (rows.length > 0)
        await translated(utils.forceUnlockWorkers(rows.map(({ worker }) => worker)))
    },
    discard: async (tasks) => {
      await translated(pool.query(DISCARD, [tasks]))
    },
    async close() {
      await utils.release()
      const ended = pool.end()
      // After a loss, a runner keeps its connections, which never recover, even those of a server
      // that responds but cannot write because its disk is full.
      if (!isAbandoned) await ended
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
  let isOver = false
  const onLost = (error: unknown) => {
    if (isLost || isOver) return
    isLost = true
    onFailure(translatePostgresError(error))
  }
  const preset = makePreset(() => isLost)
  const events: WorkerEvents = new EventEmitter()
  const life = await translated(pgPool.connect())
  // The library reconnects by itself, but the lock ended with its connection.
  life.on('error', onLost)
  life.on('end', () =>
    onLost(
      new Error(
        'The database connection that marks this worker as running has closed. Check that Postgres is running.',
      ),
    ),
  )
  // Closed instead of returned, because the lock ends with the connection.
  const letGo = () => {
    if (isOver) return
    isOver = true
    life.release(true)
  }
  events.on('pool:create', ({ workerPool }) => life.query(LIVE, [workerPool.id]).catch(onLost))
  events.on('pool:fatalError', ({ error }) => onLost(error))
  const started = run({ pgPool, taskList, concurrency, preset, events, ...QUIETLY })
  started.catch(letGo)
  const runner = await started
  return {
    async stop() {
      if (!isLost) await runner.stop()
      letGo()
    },
    abandon() {
      isLost = true
      letGo()
    },
  }
}

// A process that takes jobs holds a lock named after its pool while it runs, so that others can see
// in pg_locks whose jobs are abandoned.
const LIVE = 'select pg_advisory_lock(hashtextextended($1, 0))::text'

// pg_locks shows a lock of one bigint as its halves in classid and objid, with objsubid 1. The
// extra seconds allow for a process that has taken its first job but not yet its lock.
const DEAD = `
  select distinct locked_by as worker from graphile_worker.jobs
  where task_identifier = any($1) and locked_at < now() - interval '3 seconds'
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = hashtextextended(locked_by, 0)
    )`

// The library cannot end a job that a dead process holds, so this changes the library's own tables.
// A running job that ends afterwards finds nothing, which is harmless.
const DISCARD = `
  delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
  where job.task_id = task.id and task.identifier = any($1)`

const QUIETLY = { noHandleSignals: true, logger: quiet }

// By default, the library reports results without waiting, and a lost connection would end the
// process with an unhandled rejection; in batches without delay, it notices the loss. It would then
// stop its workers, which would print stacks. They keep polling instead until the process ends.
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
  select count(graphile_worker.add_job(job.task, job.payload, job_key => job.key,
    run_at => now() + make_interval(secs => job."delaySeconds"),
    max_attempts => job."maxAttempts"))
  from json_to_recordset($1::json)
    as job(task text, key text, payload json, "delaySeconds" float8, "maxAttempts" integer)
  where not exists (
    select from graphile_worker.jobs present
    where present.key = job.key and present.locked_at is not null
  )`

async function addJobs(session: Session, jobs: Job[]): Promise<void> {
  await session.query(ADD_JOBS, [JSON.stringify(jobs)])
}
