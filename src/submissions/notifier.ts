import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import type { Postgres, Session } from '../platform/clients/postgres.ts'
import { attempt, claimDue, enqueue, MAX_ATTEMPTS, sendClaimed } from './attempt.ts'
import type { Channel } from './channel.ts'

export type Notifier = {
  /** Queues a notification in the transaction that stores the submission. */
  enqueue(session: Session, id: string): Promise<void>
  /**
   * Sends a notification now; returns true if that succeeded within NOTIFY_TIMEOUT_MS. A later
   * success is recorded in the store, and a failure is retried. Never throws.
   */
  notify(id: string): Promise<boolean>
  /** Counts the outcomes of this process's attempts. */
  tally(): Readonly<Tally>
  /** Waits briefly for running attempts; the others stay queued. */
  close(): Promise<void>
}

/** `abandoned`: the last retry failed; the submission stays in the inbox. */
type Tally = Record<'sent' | 'failed' | 'abandoned', number>

type NotifierDeps = {
  postgres: Postgres
  channel: Channel
  /** Called with the reason of a failure, without secrets, for the log. */
  onFailure: (error: unknown, id?: string) => void
}

/** The client waits this long. Nearly every receiver responds within a second. */
const NOTIFY_TIMEOUT_MS = 3_000
/** Retries are seconds to hours apart. */
const POLL_MS = 2_000
/** Retries that a process runs at once. They are not urgent, and the receiver may be slow. */
const CONCURRENCY = 2
/**
 * Requests that notify at once. Without a limit, attempts would pile up at a slow receiver; retries
 * can wait.
 */
const MAX_AT_ONCE = 8
/**
 * Load balancers and Docker wait 10 s before they kill the process, and the server's close may need
 * 8.
 */
const CLOSE_MS = 1_500
/** Aborted attempts store their outcome after CLOSE_MS, unless the store does not respond. */
const STOP_MS = 3_000

/** Starts notifications, including those that earlier processes left queued. */
export function openNotifier({ postgres, channel, onFailure }: NotifierDeps): Notifier {
  const stop = new AbortController()
  const tally: Tally = { sent: 0, failed: 0, abandoned: 0 }
  const onFailed = (error: unknown, id: string, isAbandoned = false) => {
    tally[isAbandoned ? 'abandoned' : 'failed'] += 1
    onFailure(error, id)
  }
  const retryOne = async (): Promise<boolean> => {
    const claimed = await claimDue(postgres, channel)
    if (!claimed) return false
    await sendClaimed(postgres, channel, claimed, stop.signal).then(
      () => {
        tally.sent += 1
      },
      (error) => onFailed(error, claimed.id, claimed.attempts >= MAX_ATTEMPTS),
    )
    return true
  }
  const retries = startPoll(retryOne, { concurrency: CONCURRENCY, everyMs: POLL_MS, onFailure })
  const inProgress = new Set<Promise<boolean>>()
  return {
    enqueue: (session, id) => enqueue(session, id, channel),
    async notify(id) {
      if (inProgress.size >= MAX_AT_ONCE || stop.signal.aborted) return false
      const sending = attempt(postgres, channel, id, stop.signal).then(
        (outcome) => {
          if (outcome === 'sent') tally.sent += 1
          // A notification sent earlier, by a retry or by hand, counts as sent.
          return outcome !== 'another'
        },
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
      const ended = Promise.all([retries.stop(), ...inProgress])
      await pTimeout(ended, { milliseconds: STOP_MS, fallback: () => undefined })
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

type PollOptions = {
  /** How many calls of `take` may run at once. */
  concurrency: number
  /** The wait after a call that found nothing or failed, in milliseconds. */
  everyMs: number
  /** Called with the first failure after a success. */
  onFailure: (error: unknown) => void
}

type Poll = {
  /** Takes nothing more, and waits for the running calls. */
  stop(): Promise<void>
}

/**
 * Calls `take` again and again: at once while it returns true, otherwise after a wait. `take` claims
 * work in Postgres with `for update skip locked`, so any number of processes may poll; the lock or
 * its expiry frees the work of a killed one.
 */
export function startPoll(take: () => Promise<boolean>, options: PollOptions): Poll {
  const { concurrency, everyMs, onFailure } = options
  const stop = new AbortController()
  let hasFailed = false
  const tryToTake = async (): Promise<boolean> => {
    try {
      const isTaken = await take()
      hasFailed = false
      return isTaken
    } catch (error) {
      if (!hasFailed) onFailure(error)
      hasFailed = true
      return false
    }
  }
  const poll = async () => {
    while (!stop.signal.aborted) {
      if (await tryToTake()) continue
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const ended = Promise.all(Array.from({ length: concurrency }, poll))
  return {
    async stop() {
      stop.abort()
      await ended
    },
  }
}
