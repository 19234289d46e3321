import type { components } from './schema.ts'

/** Codes of errors on surface A; later versions of the service may add some. */
export type ErrorCode = components['schemas']['ErrorCode']

/** One fault of one parameter or field; `loc` is where it stands, such as `["query", "State"]`. */
export type ParameterIssue = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
}

/** What a refused or failed request was answered with. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError'
  readonly status: number
  /** Absent on surface B, whose errors are a sentence, and of answers that are not the service's. */
  readonly code: ErrorCode | undefined
  /** Of 422 InvalidParameters: each fault. */
  readonly issues: readonly ParameterIssue[]
  /** Leads the operators of the service to the request in their log. */
  readonly requestId: string | undefined
  /** Seconds to wait before asking again, a day at most, where the service says so (429, 503). */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, { message, code, issues = [] }: Told) {
    super(message ?? `The service answered ${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code = code
    this.issues = issues
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
    this.retryAfterSeconds = retryAfterOf(response)
  }
}

// The title of a proxy's page stands in its first lines.
const MOST_SHOWN = 300

/** An answer that is not the service's own: the page of a proxy, say, or another server. */
export class UnreadableAnswer extends ServiceError {
  override readonly name = 'UnreadableAnswer'
  /** Where it came from, after redirects. */
  readonly url: string
  readonly contentType: string | undefined
  /** The first 300 characters of its body, or fewer. */
  readonly beginning: string

  constructor(response: Response, asked: string, body: string) {
    super(response, {})
    this.url = response.url || asked
    this.contentType = response.headers.get('Content-Type') ?? undefined
    this.beginning = body.slice(0, MOST_SHOWN)
    const kind = this.contentType ?? 'no content type'
    const shown = this.beginning === '' ? 'nothing' : JSON.stringify(this.beginning)
    this.message = `${this.url} answered ${this.status} with ${kind}, not what was asked for: ${shown}`
  }
}

// Allowances come back within a day; a date further off is that of a wrong clock.
const MOST_SECONDS = 86_400

// One of the three forms of RFC 9110, 5.6.7, of which asctime's names no zone. Date.parse alone would
// find a date in most texts with a number.
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/

/**
 * Seconds of a Retry-After header, which is a number or a date (RFC 9110, 10.2.3): a day at most, 0
 * for a date that has passed; undefined where there is none or it is neither. A date is taken by the
 * clock of the server where it tells its own.
 */
export function retryAfterOf({ headers }: Response, now = Date.now()): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : Math.ceil((readDate(value) - (readDate(headers.get('Date') ?? '') || now)) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MOST_SECONDS)
}

const readDate = (value: string): number =>
  HTTP_DATE.test(value) ? Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) : Number.NaN

/** What the service tells of an error; nothing of it, but its status, in a 304. */
export type Told = {
  message?: string
  code?: ErrorCode | undefined
  issues?: readonly ParameterIssue[]
}

/**
 * What a body tells, parsed where it is JSON: {detail: {ErrorCode, Message}}, {detail: [issue]},
 * {detail: "…"} and surface B's {success: false, error: "…"}. Undefined for any other.
 */
export function readError(body: unknown): Told | undefined {
  const { detail, success, error } = fieldsOf(body)
  if (typeof detail === 'string') return { message: detail }
  if (success === false && typeof error === 'string') return { message: error }
  if (Array.isArray(detail)) return readIssues(detail)
  const { Message, ErrorCode } = fieldsOf(detail)
  if (typeof Message !== 'string') return undefined
  // A later version may have codes that this one does not know.
  return {
    message: Message,
    code: typeof ErrorCode === 'string' ? (ErrorCode as ErrorCode) : undefined,
  }
}

function readIssues(detail: unknown[]): Told | undefined {
  if (detail.length === 0 || !detail.every(isIssue)) return undefined
  const told = detail.map(({ loc, msg }) =>
    `${loc.slice(1).join('.') || (loc[0] ?? '')} ${msg}`.trim(),
  )
  return { message: told.join('; '), code: 'InvalidParameters', issues: detail }
}

function isIssue(value: unknown): value is ParameterIssue {
  const { loc, msg } = fieldsOf(value)
  return Array.isArray(loc) && typeof msg === 'string'
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
