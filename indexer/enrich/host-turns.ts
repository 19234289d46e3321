import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Waits, in milliseconds; rejects when the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** Gives each host its requests one after the other, with a pause between. */
export type HostTurns = {
  /** Runs `go` when it is the host's turn. */
  take<T>(host: string, go: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** What the host asks for in robots.txt, in milliseconds; longer than 30 s is 30 s. */
  setPause(host: string, ms: number): void
}

// A reader who clicks takes as long. A site sees three requests of us in three months.
export const PAUSE_MS = 1_000
// Beyond it one host would hold up a run; with three requests in all nobody is burdened by it.
const LONGEST_PAUSE_MS = 30_000
// Some MB; a host that comes again after as many others has had its pause.
const MOST_HOSTS = 10_000

type Turns = { last: Promise<unknown>; pauseMs: number; freeAt: number }

/** Opens the turns of one run. `sleep` and `now` are passed in by tests. */
export function openHostTurns({
  pauseMs = PAUSE_MS,
  sleep = (ms, signal) => wait(ms, undefined, signal && { signal }),
  now = () => performance.now(),
}: {
  pauseMs?: number
  sleep?: Sleep
  now?: () => number
} = {}): HostTurns {
  const hosts = new LRUCache<string, Turns>({ max: MOST_HOSTS })
  const turnsOf = (host: string) => {
    const turns = hosts.get(host) ?? { last: Promise.resolve(), pauseMs, freeAt: now() }
    hosts.set(host, turns)
    return turns
  }
  return {
    setPause: (host, ms) => {
      const turns = turnsOf(host)
      const longer = Math.min(ms, LONGEST_PAUSE_MS) - turns.pauseMs
      if (longer <= 0) return
      turns.pauseMs += longer
      turns.freeAt += longer
    },
    take: (host, go, signal) => {
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
      // Who comes next waits for its end, however it ended.
      turns.last = turn.catch(() => undefined)
      return turn
    },
  }
}
