import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Waits, in milliseconds; rejects when the signal is aborted. */
type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export type HostTurns = ReturnType<typeof openHostTurns>

// As long as a person takes between clicks. A site gets three requests in three months.
export const PAUSE_MS = 1_000
// A longer pause would delay a run; for three requests in all, this is long enough.
const LONGEST_PAUSE_MS = 30_000
// A few MB; a host that returns after so many others has had its pause.
const MAX_HOSTS = 10_000

type Turns = { last: Promise<unknown>; pauseMs: number; freeAt: number }

/**
 * Opens the turns of one run: the requests to one host run one after the other, with a pause in
 * between. Tests pass `sleep` and `now`.
 */
export function openHostTurns({
  pauseMs = PAUSE_MS,
  sleep = (ms, signal) => wait(ms, undefined, signal && { signal }),
  now = () => performance.now(),
}: {
  pauseMs?: number
  sleep?: Sleep
  now?: () => number
} = {}) {
  const hosts = new LRUCache<string, Turns>({ max: MAX_HOSTS })
  const turnsOf = (host: string) => {
    const turns = hosts.get(host) ?? { last: Promise.resolve(), pauseMs, freeAt: now() }
    hosts.set(host, turns)
    return turns
  }
  return {
    /** Sets the pause that robots.txt asks for, in milliseconds, at most 30 s. */
    setPause: (host: string, ms: number): void => {
      const turns = turnsOf(host)
      const longer = Math.min(ms, LONGEST_PAUSE_MS) - turns.pauseMs
      if (longer <= 0) return
      turns.pauseMs += longer
      turns.freeAt += longer
    },
    /** Runs `go` when it is the host's turn. */
    take: <T>(host: string, go: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      const turns = turnsOf(host)
      const turn = turns.last.then(async () => {
        const rest = turns.freeAt - now()
        if (rest > 0) await sleep(rest, signal)
        try {
          return await go()
        } finally {
          turns.freeAt = now() + turns.pauseMs
        }
      })
      // The next request waits for the end of this one, successful or not.
      turns.last = turn.catch(() => undefined)
      return turn
    },
  }
}
