import type { Job, JobQueue, RunningQueue } from '../clients/job-queue.ts'
import type { Session } from '../clients/postgres.ts'

export type RunnerOptions = {
  openQueue: () => Promise<JobQueue>
  task: string
  concurrency: number
  run: (payload: unknown) => Promise<void>
  /** Told when the store is away; jobs are taken again once it is back. */
  onFailure: (error: unknown) => void
}

export type Runner = {
  add(session: Session, jobs: Job[]): Promise<void>
  /** Waits for the jobs at hand. */
  stop(): Promise<void>
}

/**
 * How often jobs of processes that died are given back, and a runner that lost its store is
 * replaced: a moment beside the hours over which jobs are tried.
 */
const TEND_MS = 15_000

type Running = { queue: JobQueue; running: RunningQueue; isLost: boolean }

/** Takes jobs of one task for as long as the process lives, through losses of the store. */
export async function keepRunning(options: RunnerOptions): Promise<Runner> {
  let current = await begin(options)
  let tending = Promise.resolve()
  const tend = async () => {
    if (current.isLost) {
      const replaced = current
      current = await begin(options)
      replaced.running.abandon()
      await replaced.queue.close()
    }
    await current.queue.releaseDead([options.task])
  }
  const timer = setInterval(() => {
    tending = tending.then(tend).catch(options.onFailure)
  }, TEND_MS)
  return {
    add: (session, jobs) => current.queue.add(session, jobs),
    async stop() {
      clearInterval(timer)
      await tending
      if (current.isLost) current.running.abandon()
      // A store that went away just now: the jobs go back when the process has ended.
      await current.running.stop().catch(options.onFailure)
      await current.queue.close()
    },
  }
}

async function begin({
  openQueue,
  task,
  concurrency,
  run,
  onFailure,
}: RunnerOptions): Promise<Running> {
  const queue = await openQueue()
  let isLost = false
  const onLost = (error: unknown) => {
    isLost = true
    onFailure(error)
  }
  try {
    await queue.releaseDead([task])
    const running = await queue.start({ [task]: run }, concurrency, onLost)
    return {
      queue,
      running,
      get isLost() {
        return isLost
      },
    }
  } catch (error) {
    await queue.close()
    throw error
  }
}
