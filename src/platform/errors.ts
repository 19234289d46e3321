type ErrorEntry = {
  /** HTTP status; surface B answers 400 instead of 422. */
  status: number
  /** One sentence that says what to do. */
  message: string
  /** What the error means, in the documentation. */
  when: string
  /** What a client does about it, in the documentation. */
  advice: string
}

/** Every error a client can receive. docs/errors.md is printed from this table. */
export const ERRORS = {
  InvalidCursor: {
    status: 400,
    message: 'The cursor is not one this request returned; start again without it.',
    when: 'The cursor cannot be read or belongs to another request: another EIN, section, filter or order.',
    advice: 'Send the NextCursor of the same request, or start without a cursor.',
  },
  StaleCursor: {
    status: 400,
    message: 'The data behind this cursor has been replaced; start again without it.',
    when: 'The data behind the cursor was replaced between two pages.',
    advice: 'Start again without a cursor; pages of two states of the data do not fit together.',
  },
  InvalidEvidenceRef: {
    status: 400,
    message: 'The EvidenceRef is not of the form Form:TaxYear:ObjectId:XPath.',
    when: 'The EvidenceRef has a format that this service does not use.',
    advice: 'Send a Ref exactly as a response returned it, percent-encoded.',
  },
  InvalidRequest: {
    status: 400,
    message: 'The request could not be read; send it as the documentation shows.',
    when: 'The URL is too long or not percent-encoded UTF-8, or the body is not JSON.',
    advice: 'Correct what the message names; the same request fails again.',
  },
  MissingCredential: {
    status: 401,
    message: 'Send an API key in X-Service-API-Key or as a bearer token.',
    when: 'The operation needs a key and none was sent.',
    advice: 'Send a key in X-Service-API-Key or as a bearer token.',
  },
  InvalidCredential: {
    status: 401,
    message: 'The credential is malformed, unknown or revoked; send one valid key.',
    when: 'The key is malformed, unknown or revoked, or two were sent. Open operations return it too.',
    advice: 'Send one valid key, or none if the operation is open.',
  },
  AdvancedNotIncluded: {
    status: 403,
    message: 'This is an Advanced operation, and this key has none; send a key that has them.',
    when: 'The operation is Advanced, and the key does not include Advanced operations.',
    advice:
      'Send a key that includes them. Stats and top lists also work without a key, in the format of surface B.',
  },
  ProfileNotFound: {
    status: 404,
    message: 'No profile exists for this EIN; check it with a search.',
    when: 'The service has no profile for this EIN; the message says what it has, such as a registry entry.',
    advice: 'Search for the organization.',
  },
  FilingNotFound: {
    status: 404,
    message: 'The organization has no such filing; see /filings for those it has.',
    when: 'The organization has no filing of that form and year.',
    advice: 'Choose a filing that /filings lists.',
  },
  SectionNotFound: {
    status: 404,
    message: 'The selected filing has no such section; see Sections of the page.',
    when: 'The selected filing has no data for this section, or no section has that name.',
    advice: 'Choose one of the Sections of the page; they differ by form and year.',
  },
  EvidenceNotFound: {
    status: 404,
    message:
      "The EvidenceRef names nothing of this organization's filings or of those that name it; ask with the EIN of who filed it.",
    when: 'The EvidenceRef is well formed but does not belong to this organization.',
    advice: 'Use the EIN of the organization that filed it.',
  },
  IconNotFound: {
    status: 404,
    message: 'No icon is known for this organization.',
    when: "The organization's website was not read or has no icon.",
    advice: 'Show no icon; Hero.BrandAssets of the page is absent too.',
  },
  NoDiscoveryEvidence: {
    status: 404,
    message: 'This organization has no text to compare by; pass Intent.',
    when: 'The organization has no text to compare with others.',
    advice: 'Pass Intent: a few words that describe what you look for.',
  },
  NoComparableCohort: {
    status: 404,
    message: 'No comparable organizations were found; pass a wider Intent.',
    when: 'No organization is comparable to this one.',
    advice: 'Pass a broader Intent.',
  },
  RouteNotFound: {
    status: 404,
    message: 'No such path; /openapi.json lists those there are.',
    when: 'No operation has this path.',
    advice: 'See /openapi.json for the paths.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'This path does not take that method; see the Allow header.',
    when: 'The path exists but does not support this method.',
    advice: 'Use a method that the Allow header lists.',
  },
  BodyTooLarge: {
    status: 413,
    message: 'The body is over 256 KiB; send less.',
    when: 'The body is over 256 KiB.',
    advice: 'Send a smaller body.',
  },
  InvalidParameters: {
    status: 422,
    message: 'A parameter is not valid.',
    when: 'Parameters or fields of the body are wrong, missing or unknown. On surface A, `detail` lists each fault as {loc, msg, type, input}; surface B returns 400 with one sentence.',
    advice: 'Correct each; the message suggests the nearest known name or value.',
  },
  PageTooDeep: {
    status: 422,
    message:
      'Pages end at the 10,000th hit; narrow the search with State, Cause, PrimaryForm, EntityType, MinRevenue or MaxRevenue, or take all hits with /api/v2/export.',
    when: 'The page of a search is beyond the 10,000th hit.',
    advice: 'Narrow the search, or get all hits from /api/v2/export.',
  },
  DataAllowanceExhausted: {
    status: 429,
    message: "Today's data allowance is used up; it resets at 00:00 UTC.",
    when: "Today's data reads are used up, for the key or, without a key, for the address.",
    advice: 'Wait until 00:00 UTC, or send a key with a larger allowance; see /api/v2/usage.',
  },
  AdvancedAllowanceExhausted: {
    status: 429,
    message: "Today's Advanced allowance is used up; it resets at 00:00 UTC.",
    when: "Today's Advanced operations of the key are used up.",
    advice: 'Wait until 00:00 UTC; data reads have a separate allowance.',
  },
  RateLimited: {
    status: 429,
    message: 'Too many requests; slow down and use pages instead of many searches.',
    when: 'The client sends too many requests, too many run at once, or the service is busy. This costs no allowance.',
    advice: 'Wait as long as Retry-After says; request fewer and larger pages.',
  },
  InternalError: {
    status: 500,
    message: 'The service failed; the request id leads its operators to the cause.',
    when: 'The service has a defect.',
    advice: 'Send the X-Request-Id to the operators; a retry seldom helps.',
  },
  SearchUnavailable: {
    status: 503,
    message: 'The search index cannot be reached at the moment; try again shortly.',
    when: 'The search index cannot be reached or did not respond in time.',
    advice: 'Wait as long as Retry-After says. This error never means that nothing was found.',
  },
  StoreUnavailable: {
    status: 503,
    message: 'The store cannot be reached at the moment; try again shortly.',
    when: 'The store cannot be reached or did not respond in time. With a key this includes searches, because the store counts them.',
    advice: 'Wait as long as Retry-After says. This error never means that no data exists.',
  },
  AssistantUnavailable: {
    status: 503,
    message: 'The assistant cannot go on with this answer at the moment; ask again shortly.',
    when: 'The assistant could not finish its answer.',
    advice: 'Ask again shortly; the text sent so far is valid.',
  },
  DiscoveryIndexEmpty: {
    status: 503,
    message: 'The index holds no cause text yet; try again after the next reindex.',
    when: 'The index has no text to search by meaning.',
    advice: 'Search by name (Mode=Identity). Operators: load filings and reindex.',
  },
  IndexNotReady: {
    status: 503,
    message: 'No index has been built yet; load filings and run the reindex first.',
    when: 'No index exists yet, or it belongs to another version or model.',
    advice: 'Try again later. Operators: load filings and reindex.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** A fault of one request parameter; `loc` is its place, for example ["query", "State"]. */
export type ParameterIssue = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
}

/** What an error has besides its code. `message` replaces the table's sentence. */
type ErrorDetails = {
  message?: string
  issues?: ParameterIssue[]
  retryAfterSeconds?: number
  /** True if the condition is logged already, so that each request need not be. */
  isLogged?: boolean
  cause?: unknown
}

/** The only error that reaches clients; one handler maps it to a response by `ERRORS`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = ERRORS[code].status
    this.details = details
  }
}

/**
 * An operator's mistake or a failing machine, in one sentence that says what to do. Commands print
 * its message without a stack and exit with 1.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OperatorError'
  }
}
