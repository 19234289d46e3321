/** A failure in a word or two that hold no address, no user and no password. */
export function reasonOf(error: unknown, limitMs: number): string {
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`
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
