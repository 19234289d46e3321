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
    when: 'The Cursor cannot be read, or belongs to another request: another EIN, section, filter or order.',
    advice: 'Send the NextCursor of the same request, or begin without Cursor.',
  },
  StaleCursor: {
    status: 400,
    message: 'The data behind this cursor has been replaced; start again without it.',
    when: 'The data behind the cursor was replaced between two pages.',
    advice: 'Begin anew without Cursor; pages of two states of the data do not add up.',
  },
  InvalidEvidenceRef: {
    status: 400,
    message: 'The EvidenceRef is not of the form Form:TaxYear:ObjectId:XPath.',
    when: 'The EvidenceRef is of no form that this service gives.',
    advice: 'Send a Ref as an answer gave it, percent-encoded.',
  },
  InvalidRequest: {
    status: 400,
    message: 'The request could not be read; send it as the documentation shows.',
    when: 'The address is not percent-encoded UTF-8 or too long, or the body is not JSON.',
    advice: 'Mend what the message names; the same request fails again.',
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
    when: 'The key is malformed, unknown or revoked, or two were sent. Told by open operations, too.',
    advice: 'Send one valid key, or none where the operation is open.',
  },
  AdvancedNotIncluded: {
    status: 403,
    message: 'This is an Advanced operation, and this key has none; send a key that has them.',
    when: 'The operation is an Advanced one, and the key has none of these.',
    advice:
      'Send a key that has them; stats and top lists also answer without any, in the form of surface B.',
  },
  ProfileNotFound: {
    status: 404,
    message: 'No profile exists for this EIN; check it with a search.',
    when: 'Nothing that makes a profile is known under this EIN; the message says what is, such as a registry entry.',
    advice: 'Look the organization up with a search.',
  },
  FilingNotFound: {
    status: 404,
    message: 'The organization has no such filing; see /filings for those it has.',
    when: 'The organization has no filing of that form and year.',
    advice: 'Choose one of those that /filings lists.',
  },
  SectionNotFound: {
    status: 404,
    message: 'The selected filing has no such section; see Sections of the page.',
    when: 'The filing that is shown has no data for this section, or no section has that name.',
    advice: 'Choose one of Sections of the page, which differ by form and year.',
  },
  EvidenceNotFound: {
    status: 404,
    message:
      "The EvidenceRef names nothing of this organization's filings or of those that name it; ask with the EIN of who filed it.",
    when: 'The EvidenceRef is well-formed and names nothing of this organization.',
    advice: 'Ask with the EIN of who filed it.',
  },
  IconNotFound: {
    status: 404,
    message: 'No icon is known for this organization.',
    when: "The organization's website was not read, or shows no icon.",
    advice: 'Show none; Hero.BrandAssets of the page is absent then, too.',
  },
  NoDiscoveryEvidence: {
    status: 404,
    message: 'This organization has no text to compare by; pass Intent.',
    when: 'The organization has no text to find similar ones by.',
    advice: 'Pass Intent, a few words on what is looked for.',
  },
  NoComparableCohort: {
    status: 404,
    message: 'No comparable organizations were found; pass a wider Intent.',
    when: 'No organization is comparable to this one.',
    advice: 'Pass a wider Intent.',
  },
  RouteNotFound: {
    status: 404,
    message: 'No such path; /openapi.json lists those there are.',
    when: 'No operation has this path.',
    advice: 'See /openapi.json for those there are.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'This path does not take that method; see the Allow header.',
    when: 'The path is known and does not take this method.',
    advice: 'Use one of the header Allow.',
  },
  BodyTooLarge: {
    status: 413,
    message: 'The body is over 256 KiB; send less.',
    when: 'The body is over 256 KiB.',
    advice: 'Send less.',
  },
  InvalidParameters: {
    status: 422,
    message: 'A parameter is not valid.',
    when: 'Parameters or fields of the body are wrong, missing or unknown. Surface A answers `detail` as a list of {loc, msg, type, input}, one of each fault; surface B 400 with one sentence.',
    advice: 'Mend each; a message names the nearest known name or value.',
  },
  PageTooDeep: {
    status: 422,
    message:
      'Pages end at the 10,000th hit; narrow the search with State, Cause, PrimaryForm, EntityType, MinRevenue or MaxRevenue, or take all hits with /api/v2/export.',
    when: 'The page of a search lies beyond the 10,000th hit.',
    advice: 'Narrow the search, or take all hits with /api/v2/export.',
  },
  DataAllowanceExhausted: {
    status: 429,
    message: "Today's data allowance is used up; it resets at 00:00 UTC.",
    when: "The day's data reads of the key, or of the address without one, are used up.",
    advice: 'Come again at 00:00 UTC, or send a key with a larger allowance; see /api/v2/usage.',
  },
  AdvancedAllowanceExhausted: {
    status: 429,
    message: "Today's Advanced allowance is used up; it resets at 00:00 UTC.",
    when: "The key's Advanced operations of the day are used up.",
    advice: 'Come again at 00:00 UTC; data reads have an allowance of their own.',
  },
  RateLimited: {
    status: 429,
    message: 'Too many requests; slow down and use pages instead of many searches.',
    when: 'Requests come too fast, too many run at once, or the service is busy. Costs no allowance.',
    advice: 'Wait as long as Retry-After says; ask for fewer and larger pages.',
  },
  InternalError: {
    status: 500,
    message: 'The service failed; the request id leads its operators to the cause.',
    when: 'The service has a defect.',
    advice: 'Tell the operators the X-Request-Id; asking again seldom helps.',
  },
  SearchUnavailable: {
    status: 503,
    message: 'The search index cannot be reached at the moment; try again shortly.',
    when: 'The search index cannot be reached or did not answer in time.',
    advice: 'Wait as long as Retry-After says. It never means that nothing was found.',
  },
  StoreUnavailable: {
    status: 503,
    message: 'The store cannot be reached at the moment; try again shortly.',
    when: 'The store cannot be reached or did not answer in time. With keys this includes searches, because the store counts them.',
    advice: 'Wait as long as Retry-After says. It never means that nothing is known.',
  },
  AssistantUnavailable: {
    status: 503,
    message: 'The assistant cannot go on with this answer at the moment; ask again shortly.',
    when: 'An answer of the assistant could not be brought to its end.',
    advice: 'Ask again shortly; what was sent until then holds.',
  },
  DiscoveryIndexEmpty: {
    status: 503,
    message: 'The index holds no cause text yet; try again after the next reindex.',
    when: 'The index holds no text to search by meaning.',
    advice: 'Search by name (Mode=Identity); operators: load filings and reindex.',
  },
  IndexNotReady: {
    status: 503,
    message: 'No index has been built yet; load filings and run the reindex first.',
    when: 'No index has been built yet, or one for another version or model.',
    advice: 'Come again later; operators: load filings and reindex.',
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
