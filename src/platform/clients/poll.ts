import { setTimeout as sleep } from 'node:timers/promises'

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
