import pTimeout from 'p-timeout'
import { ApiError } from '#src/platform/errors.ts'

// A flood of requests reads once a second, and people see a new release within a second.
const HELD_MS = 1_000
// Pages that cost nothing respond within this time, even if a store does not. Without an earlier
// reading, they wait longer, because they would miss facts.
const LONGEST_WAIT_MS = 500
const FIRST_WAIT_MS = 5_000

/**
 * Returns a reader for pages that must stay up. It reads at most once a second. When the store fails
 * or is slow, the reader returns what was read last, or `first`.
 */
export function holdLast<Value>(read: () => Promise<Value>, first: Value): () => Promise<Value> {
  let last = first
  let wait = FIRST_WAIT_MS
  let reading: Promise<Value> | undefined
  const start = async (): Promise<Value> => {
    try {
      last = await read()
      wait = LONGEST_WAIT_MS
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setTimeout(() => {
        reading = undefined
      }, HELD_MS).unref()
    }
    return last
  }
  return () => {
    reading ??= start()
    return pTimeout(reading, { milliseconds: wait, fallback: () => last })
  }
}
