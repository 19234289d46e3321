import { ApiError } from '../errors.ts'

/** The first wait before a retry; the next is twice as long. */
const FIRST_WAIT_MS = 500

/** What failed, for metrics. Of the statuses: 401 or 403; other 4xx; 408, 429 and 5xx. */
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

/** A response that is not a stream. It keeps no text of the backend. */
export class ModelStatusError extends Error {
  readonly status: number
  readonly retryAfter: string | null
  constructor(status: number, retryAfter: string | null) {
    super(`The model backend answered ${status}.`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The error for a backend that gives no answer; `reason` is for the log. */
export const unavailableModel = (reason: string, kind: ModelFailureKind = 'unreadable'): ApiError =>
  new ApiError('AssistantUnavailable', { cause: new ModelFailure(reason, kind) })

/** The kind of a failure; an error of another origin means that the whole answer took too long. */
export const kindOfModelFailure = ({ cause }: Error): ModelFailureKind =>
  cause instanceof ModelFailure ? cause.kind : 'timeout'

/**
 * Returns AssistantUnavailable for any failed completion. What the backend wrote is left out,
 * because it may repeat the request and the key.
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
  // fetch throws a TypeError when it cannot connect and when the stream is cut.
  const isCut = names.some((name) => /^(TypeError|UND_ERR_|E[A-Z]+$)/.test(name))
  return isCut ? 'connection' : 'unreadable'
}

const isBusy = (status: number) => status === 408 || status === 429 || status >= 500

/** Whether the same request may succeed in a moment: no connection, too many requests, 5xx. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ModelStatusError) return isBusy(error.status)
  return kindOfNames(namesOf(error)) === 'connection'
}

/** How long to wait before the retry after `attempt` (0 the first): Retry-After, else doubling. */
export function retryDelayMs(error: unknown, attempt: number, now = Date.now()): number {
  const ownMs = FIRST_WAIT_MS * 2 ** attempt
  const text = error instanceof ModelStatusError ? error.retryAfter : null
  if (!text) return ownMs
  const seconds = Number(text)
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : ownMs
}

// Classes and codes only: messages may repeat what the backend sent.
function namesOf(error: unknown, depth = 0): string[] {
  // undici's chains of causes are shorter.
  if (!(error instanceof Error) || depth > 4) return []
  const { code } = error as { code?: unknown }
  const names = [error.constructor.name, ...(typeof code === 'string' ? [code] : [])]
  return [...names, ...namesOf(error.cause, depth + 1)]
}
