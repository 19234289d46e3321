import { ERRORS, type ErrorCode } from '../errors.ts'

type Guide = {
  /** When a client meets it. */
  when: string
  /** What a client does about it. */
  advice: string
}

/** Of every error, what it means and what to do about it; docs/errors.md is printed from this. */
export const ERROR_GUIDE: Record<ErrorCode, Guide> = {
  InvalidCursor: {
    when: 'The Cursor cannot be read, or belongs to another request: another EIN, section, filter or order.',
    advice: 'Send the NextCursor of the same request, or begin without Cursor.',
  },
  StaleCursor: {
    when: 'The data behind the cursor was replaced between two pages.',
    advice: 'Begin anew without Cursor; pages of two states of the data do not add up.',
  },
  InvalidEvidenceRef: {
    when: 'The EvidenceRef is of no form that this service gives.',
    advice: 'Send a Ref as an answer gave it, percent-encoded.',
  },
  InvalidRequest: {
    when: 'The address is not percent-encoded UTF-8 or too long, or the body is not JSON.',
    advice: 'Mend what the message names; the same request fails again.',
  },
  MissingCredential: {
    when: 'The operation needs a key and none was sent.',
    advice: 'Send a key in X-Service-API-Key or as a bearer token.',
  },
  InvalidCredential: {
    when: 'The key is malformed, unknown or revoked, or two were sent. Told by open operations, too.',
    advice: 'Send one valid key, or none where the operation is open.',
  },
  AdvancedNotIncluded: {
    when: 'The operation is an Advanced one, and the key has none of these.',
    advice:
      'Send a key that has them; stats and top lists also answer without any, in the form of surface B.',
  },
  ProfileNotFound: {
    when: 'Nothing that makes a profile is known under this EIN; the message says what is, such as a registry entry.',
    advice: 'Look the organization up with a search.',
  },
  FilingNotFound: {
    when: 'The organization has no filing of that form and year.',
    advice: 'Choose one of those that /filings lists.',
  },
  SectionNotFound: {
    when: 'The filing that is shown has no data for this section, or no section has that name.',
    advice: 'Choose one of Sections of the page, which differ by form and year.',
  },
  EvidenceNotFound: {
    when: 'The EvidenceRef is well-formed and names nothing of this organization.',
    advice: 'Ask with the EIN of who filed it.',
  },
  IconNotFound: {
    when: "The organization's website was not read, or shows no icon.",
    advice: 'Show none; Hero.BrandAssets of the page is absent then, too.',
  },
  NoDiscoveryEvidence: {
    when: 'The organization has no text to find similar ones by.',
    advice: 'Pass Intent, a few words on what is looked for.',
  },
  NoComparableCohort: {
    when: 'No organization is comparable to this one.',
    advice: 'Pass a wider Intent.',
  },
  RouteNotFound: {
    when: 'No operation has this path.',
    advice: 'See /openapi.json for those there are.',
  },
  MethodNotAllowed: {
    when: 'The path is known and does not take this method.',
    advice: 'Use one of the header Allow.',
  },
  BodyTooLarge: {
    when: 'The body is over 256 KiB.',
    advice: 'Send less.',
  },
  InvalidParameters: {
    when: 'Parameters or fields of the body are wrong, missing or unknown. Surface A answers `detail` as a list of {loc, msg, type, input}, one of each fault; surface B 400 with one sentence.',
    advice: 'Mend each; a message names the nearest known name or value.',
  },
  PageTooDeep: {
    when: 'The page of a search lies beyond the 10,000th hit.',
    advice: 'Narrow the search, or take all hits with /api/v2/export.',
  },
  DataAllowanceExhausted: {
    when: "The day's data reads of the key, or of the address without one, are used up.",
    advice: 'Come again at 00:00 UTC, or send a key with a larger allowance; see /api/v2/usage.',
  },
  AdvancedAllowanceExhausted: {
    when: "The key's Advanced operations of the day are used up.",
    advice: 'Come again at 00:00 UTC; data reads have an allowance of their own.',
  },
  RateLimited: {
    when: 'Requests come too fast, too many run at once, or the service is busy. Costs no allowance.',
    advice: 'Wait as long as Retry-After says; ask for fewer and larger pages.',
  },
  InternalError: {
    when: 'The service has a defect.',
    advice: 'Tell the operators the X-Request-Id; asking again seldom helps.',
  },
  SearchUnavailable: {
    when: 'The search index cannot be reached or did not answer in time.',
    advice: 'Wait as long as Retry-After says. It never means that nothing was found.',
  },
  StoreUnavailable: {
    when: 'The store cannot be reached or did not answer in time. With keys this includes searches, because the store counts them.',
    advice: 'Wait as long as Retry-After says. It never means that nothing is known.',
  },
  AssistantUnavailable: {
    when: 'An answer of the assistant could not be brought to its end.',
    advice: 'Ask again shortly; what was sent until then holds.',
  },
  DiscoveryIndexEmpty: {
    when: 'The index holds no text to search by meaning.',
    advice: 'Search by name (Mode=Identity); operators: load filings and reindex.',
  },
  IndexNotReady: {
    when: 'No index has been built yet, or one for another version or model.',
    advice: 'Come again later; operators: load filings and reindex.',
  },
}

const ROW = (code: string, status: string | number, when: string, advice: string): string =>
  `| ${code} | ${status} | ${when} | ${advice} |`

/** All errors as one Markdown table, by status. */
export function printErrorTable(): string {
  const rows = byStatus().map(({ code, status, when, advice }) =>
    ROW(`\`${code}\``, status, when, advice),
  )
  return [ROW('Code', 'Status', 'When', 'What to do'), '|---|---|---|---|', ...rows].join('\n')
}

/** All errors as a Markdown list, by status: for columns too narrow for a table. */
export const printErrorList = (): string =>
  byStatus()
    .map(({ code, status, when, advice }) => `- **${status}** \`${code}\`: ${when} *${advice}*`)
    .join('\n')

const byStatus = () =>
  (Object.keys(ERROR_GUIDE) as ErrorCode[])
    .toSorted((a, b) => ERRORS[a][0] - ERRORS[b][0])
    .map((code) => ({ code, status: ERRORS[code][0], ...ERROR_GUIDE[code] }))
