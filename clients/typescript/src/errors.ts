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
  override readonly name = 'ServiceError'
  readonly status: number
  /** Absent on surface B, whose errors are a sentence, and of answers that are not the service's. */
  readonly code: ErrorCode | undefined
  /** Of 422 InvalidParameters: each fault. */
  readonly issues: readonly ParameterIssue[]
  /** Leads the operators of the service to the request in their log. */
  readonly requestId: string | undefined
  /** Seconds to wait before asking again, where the service says so (429, 503). */
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

/** Seconds of a Retry-After header; undefined where there is none or it is no number. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get('Retry-After')
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined
}

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
