import { retryAfterOf } from './errors.ts'

/** How often, and after how long, a rejected request is retried. */
export type RetryOptions = {
  /** Retries after the first attempt; 0 sends each request once. */
  times?: number
  /** Longest accepted Retry-After; beyond it the error is passed on. */
  maxWaitSeconds?: number
  /** Waits; replaced in tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

type Fetch = (request: Request) => Promise<Response>

const TIMES = 2
// Overload ends in seconds; a used-up allowance resets only at midnight.
const MAX_WAIT_SECONDS = 30

/**
 * Returns a fetch that waits for Retry-After and retries: after every 429, because the service did
 * not begin the request, and after 503 if the request changes nothing.
 */
export function retrying(
  fetch: Fetch,
  { times = TIMES, maxWaitSeconds = MAX_WAIT_SECONDS, wait = pause }: RetryOptions = {},
): Fetch {
  return async (request) => {
    for (let left = times; ; left -= 1) {
      // A body can be sent only once, so send a copy.
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
