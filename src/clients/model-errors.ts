import { ApiError } from '../errors.ts'

/** The first wait before a retry; the next is twice as long. */
const FIRST_WAIT_MS = 500

/** The error for a backend that gives no answer; `reason` is for the log. */
export const unavailableModel = (reason: string): ApiError =>
  new ApiError('AssistantUnavailable', { cause: new Error(reason) })

/**
 * The error to throw for a failed completion: AssistantUnavailable, whatever failed. What the
 * backend wrote stays behind: it may repeat the request, the key in it too.
 */
export function translateModelError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const status = statusOf(error)
  return unavailableModel(
    status === undefined
      ? `The model backend failed: ${namesOf(error).join(', ')}.`
      : `The model backend answered ${status}.`,
  )
}

/** Whether the same request may succeed in a moment: no connection, too many requests, 5xx. */
export function isRetryable(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status === 408 || status === 429 || status >= 500
  return namesOf(error).includes('APIConnectionError')
}

/** How long to wait before the retry after `attempt` (0 the first): Retry-After, else doubling. */
export function retryDelayMs(error: unknown, attempt: number, now = Date.now()): number {
  const { headers } = error as { headers?: unknown }
  const text = headers instanceof Headers || hasGet(headers) ? headers.get('retry-after') : null
  if (!text) return FIRST_WAIT_MS * 2 ** attempt
  const seconds = Number(text)
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : FIRST_WAIT_MS * 2 ** attempt
}

// The headers are of undici's class, which is another than the global one.
const hasGet = (headers: unknown): headers is { get(name: string): string | null } =>
  typeof headers === 'object' && headers !== null && 'get' in headers

function statusOf(error: unknown): number | undefined {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' ? status : undefined
}

// By class and code, never by message: the library's repeats what the backend sent. The library is
// imported lazily, so classes are told by their names.
function namesOf(error: unknown, depth = 0): string[] {
  // Deeper chains than the library's own say nothing more.
  if (!(error instanceof Error) || depth > 4) return []
  const { code } = error as { code?: unknown }
  const names = [error.constructor.name, ...(typeof code === 'string' ? [code] : [])]
  return [...names, ...namesOf(error.cause, depth + 1)]
}
