import type { components } from './schema.ts'

/** Error codes of surface A; later versions of the service may add some. */
export type ErrorCode = components['schemas']['ErrorCode']

/** One fault of a parameter or field; `loc` is its place, such as `["query", "State"]`. */
export type ParameterIssue = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
}

/** The response to a rejected or failed request. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError'
  readonly status: number
  /** Absent on surface B, whose errors are a sentence, and if another server, such as a proxy, responded. */
  readonly code: ErrorCode | undefined
  /** The faults listed in a 422 InvalidParameters. */
  readonly issues: readonly ParameterIssue[]
  /** The request id in the service's log. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry, at most a day, if the service says so (429, 503). */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, body: unknown) {
    const { message, code, issues = [] } = readError(body) ?? {}
    super(message ?? `The service returned ${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code = code
    this.issues = issues
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
    this.retryAfterSeconds = retryAfterOf(response)
  }
}

// Allowances reset within a day, so a later date comes from a wrong clock.
const MAX_SECONDS = 86_400

// The three forms of RFC 9110, 5.6.7; asctime has no time zone. Date.parse alone finds a date in
// most texts that contain a number.
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/

/**
 * Returns the seconds in a Retry-After header, which is a number or a date (RFC 9110, 10.2.3): at
 * most a day, 0 for a past date, undefined if it is absent or neither. A date is compared with the
 * server's Date header if there is one.
 */
export function retryAfterOf({ headers }: Response, now = Date.now()): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((readDate(value) - (readDate(headers.get('Date') ?? '') || now)) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_SECONDS)
}

const readDate = (value: string): number =>
  HTTP_DATE.test(value) ? Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) : Number.NaN

type Told = {
  message?: string
  code?: ErrorCode | undefined
  issues?: readonly ParameterIssue[]
}

/**
 * Reads the JSON of an error: {detail: {ErrorCode, Message}}, {detail: [issue]}, {detail: "…"} or
 * surface B's {success: false, error: "…"}. Undefined for anything else.
 */
function readError(body: unknown): Told | undefined {
  const { detail, success, error } = fieldsOf(body)
  if (typeof detail === 'string') return { message: detail }
  if (success === false && typeof error === 'string') return { message: error }
  if (Array.isArray(detail)) return readIssues(detail)
  const { Message, ErrorCode } = fieldsOf(detail)
  if (typeof Message !== 'string') return undefined
  // A later version of the service may have other codes.
  return {
    message: Message,
    code: typeof ErrorCode === 'string' ? (ErrorCode as ErrorCode) : undefined,
  }
}

function readIssues(detail: unknown[]): Told | undefined {
  if (detail.length === 0 || !detail.every(isIssue)) return undefined
  const messages = detail.map(({ loc, msg }) =>
    `${loc.slice(1).join('.') || (loc[0] ?? '')} ${msg}`.trim(),
  )
  return { message: messages.join('; '), code: 'InvalidParameters', issues: detail }
}

function isIssue(value: unknown): value is ParameterIssue {
  const { loc, msg } = fieldsOf(value)
  return Array.isArray(loc) && typeof msg === 'string'
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
