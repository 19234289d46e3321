import { retryAfterOf } from './errors.ts'

/** How often and how patiently a request that was put off is sent again. */
export type RetryOptions = {
  /** Tries after the first; 0 sends each request once. */
  times?: number
  /** Longest wait the service may ask for; where it asks for more, its refusal is passed on. */
  maxWaitSeconds?: number
  /** Waits; given where time is to be another. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

type Fetch = (request: Request) => Promise<Response>

const TIMES = 2
// Overload passes in seconds; a used-up allowance comes back at midnight, which nobody waits for.
const MAX_WAIT_SECONDS = 30

/**
 * A fetch that waits as long as Retry-After says and asks again: after 429 always, for what was
 * refused was not begun, and after 503 where the request changes nothing.
 */
export function retrying(
  fetch: Fetch,
  { times = TIMES, maxWaitSeconds = MAX_WAIT_SECONDS, wait = pause }: RetryOptions = {},
): Fetch {
  return async (request) => {
    for (let left = times; ; left -= 1) {
      // A body can be sent once: the copy is sent, the request kept.
      const response = await fetch(request.clone())
      const seconds = left > 0 && isPutOff(request, response) ? retryAfterOf(response) : undefined
      if (seconds === undefined || seconds > maxWaitSeconds) return response
      await response.body?.cancel()
      await wait(seconds * 1_000, request.signal)
    }
  }
}

const isPutOff = ({ method }: Request, { status }: Response): boolean =>
  status === 429 || (status === 503 && (method === 'GET' || method === 'HEAD'))

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
