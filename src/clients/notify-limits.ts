/**
 * How long one try to tell of a submission may take, from the connection to the answer. Receivers
 * that store and answer take well below a second; mail servers that look a sender up take some.
 */
export const ATTEMPT_MS = 10_000

/** A failure in a word or two that hold no address, no user and no password. */
export function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError') return `no answer within ${ATTEMPT_MS / 1000} s`
  if (name === 'AbortError') return 'the service was stopped'
  return typeof code === 'string' ? code : 'no reason given'
}

/** The outcome of `work`, or the signal's reason as soon as it aborts, whatever `work` does then. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
