/** A process that ran for this long is healthy: its next failure is a new one. */
export const STABLE_MS = 60_000
const FIRST_MS = 2_000
const LONGEST_MS = 60_000

export type BackOff = {
  /** Milliseconds to wait before the next attempt; `ranMs` is how long the last one ran. */
  nextDelay(ranMs?: number): number
}

/**
 * Delays between restarts: none before the first, then 2, 4, … up to 60 seconds. They start over
 * after a run of a minute.
 */
export function openBackOff(): BackOff {
  let failures = 0
  return {
    nextDelay: (ranMs = 0) => {
      if (ranMs >= STABLE_MS) failures = 0
      failures += 1
      return failures === 1 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 2), LONGEST_MS)
    },
  }
}

/** A delay as the end of a sentence: `now`, `in 8 s`. */
export const describeDelay = (ms: number): string => (ms === 0 ? 'now' : `in ${ms / 1_000} s`)
