import pTimeout from 'p-timeout'

/** A failure in a word or two that hold no address, no user and no password. */
export function reasonOf(error: unknown, limitMs: number): string {
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`
  if (name === 'AbortError') return 'the service was stopped'
  return typeof code === 'string' ? code : 'no reason given'
}

/** Returns what `work` returns, or rejects with the signal's reason as soon as it aborts. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return pTimeout(work(), { milliseconds: Number.POSITIVE_INFINITY, signal })
}
