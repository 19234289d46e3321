import { ApiError } from '../errors.ts'

/** The first wait before a retry; it doubles for the next. */
const FIRST_WAIT_MS = 500

/** What failed, for metrics. By status: 401 or 403; other 4xx; 408, 429, and 5xx. */
export const MODEL_FAILURES = [
  'credential',
  'refused',
  'busy',
  'timeout',
  'connection',
  'unreadable',
] as const
type ModelFailureKind = (typeof MODEL_FAILURES)[number]

class ModelFailure extends Error {
  readonly kind: ModelFailureKind
  constructor(reason: string, kind: ModelFailureKind) {
    super(reason)
    this.kind = kind
  }
}

/** A response that is not a stream, without the backend's text. */
export class ModelStatusError extends Error {
  readonly status: number
  readonly retryAfter: string | null
  constructor(status: number, retryAfter: string | null) {
    super(`The model backend returned ${status}.`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Returns the error for a backend that does not respond; `reason` is for the log. */
export const unavailableModel = (reason: string, kind: ModelFailureKind = 'unreadable'): ApiError =>
  new ApiError('AssistantUnavailable', { cause: new ModelFailure(reason, kind) })

/** Returns the kind of a failure; any other error means that the whole answer timed out. */
export const kindOfModelFailure = ({ cause }: Error): ModelFailureKind =>
  cause instanceof ModelFailure ? cause.kind : 'timeout'

/**
 * Returns AssistantUnavailable for any failed completion, without the backend's text, which may
 * repeat the request and the key.
 */
export function translateModelError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof ModelStatusError) {
    return unavailableModel(error.message, kindOfStatus(error.status))
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
  // fetch throws a TypeError if it cannot connect or the stream is cut.
  const isCut = names.some((name) => /^(TypeError|UND_ERR_|E[A-Z]+$)/.test(name))
  return isCut ? 'connection' : 'unreadable'
}

const isBusy = (status: number) => status === 408 || status === 429 || status >= 500

/** Returns true if the same request may soon succeed: no connection, too many requests, 5xx. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ModelStatusError) return isBusy(error.status)
  return kindOfNames(namesOf(error)) === 'connection'
}

/**
 * Returns the wait before the retry after `attempt`, from 0: Retry-After, otherwise a doubling
 * wait.
 */
export function retryDelayMs(error: unknown, attempt: number, now = Date.now()): number {
  const ownMs = FIRST_WAIT_MS * 2 ** attempt
  const text = error instanceof ModelStatusError ? error.retryAfter : null
  if (!text) return ownMs
  const seconds = Number(text)
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : ownMs
}

// Only classes and codes, because messages may repeat the backend's text.
function namesOf(error: unknown, depth = 0): string[] {
  // undici's chains of causes are shorter.
  if (!(error instanceof Error) || depth > 4) return []
  const { code } = error as { code?: unknown }
  const names = [error.constructor.name, ...(typeof code === 'string' ? [code] : [])]
  return [...names, ...namesOf(error.cause, depth + 1)]
}
