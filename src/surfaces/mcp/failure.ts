import { endOfUtcDay } from '../../access/utc-day.ts'
import { ERRORS, type ErrorCode, type ParameterIssue } from '../../errors.ts'
import { ERROR_GUIDE } from '../error-guide.ts'
import { describeIssues } from '../validation.ts'
import type { Answer } from './ask.ts'

/** A refusal as an agent is told it. */
export type Failure = {
  ErrorCode: string
  Message: string
  /** What to do next. */
  Advice?: string
  RetryAfterSeconds?: number
  /** When an allowance is whole again. */
  ResetAt?: string
}

const HOW_TO_SEND =
  'A key is sent with each request to /mcp, as "Authorization: Bearer <key>" or as "X-Service-API-Key: <key>", in the settings of the client; those who run this service give keys.'

/** What an agent does with tools; of all else the guide to errors says what to do. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  InvalidCredential: HOW_TO_SEND,
  // The guide's other way out, to send none, is one of another surface.
  AdvancedNotIncluded: 'Other tools work with this key; for this one it needs Advanced operations.',
  ProfileNotFound:
    'Find the EIN with resolve_organization. Do not take another organization for it, and say that none is known here.',
  FilingNotFound: 'list_filings shows the forms and years there are.',
  SectionNotFound: 'get_profile lists the sections of a filing.',
  InvalidEvidenceRef: 'Pass a Ref exactly as another answer gave it.',
  EvidenceNotFound: 'Pass the EIN of the organization that filed it.',
  InvalidCursor: 'Pass NextCursor unchanged, with the same arguments as before.',
  NoDiscoveryEvidence: 'Pass Intent, or use discover_organizations.',
  DataAllowanceExhausted:
    'Say so instead of guessing; go on after ResetAt, or with a key that has more; usage tells what one has. What has been read already stays good.',
}

/** What is to be told beside the refusal itself. */
export type Telling = {
  /** Says when a day ends. */
  now: Date
  /** Names of the tools that answer without a key. */
  openTools: readonly string[]
}

const adviceFor = (code: ErrorCode, openTools: readonly string[]): string =>
  code === 'MissingCredential'
    ? `This tool needs a key. ${HOW_TO_SEND} Without one these work: ${openTools.join(', ')}.`
    : (ADVICE[code] ?? ERROR_GUIDE[code].advice)

const ALLOWANCES = new Set(['DataAllowanceExhausted', 'AdvancedAllowanceExhausted'])

/** What a refusal of surface A says, with what to do about it. */
export function readFailure({ body, headers }: Answer, { now, openTools }: Telling): Failure {
  const { code, message } = readDetail(body)
  return {
    ErrorCode: code,
    Message: message,
    ...(isKnown(code) && { Advice: adviceFor(code, openTools) }),
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
