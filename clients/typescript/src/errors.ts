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

  constructor(response: Response, body: unknown) {
    const { message, code, issues } = readError(body)
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
    super(response, undefined)
    this.url = response.url || asked
    this.contentType = response.headers.get('Content-Type') ?? undefined
    this.beginning = body.slice(0, MOST_SHOWN)
    const kind = this.contentType ?? 'no content type'
    const shown = JSON.stringify(this.beginning)
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

type Read = { message: string | undefined; code: ErrorCode | undefined; issues: ParameterIssue[] }

// Three forms: {detail: {ErrorCode, Message}}, {detail: [issue]} and surface B's {error}.
function readError(body: unknown): Read {
  const { detail, error } = (typeof body === 'object' && body !== null ? body : {}) as {
    detail?: unknown
    error?: unknown
  }
  if (Array.isArray(detail)) {
    const issues = detail as ParameterIssue[]
    const message = issues.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]} ${msg}`)
    return { message: message.join('; '), code: 'InvalidParameters', issues }
  }
  if (typeof detail === 'object' && detail !== null) {
    const { Message, ErrorCode } = detail as { Message?: string; ErrorCode?: ErrorCode }
    return { message: Message, code: ErrorCode, issues: [] }
  }
  return { message: typeof error === 'string' ? error : undefined, code: undefined, issues: [] }
}
