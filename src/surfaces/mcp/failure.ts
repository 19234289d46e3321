import { endOfUtcDay } from '../../access/utc-day.ts'
import { ERRORS, type ErrorCode, type ParameterIssue } from '../../errors.ts'
import { describeIssues } from '../validation.ts'
import type { Answer } from './ask.ts'

/** A refusal as an agent is told it. */
export type Failure = {
  ErrorCode: string
  Message: string
  /** What to do next; absent where the message says it. */
  Advice?: string
  RetryAfterSeconds?: number
  /** When an allowance is whole again. */
  ResetAt?: string
}

const HOW_TO_SEND =
  'A key is sent with each request to /mcp, as "Authorization: Bearer <key>" or as "X-Service-API-Key: <key>", in the settings of the client; those who run this service give keys.'

/** What an agent does about an error, where the message of the table is not enough for one. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  MissingCredential: `This tool needs a key. ${HOW_TO_SEND} Without one these work: resolve_organization, search_organizations, discover_organizations, get_profile, get_section, get_evidence, list_filings, compare_organizations.`,
  InvalidCredential: HOW_TO_SEND,
  ProfileNotFound:
    'Find the EIN with resolve_organization. Do not take another organization for it, and say that none is known here.',
  FilingNotFound: 'list_filings shows the forms and years there are.',
  SectionNotFound: 'get_profile lists the sections of a filing.',
  InvalidEvidenceRef: 'Pass a Ref exactly as another answer gave it.',
  EvidenceNotFound: 'Pass the EIN of the organization that filed it.',
  InvalidCursor: 'Pass NextCursor unchanged, with the same arguments as before.',
  NoDiscoveryEvidence: 'Pass Intent, or use discover_organizations.',
  DataAllowanceExhausted:
    'Say so instead of guessing; go on after ResetAt, or with a key that has more. What has been read already stays good.',
  AdvancedAllowanceExhausted: 'Say so instead of guessing, and go on after ResetAt.',
  RateLimited: 'Wait as long as RetryAfterSeconds says, then ask again, one call after the other.',
  InternalError: 'Ask once more; do not make up what could not be read.',
  SearchUnavailable: 'Wait as long as RetryAfterSeconds says, then ask again.',
  StoreUnavailable: 'Wait as long as RetryAfterSeconds says, then ask again.',
}

const ALLOWANCES = new Set(['DataAllowanceExhausted', 'AdvancedAllowanceExhausted'])

/** What a refusal of surface A says, with what to do about it; `now` says when a day ends. */
export function readFailure({ body, headers }: Answer, now: Date): Failure {
  const { code, message } = readDetail(body)
  const advice = isKnown(code) ? ADVICE[code] : undefined
  return {
    ErrorCode: code,
    Message: message,
    ...(advice && { Advice: advice }),
    ...(headers.retryAfter && { RetryAfterSeconds: Number(headers.retryAfter) }),
    ...(ALLOWANCES.has(code) && { ResetAt: endOfUtcDay(now).toISOString() }),
  }
}

/** The failure as lines of text. */
export const describeFailure = (failure: Failure): string =>
  [
    `${failure.ErrorCode}: ${failure.Message}`,
    ...(failure.Advice ? [failure.Advice] : []),
    ...(failure.ResetAt ? [`ResetAt: ${failure.ResetAt}`] : []),
    ...(failure.RetryAfterSeconds ? [`RetryAfterSeconds: ${failure.RetryAfterSeconds}`] : []),
  ].join('\n')

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

type Detail = { ErrorCode: string; Message: string } | ParameterIssue[]

function readDetail(body: unknown): { code: string; message: string } {
  const { detail } = body as { detail: Detail }
  if (!Array.isArray(detail)) return { code: detail.ErrorCode, message: detail.Message }
  return { code: 'InvalidParameters', message: describeIssues(detail.map(underToolsName)) }
}

/** Parameters of operations that tools have under another name. */
const RENAMED = new Map<string | number, string>([
  ['ein', 'EIN'],
  ['SectionId', 'Section'],
  ['EvidenceRef', 'Ref'],
])

const underToolsName = (issue: ParameterIssue): ParameterIssue => ({
  ...issue,
  loc: issue.loc.map((step) => RENAMED.get(step) ?? step),
})
