import pTimeout from 'p-timeout'
import { ApiError, type ErrorCode } from '#src/platform/errors.ts'

// Balancers time out after two to five seconds; a part that works responds in milliseconds.
const PROBE_TIMEOUT_MS = 2_000

/** Returns what the check returns. Throws ApiError `silent` when it takes over two seconds. */
export const probe = <T>(check: Promise<T>, silent: ErrorCode): Promise<T> => {
  const cause = new Error(`No response within ${PROBE_TIMEOUT_MS} ms.`)
  return pTimeout(check, {
    milliseconds: PROBE_TIMEOUT_MS,
    message: new ApiError(silent, { cause, retryAfterSeconds: 5 }),
  })
}
