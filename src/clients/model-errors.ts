import { ApiError } from '../errors.ts'

/** The first wait before a retry; the next is twice as long. */
const FIRST_WAIT_MS = 500

/** What failed, for counting. The first three are its answers: 401 or 403; other 4xx; 408, 429, 5xx. */
export const MODEL_FAILURES = [
  'credential',
  'refused',
  'busy',
  'timeout',
  'connection',
  'unreadable',
] as const
export type ModelFailureKind = (typeof MODEL_FAILURES)[number]

class ModelFailure extends Error {
  readonly kind: ModelFailureKind
  constructor(reason: string, kind: ModelFailureKind) {
    super(reason)
    this.kind = kind
  }
}

/** The error for a backend that gives no answer; `reason` is for the log. */
export const unavailableModel = (reason: string, kind: ModelFailureKind = 'unreadable'): ApiError =>
  new ApiError('AssistantUnavailable', { cause: new ModelFailure(reason, kind) })

/** The kind of a failure; what no backend is to blame for is one that took too long in all. */
export const kindOfModelFailure = ({ cause }: Error): ModelFailureKind =>
  cause instanceof ModelFailure ? cause.kind : 'timeout'

/**
 * The error to throw for a failed completion: AssistantUnavailable, whatever failed. What the
 * backend wrote stays behind: it may repeat the request, the key in it too.
 */
export function translateModelError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const status = statusOf(error)
  if (status !== undefined) {
    return unavailableModel(`The model backend answered ${status}.`, kindOfStatus(status))
  }
  const names = namesOf(error)
  return unavailableModel(`The model backend failed: ${names.join(', ')}.`, kindOfNames(names))
}

function kindOfStatus(status: number): ModelFailureKind {
  if (status === 401 || status === 403) return 'credential'
  return isBusy(status) ? 'busy' : 'refused'
}

function kindOfNames(names: string[]): ModelFailureKind {
  if (names.some((name) => /timeout/i.test(name))) return 'timeout'
  // A stream that is cut is a TypeError of fetch.
  const isCut = names.some((name) => /^(APIConnectionError|TypeError|UND_ERR_|E[A-Z]+$)/.test(name))
  return isCut ? 'connection' : 'unreadable'
}

const isBusy = (status: number) => status === 408 || status === 429 || status >= 500

/** Whether the same request may succeed in a moment: no connection, too many requests, 5xx. */
export function isRetryable(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return isBusy(status)
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
