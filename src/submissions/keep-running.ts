import pTimeout from 'p-timeout'
import type { Job, JobQueue, RunningQueue } from '../platform/clients/job-queue.ts'
import type { Session } from '../platform/clients/postgres.ts'

type RunnerOptions = {
  openQueue: () => Promise<JobQueue>
  task: string
  concurrency: number
  /** Throws to retry a job; `isLastTry` is true when there is no further retry. */
  run: (payload: unknown, isLastTry: boolean) => Promise<void>
  /** Called when the store is unavailable; jobs continue when it is back. */
  onFailure: (error: unknown) => void
  /** Default: TEND_MS. */
  tendMs?: number
}

export type Runner = {
  add(session: Session, jobs: Job[]): Promise<void>
  /** Waits for running jobs, at most STOP_MS. */
  stop(): Promise<void>
}

/**
 * How often jobs of dead processes are released and a runner that lost its store is replaced, and
 * the timeout of that work. Retries go on for hours, so this is soon enough.
 */
const TEND_MS = 15_000
/** Running jobs are aborted after 1.5 s (CLOSE_MS of the notifier) and then store the outcome. */
const STOP_MS = 3_000

type Running = { queue: JobQueue; running: RunningQueue; lost: AbortController }

/** Runs the jobs of one task as long as the process lives, even after the store was lost. */
export async function keepRunning(options: RunnerOptions): Promise<Runner> {
  const { task, onFailure, tendMs = TEND_MS } = options
  let current = await begin(options)
  let isOver = false
  const replace = async () => {
    const replaced = current
    const next = await begin(options)
    // This runner may have timed out, and another may have replaced it.
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
        // The store was just lost. Other processes release the jobs.
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

/** Adds a timeout, because a query on a dead connection may never end. */
const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  pTimeout(work, {
    milliseconds,
    message: `The job queue did not respond within ${milliseconds} ms.`,
  })
