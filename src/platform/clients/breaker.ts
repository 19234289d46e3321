import { withResolvers } from '#src/domain/es2024.ts'
import { ApiError, type ErrorCode } from '../errors.ts'

/** Nearly all calls take milliseconds; after this long without a response the server is probed. */
const SILENCE_MS = 300
/** Pause between two probes, so that a slow server is not probed constantly. */
const REST_MS = 1_000

/** Circuit breaker of one server: while the server does not respond, calls fail at once. */
export type Breaker = {
  /**
   * Runs a call, and probes the server while the call waits. Throws the breaker's ApiError if it is
   * open or opens in the meantime.
   */
  guard<T>(call: () => Promise<T>): Promise<T>
  /** Probes the server, unless a probe is running or has just succeeded. */
  suspect(): void
  isOpen(): boolean
  /** Calls the listener with the failure when the breaker opens, and without one when it closes. */
  onChange(listener: (failure?: unknown) => void): void
  /** Calls the listener after each call that was guarded, with its duration and whether it threw. */
  onCall(listener: (seconds: number, hasFailed: boolean) => void): void
}

/**
 * Creates a breaker that opens only if `probe` fails, so that slow statements do not open it, and
 * closes when the probe succeeds. The probe needs its own timeout.
 */
export function createBreaker(code: ErrorCode, probe: () => Promise<void>): Breaker {
  const waiting = new Set<(reason: ApiError) => void>()
  const listeners: ((failure?: unknown) => void)[] = []
  const callListeners: ((seconds: number, hasFailed: boolean) => void)[] = []
  let isOpen = false
  let isProbing = false

  // The server may be back within a second. `onChange` logs the cause.
  const unavailable = () => new ApiError(code, { retryAfterSeconds: 1, isLogged: true })
  const change = (failure?: unknown) => {
    for (const listener of listeners) listener(failure)
  }
  const afterRest = (work: () => void) => setTimeout(work, REST_MS).unref()
  const runProbe = () => {
    probe().then(succeed, fail)
  }
  const succeed = () => {
    if (isOpen) {
      isOpen = false
      change()
    }
    afterRest(() => {
      isProbing = false
    })
  }
  const fail = (failure: unknown) => {
    if (!isOpen) {
      isOpen = true
      for (const reject of waiting) reject(unavailable())
      change(failure)
    }
    afterRest(runProbe)
  }
  const suspect = () => {
    if (isProbing) return
    isProbing = true
    runProbe()
  }

  return {
    async guard(call) {
      if (isOpen) throw unavailable()
      const opened = withResolvers<never>()
      const silence = setInterval(suspect, SILENCE_MS).unref()
      waiting.add(opened.reject)
      const start = performance.now()
      let hasFailed = true
      try {
        const value = await Promise.race([call(), opened.promise])
        hasFailed = false
        return value
      } finally {
        clearInterval(silence)
        waiting.delete(opened.reject)
        for (const tell of callListeners) tell((performance.now() - start) / 1_000, hasFailed)
      }
    },
    suspect,
    isOpen: () => isOpen,
    onChange: (listener) => {
      listeners.push(listener)
    },
    onCall: (listener) => {
      callListeners.push(listener)
    },
  }
}
