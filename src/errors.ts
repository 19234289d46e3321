/**
 * One table of every error a client can meet: code, HTTP status, message.
 * Source: decisions part 2. A message is one sentence that says what to do.
 */
export const ERRORS = {
  InvalidCursor: [400, 'The cursor is not one this request returned; start again without it.'],
  StaleCursor: [400, 'The data behind this cursor has been replaced; start again without it.'],
  InvalidEvidenceRef: [400, 'The EvidenceRef is not of the form Form:TaxYear:ObjectId:XPath.'],
  InvalidRequest: [400, 'The request could not be read; send it as the documentation shows.'],
  MissingCredential: [401, 'Send an API key in X-Service-API-Key or as a bearer token.'],
  InvalidCredential: [401, 'The credential is malformed, unknown or revoked; send one valid key.'],
  AdvancedNotIncluded: [
    403,
    'This is an Advanced operation, and this key has none; send a key that has them.',
  ],
  ProfileNotFound: [404, 'No profile exists for this EIN; check it with a search.'],
  FilingNotFound: [404, 'The organization has no such filing; see /filings for those it has.'],
  SectionNotFound: [404, 'The selected filing has no such section; see Sections of the page.'],
  EvidenceNotFound: [
    404,
    "The EvidenceRef names nothing of this organization's filings or of those that name it; ask with the EIN of who filed it.",
  ],
  IconNotFound: [404, 'No icon is known for this organization.'],
  NoDiscoveryEvidence: [404, 'This organization has no text to compare by; pass Intent.'],
  NoComparableCohort: [404, 'No comparable organizations were found; pass a wider Intent.'],
  RouteNotFound: [404, 'No such path; /openapi.json lists those there are.'],
  MethodNotAllowed: [405, 'This path does not take that method; see the Allow header.'],
  BodyTooLarge: [413, 'The body is over 256 KiB; send less.'],
  InvalidParameters: [422, 'A parameter is not valid.'],
  PageTooDeep: [
    422,
    'Pages end at the 10,000th hit; narrow the search with State, Cause, PrimaryForm, EntityType, MinRevenue or MaxRevenue, or take all hits with /api/v2/export.',
  ],
  DataAllowanceExhausted: [429, "Today's data allowance is used up; it resets at 00:00 UTC."],
  AdvancedAllowanceExhausted: [
    429,
    "Today's Advanced allowance is used up; it resets at 00:00 UTC.",
  ],
  RateLimited: [429, 'Too many requests; slow down and use pages instead of many searches.'],
  InternalError: [500, 'The service failed; the request id leads its operators to the cause.'],
  SearchUnavailable: [503, 'The search index cannot be reached at the moment; try again shortly.'],
  StoreUnavailable: [503, 'The store cannot be reached at the moment; try again shortly.'],
  AssistantUnavailable: [
    503,
    'The assistant cannot go on with this answer at the moment; ask again shortly.',
  ],
  DiscoveryIndexEmpty: [
    503,
    'The index holds no cause text yet; try again after the next reindex.',
  ],
  IndexNotReady: [503, 'No index has been built yet; load filings and run the reindex first.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** One fault of one request parameter; `loc` is where it stands, e.g. ["query", "State"]. */
export type ParameterIssue = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
}

/** What an error carries besides its code. `message` replaces the table's sentence. */
export type ErrorDetails = {
  message?: string
  issues?: ParameterIssue[]
  retryAfterSeconds?: number
  /** The log has a line about the condition already; it gets none for each request. */
  isLogged?: boolean
  cause?: unknown
}

/** The one error that reaches clients; one handler maps it to a response by `ERRORS`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? ERRORS[code][1], { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = ERRORS[code][0]
    this.details = details
  }
}

/**
 * An operator's mistake or a failing machine, told in one sentence that says what to do.
 * Commands print its message without a stack and exit with 1.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OperatorError'
  }
}
