import { OperatorError } from '../errors.ts'

/** After running this long, a process is healthy, and its next failure is a new one. */
const STABLE_MS = 60_000
const FIRST_MS = 2_000
const LONGEST_MS = 60_000

/**
 * Delays between restarts: none before the first, then 2, 4, … up to 60 seconds. They start over
 * after a process has run for a minute.
 */
export function openBackOff() {
  let failures = 0
  /** Returns the delay that `nextDelay` returned last. */
  const currentDelay = () =>
    failures <= 1 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 2), LONGEST_MS)
  return {
    /** Returns milliseconds to wait before the next attempt; `ranMs` is how long the last one ran. */
    nextDelay: (ranMs = 0) => {
      if (ranMs >= STABLE_MS) failures = 0
      failures += 1
      return currentDelay()
    },
    currentDelay,
  }
}

/** Adds the time of the next attempt: `Postgres ended. Next attempt in 8 s.` */
export function withNextAttempt(sentence: string, retryMs: number | undefined): string {
  if (retryMs === undefined) return sentence
  return `${sentence} Next attempt ${retryMs === 0 ? 'now' : `in ${retryMs / 1_000} s`}.`
}

/**
 * Returns why a part did not start; errors that are not ours state neither the part nor the remedy.
 */
export function describeFailedStart(name: string, error: unknown): string {
  if (error instanceof OperatorError) return error.message
  const reason = error instanceof Error ? error.message : String(error)
  return `${name} did not start: "${reason}". Check that DATA_DIR is a folder that this program can read and write.`
}
