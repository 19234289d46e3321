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
  /** Seconds until it is due; at once without. */
  delaySeconds?: number
  /** Tries in all, each e^n seconds after the one before, at most 6 hours; 25 without. */
  maxAttempts?: number
}

export type RunningQueue = {
  /** Waits for the jobs at hand. */
  stop(): Promise<void>
  /** Lets go without a word to a store that is away; others may take the jobs at hand. */
  abandon(): void
}

/** Jobs in Postgres that several processes share (graphile-worker). */
export type JobQueue = {
  /**
   * Adds jobs in the caller's transaction. One whose key is queued already is due as if it were new,
   * however often it failed; one that somebody has taken is left alone.
   */
  add(session: Session, jobs: Job[]): Promise<void>
  /**
   * Starts taking jobs of the tasks given, and of no others. `onFailure` is told, once, when it can
   * no longer take or finish jobs, or others may take those it works on: the store was away.
   */
  start(
    tasks: TaskList,
    concurrency: number,
    onFailure: (error: unknown) => void,
  ): Promise<RunningQueue>
  /** Gives the jobs of these tasks that dead processes held back to the queue. */
  releaseDead(tasks: string[]): Promise<void>
  /** Removes what is left of these tasks' jobs, whoever has taken them: their work is done. */
  discard(tasks: string[]): Promise<void>
  close(): Promise<void>
}

const quiet = new Logger(() => () => undefined)

/**
 * For servers and networks that fall silent: without them a statement would wait for ever. The
 * queue's own statements take milliseconds, also on a disk that is busy with a load.
 */
const SILENCE: pg.PoolConfig = {
  // As of the other connections: longer than a busy server takes to answer a greeting.
  connectionTimeoutMillis: 5_000,
  query_timeout: 15_000,
  // Sooner than firewalls forget a connection that says nothing, as the one of the lock does.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The library gives connections back whose statement was given up, and they never answer again.
  maxLifetimeSeconds: 60,
}

/** Opens the queue, creating its schema `graphile_worker` when it is missing. */
export async function openJobQueue(
  url: string,
  ca?: string,
  maxConnections = 4,
): Promise<JobQueue> {
  const pool = new pg.Pool({ ...connectionConfig(url, ca), ...SILENCE, max: maxConnections })
  // The runner reports lost connections itself, through its promise, and wants to see that
  // idle and checked-out connections both have a listener.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet })
  await utils.migrate()
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
      if (rows.length > 0) await utils.forceUnlockWorkers(rows.map(({ worker }) => worker))
    },
    discard: async (tasks) => {
      await translated(pool.query(DISCARD, [tasks]))
    },
    async close() {
      await utils.release()
      const ended = pool.end()
      // A runner that was abandoned or lost its store keeps its connections, also of a store that
      // answers but can write nothing, its disk being full; they never come back.
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
  const life = await pgPool.connect()
  // The library connects anew by itself, but the lock is gone with its connection.
  life.on('error', onLost)
  life.on('end', () => onLost(new Error('The connection that showed who lives ended.')))
  // Closed, not given back: the lock ends with the connection.
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

// A process that takes jobs holds a lock of its pool's name as long as it lives, so that others see
// in pg_locks whose jobs nobody works on any more.
const LIVE = 'select pg_advisory_lock(hashtextextended($1, 0))::text'

// A lock of one bigint shows its halves as classid and objid, and 1 as objsubid. The seconds are for
// a process that has taken its first job and is about to hold its lock.
const DEAD = `
  select distinct locked_by as worker from graphile_worker.jobs
  where task_identifier = any($1) and locked_at < now() - interval '3 seconds'
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = hashtextextended(locked_by, 0)
    )`

// The library has no call to end a job that a dead process holds, hence its own tables. A living
// one that is about to end its job finds it ended.
const DISCARD = `
  delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
  where job.task_id = task.id and task.identifier = any($1)`

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
