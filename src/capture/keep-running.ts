import { setTimeout as delay } from 'node:timers/promises'
import type { Job, JobQueue, RunningQueue } from '../clients/job-queue.ts'
import type { Session } from '../clients/postgres.ts'

export type RunnerOptions = {
  openQueue: () => Promise<JobQueue>
  task: string
  concurrency: number
  /** Throws for a job that is to come again; `isLastTry` says that it would not. */
  run: (payload: unknown, isLastTry: boolean) => Promise<void>
  /** Told when the store is away; jobs are taken again once it is back. */
  onFailure: (error: unknown) => void
  /** TEND_MS where it is not given. */
  tendMs?: number
}

export type Runner = {
  add(session: Session, jobs: Job[]): Promise<void>
  /** Waits for the jobs at hand, at most STOP_MS. */
  stop(): Promise<void>
}

/**
 * How often jobs of processes that died are given back, and a runner that lost its store is
 * replaced: a moment beside the hours over which jobs are tried. Also how long that may take.
 */
const TEND_MS = 15_000
/** Jobs at hand are cut after 1.5 s (CLOSE_MS of the notifier), and write that down. */
const STOP_MS = 3_000

type Running = { queue: JobQueue; running: RunningQueue; lost: AbortController }

/** Takes jobs of one task for as long as the process lives, through losses of the store. */
export async function keepRunning(options: RunnerOptions): Promise<Runner> {
  const { task, onFailure, tendMs = TEND_MS } = options
  let current = await begin(options)
  let isOver = false
  const replace = async () => {
    const replaced = current
    const next = await begin(options)
    // One that took too long may find another in its place.
    const isLate = isOver || current !== replaced
    if (!isLate) current = next
    await discard(isLate ? next : replaced)
  }
  const tend = async () => {
    if (current.lost.signal.aborted) await replace()
    await current.queue.releaseDead([task])
  }
  let tending = Promise.resolve()
  const timer = setInterval(() => {
    tending = tending
      .then(() => within(tendMs, tend()))
      .catch((error) => {
        current.lost.abort()
        onFailure(error)
      })
  }, tendMs)
  return {
    add: (session, jobs) => current.queue.add(session, jobs),
    async stop() {
      clearInterval(timer)
      isOver = true
      const { queue, running, lost } = current
      if (lost.signal.aborted) running.abandon()
      try {
        await within(
          STOP_MS,
          tending.then(() => running.stop()),
        )
      } catch (error) {
        // A store that went away just now: others see that the jobs are free.
        running.abandon()
        onFailure(error)
      }
      await queue.close()
    },
  }
}

async function begin(options: RunnerOptions): Promise<Running> {
  const { openQueue, task, concurrency, run, onFailure } = options
  const queue = await openQueue()
  const lost = new AbortController()
  const onLost = (error: unknown) => {
    lost.abort()
    onFailure(error)
  }
  try {
    await queue.releaseDead([task])
    const running = await queue.start(
      { [task]: (payload, { job }) => run(payload, job.attempts >= job.max_attempts) },
      concurrency,
      onLost,
    )
    return { queue, running, lost }
  } catch (error) {
    await queue.close()
    throw error
  }
}

async function discard({ queue, running }: Running): Promise<void> {
  running.abandon()
  await queue.close()
}

/** The outcome of `work`, or a throw after so long; a store that is silent ends no statement. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const limit = new AbortController()
  const late = delay(milliseconds, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`The queue of jobs did not answer within ${milliseconds} ms.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    limit.abort()
  }
}
