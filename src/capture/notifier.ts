import { setTimeout as delay } from 'node:timers/promises'
import type { Job, JobQueue } from '../clients/job-queue.ts'
import type { Postgres, Session } from '../clients/postgres.ts'
import { attempt } from './attempt.ts'
import type { Channel } from './channel.ts'
import { keepRunning } from './keep-running.ts'

export type Notifier = {
  /** Adds the job to tell of a submission, in the transaction that stores it. */
  enqueue(session: Session, id: string): Promise<void>
  /**
   * Tells of a submission at once; true when that succeeded within ANSWER_MS. Later success is
   * noted in the store, and after a failure the job tells of it. Never throws.
   */
  notify(id: string): Promise<boolean>
  /** What attempts of this process came to since it began. */
  tally(): Readonly<Tally>
  /** Lets what is being sent end, for a moment; what does not goes back to the queue. */
  close(): Promise<void>
}

/** `given up`: the last attempt of a job failed; the submission stays in the inbox as not told of. */
export type Tally = Record<'told' | 'failed' | 'given up', number>

export type NotifierDeps = {
  postgres: Postgres
  openQueue: () => Promise<JobQueue>
  channel: Channel
  /** Told why somebody could not be told, in words without secrets; for the log. */
  onFailure: (error: unknown, id?: string) => void
}

const TASK = 'notify'

/** Whoever asked waits for the answer, and nearly every receiver answers in a second. */
const ANSWER_MS = 3_000
/** e^n seconds apart, at most 6 hours: over a day in all, for receivers that are down overnight. */
const MAX_ATTEMPTS = 14
/** Jobs at once in one process: telling is not urgent, and a receiver is to be spared. */
const CONCURRENCY = 2
/** Requests that tell at once; with more, a slow receiver would pile them up: the jobs wait. */
const MAX_AT_ONCE = 8
/** Balancers and Docker wait 10 s before they kill, and the server's own close may need 8. */
const CLOSE_MS = 1_500

const toJob = (id: string, limitMs: number): Job => ({
  task: TASK,
  key: id,
  payload: { id },
  // After the request's own attempt is over in any case, so that the two never meet.
  delaySeconds: (2 * limitMs) / 1000,
  maxAttempts: MAX_ATTEMPTS,
})

/** Starts to tell of submissions, and of those that earlier processes left in the queue. */
export async function openNotifier(deps: NotifierDeps): Promise<Notifier> {
  const { postgres, channel, onFailure } = deps
  const stop = new AbortController()
  const tally: Tally = { told: 0, failed: 0, 'given up': 0 }
  const tell = async (id: string) => {
    const outcome = await attempt(postgres, channel, id, stop.signal)
    if (outcome === 'sent') tally.told += 1
    return outcome
  }
  const onFailed = (error: unknown, id: string, isGivenUp = false) => {
    tally[isGivenUp ? 'given up' : 'failed'] += 1
    onFailure(error, id)
  }
  const runner = await keepRunning({
    openQueue: deps.openQueue,
    task: TASK,
    concurrency: CONCURRENCY,
    run: async (payload, isLastTry) => {
      const { id } = payload as { id: string }
      // One that throws comes again. What is given up stays in the inbox; in the queue it would
      // stay for ever, of no use.
      const outcome = await tell(id).catch((error) => {
        onFailed(error, id, isLastTry)
        if (!isLastTry) throw error
      })
      if (outcome === 'another' && !isLastTry) throw new Error('Another process is sending it.')
    },
    onFailure,
  })
  const atHand = new Set<Promise<boolean>>()
  return {
    enqueue: (session, id) => runner.add(session, [toJob(id, channel.limitMs)]),
    async notify(id) {
      if (atHand.size >= MAX_AT_ONCE || stop.signal.aborted) return false
      const telling = tell(id).then(
        // Sent earlier is sent, by its job or by hand.
        (outcome) => outcome !== 'another',
        (error) => {
          onFailed(error, id)
          return false
        },
      )
      atHand.add(telling)
      telling.finally(() => atHand.delete(telling))
      return await within(ANSWER_MS, telling)
    },
    tally: () => tally,
    async close() {
      const cut = setTimeout(() => stop.abort(), CLOSE_MS)
      await Promise.all([runner.stop(), ...atHand])
      clearTimeout(cut)
      await channel.close()
    },
  }
}

async function within(milliseconds: number, telling: Promise<boolean>): Promise<boolean> {
  const limit = new AbortController()
  const late = delay(milliseconds, false, { signal: limit.signal }).catch(() => false)
  const outcome = await Promise.race([telling, late])
  limit.abort()
  return outcome
}
