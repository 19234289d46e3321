import pTimeout from 'p-timeout'

/** Describes a failure in a few words without address, user, or password. */
export function reasonOf(error: unknown, limitMs: number): string {
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError') return `no response within ${limitMs / 1000} s`
  if (name === 'AbortError') return 'the service was stopped'
  return typeof code === 'string' ? code : 'no reason given'
}

/** Returns the result of `work`, or rejects with the signal's reason when it aborts. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return pTimeout(work(), { milliseconds: Number.POSITIVE_INFINITY, signal })
}
