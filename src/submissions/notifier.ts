import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import type { Job, JobQueue } from '../platform/clients/job-queue.ts'
import type { Postgres, Session } from '../platform/clients/postgres.ts'
import { attempt } from './attempt.ts'
import type { Channel } from './channel.ts'
import { keepRunning } from './keep-running.ts'

export type Notifier = {
  /** Adds a notification job in the transaction that stores the submission. */
  enqueue(session: Session, id: string): Promise<void>
  /**
   * Sends a notification now; returns true if that succeeded within NOTIFY_TIMEOUT_MS. A later
   * success is recorded in the store, and the job retries after a failure. Never throws.
   */
  notify(id: string): Promise<boolean>
  /** Counts the outcomes of this process's attempts. */
  tally(): Readonly<Tally>
  /** Waits briefly for running attempts; the queue keeps the others. */
  close(): Promise<void>
}

/** `abandoned`: the last retry failed; the submission stays in the inbox. */
type Tally = Record<'sent' | 'failed' | 'abandoned', number>

type NotifierDeps = {
  postgres: Postgres
  openQueue: () => Promise<JobQueue>
  channel: Channel
  /** Called with the reason of a failure, without secrets, for the log. */
  onFailure: (error: unknown, id?: string) => void
}

const TASK = 'notify'

/** The client waits this long. Nearly every receiver responds within a second. */
const NOTIFY_TIMEOUT_MS = 3_000
/**
 * Retries are e^n seconds apart, at most 6 hours, and continue for over a day, in case of an
 * overnight outage.
 */
const MAX_ATTEMPTS = 14
/** Jobs that a process runs at once. They are not urgent, and the receiver may be slow. */
const CONCURRENCY = 2
/**
 * Requests that notify at once. Without a limit, attempts would pile up at a slow receiver; the
 * jobs can wait.
 */
const MAX_AT_ONCE = 8
/**
 * Load balancers and Docker wait 10 s before they kill the process, and the server's close may need
 * 8.
 */
const CLOSE_MS = 1_500

const toJob = (id: string, limitMs: number): Job => ({
  task: TASK,
  key: id,
  payload: { id },
  // After the request's own attempt has certainly ended, so that they never overlap.
  delaySeconds: (2 * limitMs) / 1000,
  maxAttempts: MAX_ATTEMPTS,
})

/**
 * Starts notifications, including those for submissions that earlier processes left in the queue.
 */
export async function openNotifier(deps: NotifierDeps): Promise<Notifier> {
  const { postgres, channel, onFailure } = deps
  const stop = new AbortController()
  const tally: Tally = { sent: 0, failed: 0, abandoned: 0 }
  const send = async (id: string) => {
    const outcome = await attempt(postgres, channel, id, stop.signal)
    if (outcome === 'sent') tally.sent += 1
    return outcome
  }
  const onFailed = (error: unknown, id: string, isAbandoned = false) => {
    tally[isAbandoned ? 'abandoned' : 'failed'] += 1
    onFailure(error, id)
  }
  const runner = await keepRunning({
    openQueue: deps.openQueue,
    task: TASK,
    concurrency: CONCURRENCY,
    run: async (payload, isLastTry) => {
      const { id } = payload as { id: string }
      // A job that throws is retried. After the last retry, it must leave the queue; the submission
      // stays in the inbox.
      const outcome = await send(id).catch((error) => {
        onFailed(error, id, isLastTry)
        if (!isLastTry) throw error
      })
      if (outcome === 'another' && !isLastTry)
        throw new Error('Another process is sending this submission.')
    },
    onFailure,
  })
  const inProgress = new Set<Promise<boolean>>()
  return {
    enqueue: (session, id) => runner.add(session, [toJob(id, channel.limitMs)]),
    async notify(id) {
      if (inProgress.size >= MAX_AT_ONCE || stop.signal.aborted) return false
      const sending = send(id).then(
        // A notification sent earlier, by its job or by hand, counts as sent.
        (outcome) => outcome !== 'another',
        (error) => {
          onFailed(error, id)
          return false
        },
      )
      inProgress.add(sending)
      sending.finally(() => inProgress.delete(sending))
      return await pTimeout(sending, { milliseconds: NOTIFY_TIMEOUT_MS, fallback: () => false })
    },
    tally: () => tally,
    async close() {
      const cut = setTimeout(() => stop.abort(), CLOSE_MS)
      await Promise.all([runner.stop(), ...inProgress])
      clearTimeout(cut)
      await channel.close()
    },
  }
}

/** Shows the outcomes of this process's notifications on `/metrics`. */
export function countNotifications(app: FastifyInstance, notifier: Pick<Notifier, 'tally'>): void {
  const { client } = app.metrics
  new client.Counter({
    name: 'notifications_total',
    help: 'Attempts to notify the operators of a question or feedback, by outcome: sent, failed (will be retried), or abandoned (resend with npm run inbox -- retry).',
    labelNames: ['outcome'],
    registers: [client.register],
    // The notifier starts before the service and has its own counts.
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(notifier.tally())) this.inc({ outcome }, count)
    },
  })
}
