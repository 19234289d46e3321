type ErrorEntry = {
  /** HTTP status; surface B returns 400 instead of 422. */
  status: number
  /** What happened and what to do, in at most two short sentences. */
  message: string
  /** What the error means, in the documentation. */
  when: string
  /** What a client should do about it, in the documentation. */
  advice: string
}

/** Every error a client can receive. The introduction of the reference lists it. */
export const ERRORS = {
  InvalidCursor: {
    status: 400,
    message:
      'This cursor is malformed or belongs to a different request. Send the NextCursor that this request returned, or start without a cursor.',
    when: 'The cursor is malformed, or it belongs to a request with a different EIN, section, filter, or sort order.',
    advice: 'Send the NextCursor that the same request returned, or start without a cursor.',
  },
  StaleCursor: {
    status: 400,
    message: 'The data behind this cursor has been replaced. Start again without a cursor.',
    when: 'The data behind the cursor was replaced after the service returned the previous page.',
    advice: "Start again without a cursor. You can't combine pages from two versions of the data.",
  },
  InvalidEvidenceRef: {
    status: 400,
    message:
      'The EvidenceRef is not in a format that this service uses. Send a Ref exactly as a response returned it.',
    when: 'The EvidenceRef is not in a format that this service uses.',
    advice: 'Send a Ref exactly as a response returned it, percent-encoded.',
  },
  InvalidRequest: {
    status: 400,
    message:
      'The service could not read the request. See the API reference for the expected format.',
    when: 'The URL is too long, the URL is not percent-encoded UTF-8, or the body is not JSON.',
    advice: "Fix the problem that the message describes. Don't retry the same request.",
  },
  MissingCredential: {
    status: 401,
    message:
      'This operation requires a key, which the operator of this service issues. Send it in X-Service-API-Key or as a bearer token.',
    when: 'The operation requires a key, but the request does not include one.',
    advice: 'Send a key in X-Service-API-Key or as a bearer token.',
  },
  InvalidCredential: {
    status: 401,
    message: 'The key is malformed, unknown, or revoked. Send one valid key.',
    when: "The key is malformed, unknown, or revoked, or the request includes two keys. Operations that don't require a key also return this error.",
    advice: 'Send one valid key. If the operation does not require a key, you can omit the key.',
  },
  AdvancedNotIncluded: {
    status: 403,
    message:
      'This operation is Advanced, and this key does not include Advanced operations. Send a key that does.',
    when: 'The operation is Advanced, but the key does not include Advanced operations.',
    advice:
      'Send a key that includes Advanced operations. Stats and top lists are also available on surface B without a key.',
  },
  ProfileNotFound: {
    status: 404,
    message: 'No profile exists for this EIN. Check the EIN with a search.',
    when: 'The service has no profile for this EIN. The message says what it does have, such as a registry entry.',
    advice: 'Search for the organization.',
  },
  FilingNotFound: {
    status: 404,
    message: 'The organization has no such filing. To list its filings, use /filings.',
    when: 'The organization has no filing with that form and year.',
    advice: 'Use the form and year of a filing that /filings lists.',
  },
  SectionNotFound: {
    status: 404,
    message:
      'The selected filing has no such section. The Sections field of the page lists the available sections.',
    when: 'The selected filing has no data for this section, or no section has that name.',
    advice: 'Use a section that the page lists in Sections. The list differs by form and year.',
  },
  EvidenceNotFound: {
    status: 404,
    message:
      'The EvidenceRef does not belong to this organization. Use the EIN of the organization that the Ref belongs to.',
    when: 'The EvidenceRef is valid, but it does not belong to this organization.',
    advice: 'Use the EIN of the organization that the Ref belongs to.',
  },
  IconNotFound: {
    status: 404,
    message: 'The service has no icon for this organization. Show a placeholder.',
    when: "The service has not read the organization's website, or the website has no icon.",
    advice: 'Show a placeholder. The page also omits Hero.BrandAssets.',
  },
  NoDiscoveryEvidence: {
    status: 404,
    message:
      'This organization has no text to compare. Pass Intent: a few words that describe what you are looking for.',
    when: 'The organization has no text to compare with other organizations.',
    advice: 'Pass Intent: a few words that describe what you are looking for.',
  },
  NoComparableCohort: {
    status: 404,
    message: 'No comparable organizations were found. Pass a broader Intent.',
    when: 'No organization is comparable to this one.',
    advice: 'Pass a broader Intent.',
  },
  RouteNotFound: {
    status: 404,
    message: 'This path does not exist. See /openapi.json for the available paths.',
    when: 'No operation has this path.',
    advice: 'See /openapi.json for the available paths.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'This path does not support this method. Use a method from the Allow header.',
    when: 'The path exists but does not support this method.',
    advice: 'Use a method from the Allow header.',
  },
  BodyTooLarge: {
    status: 413,
    message: 'The body is larger than 256 KiB. Send a smaller body.',
    when: 'The body is larger than 256 KiB.',
    advice: 'Send a smaller body.',
  },
  InvalidParameters: {
    status: 422,
    message: 'A parameter is invalid. See the API reference for the accepted values.',
    when: 'Parameters or body fields are invalid, missing, or unknown. Surface A lists each problem in `detail` as {loc, msg, type, input}. The status is 400 for fields of a body and on surface B, which describes the problems in `error`.',
    advice: 'Fix each problem. The message suggests the closest known name or value.',
  },
  PageTooDeep: {
    status: 422,
    message:
      'Pages end at the 10,000th hit. Narrow the search with State, Cause, PrimaryForm, EntityType, MinRevenue, or MaxRevenue, or get all hits from /api/v2/export.',
    when: 'The requested page of a search is beyond the 10,000th hit.',
    advice: 'Narrow the search, or get all hits from /api/v2/export.',
  },
  DataAllowanceExhausted: {
    status: 429,
    message:
      "Today's data allowance is used up. Wait until 00:00 UTC, or use a key with a larger allowance.",
    when: "The key has used up today's data reads. Without a key, the limit applies to the IP address.",
    advice: 'Wait until 00:00 UTC, or send a key with a larger allowance. See /api/v2/usage.',
  },
  AdvancedAllowanceExhausted: {
    status: 429,
    message: "Today's Advanced allowance is used up. Wait until 00:00 UTC.",
    when: "The key has used up today's Advanced operations.",
    advice: 'Wait until 00:00 UTC. Data reads have a separate allowance.',
  },
  PageAllowanceExhausted: {
    status: 429,
    message:
      "Today's page allowance is used up. Wait until 00:00 UTC. Programs that use the API have an allowance of their own.",
    when: "The IP address has used up today's pages. Reads of the API are counted separately.",
    advice: 'Wait until 00:00 UTC. Programs that use the API have an allowance of their own.',
  },
  RateLimited: {
    status: 429,
    message: 'Too many requests. Slow down, and request fewer, larger pages.',
    when: 'The client sent too many requests, too many requests are running at once, or the service is busy. This error does not count against an allowance.',
    advice: 'Wait for the time in Retry-After, and request fewer, larger pages.',
  },
  InternalError: {
    status: 500,
    message: 'Something went wrong in the service. Report the X-Request-Id to its operators.',
    when: 'The service has a bug.',
    advice: 'Report the X-Request-Id to the operators. Retrying rarely helps.',
  },
  SearchUnavailable: {
    status: 503,
    message: 'The search index is unavailable. Try again shortly.',
    when: 'The service cannot reach the search index, or the index did not respond in time.',
    advice:
      'Wait for the time in Retry-After. This error never means that the search found nothing.',
  },
  StoreUnavailable: {
    status: 503,
    message: 'The store is unavailable. Try again shortly.',
    when: 'The service cannot reach the store, or the store did not respond in time. A search with a key can also return this error, because the store counts requests with a key.',
    advice:
      'Wait for the time in Retry-After. This error never means that the data does not exist.',
  },
  AssistantUnavailable: {
    status: 503,
    message: 'The assistant could not finish this answer. Ask again shortly.',
    when: 'The assistant could not finish its answer.',
    advice: 'Ask again shortly. The text that you already received is valid.',
  },
  DiscoveryIndexEmpty: {
    status: 503,
    message: 'The index has no text for searches by meaning yet. Try again after the next reindex.',
    when: 'The index has no text for searches by meaning.',
    advice: 'Search by name (Mode=Identity). If you run the service, load filings and reindex.',
  },
  IndexNotReady: {
    status: 503,
    message: 'No index has been built yet. Load filings, then run npm run refresh.',
    when: 'No index exists yet, or the index was built for another version or model.',
    advice: 'Try again later. If you run the service, load filings and reindex.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** What is wrong with one request parameter; `loc` is its path, for example ["query", "State"]. */
export type ParameterIssue = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
}

/** Details of an error. `message` replaces the table's message. */
type ErrorDetails = {
  message?: string
  /** Sentences after the message that only programs can use, such as the path of an operation. */
  forPrograms?: string | undefined
  issues?: ParameterIssue[]
  retryAfterSeconds?: number
  /** True if the condition is already logged, so that each request need not log it. */
  isLogged?: boolean
  cause?: unknown
}

/** The only error that reaches clients; one handler maps it to a response using `ERRORS`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** The message without the sentences for programs. */
  readonly reason: string
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const reason = details.message ?? ERRORS[code].message
    const { forPrograms } = details
    super(forPrograms ? `${reason} ${forPrograms}` : reason, { cause: details.cause })
    this.reason = reason
    this.name = 'ApiError'
    this.code = code
    this.status = details.issues?.[0]?.loc[0] === 'body' ? 400 : ERRORS[code].status
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
