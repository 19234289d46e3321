import { endOfUtcDay } from '../../access/utc-day.ts'
import { ERRORS, type ErrorCode, type ParameterIssue } from '../../errors.ts'
import { ERROR_GUIDE } from '../error-guide.ts'
import type { Surface } from '../surface.ts'
import { describeIssues } from '../validation.ts'
import type { Answer } from './ask.ts'
import { messageOf } from './tool-words.ts'

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

const HOW_TO_SET =
  'No argument takes a key: tell your user that it is set as the bearer token of this connection, in the settings of the client, and that those who run this service give keys.'

const WAIT = 'Wait as many seconds as RetryAfterSeconds says, then call again.'

/** What an agent does with tools; of all else the guide to errors says what to do. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  InvalidCredential: HOW_TO_SET,
  InvalidRequest: 'A Query of a few words finds more than a long text.',
  ProfileNotFound:
    'Find the EIN with resolve_organization. Do not take another organization for it, and say that none is known here.',
  FilingNotFound: 'list_filings shows the forms and years there are.',
  SectionNotFound: 'get_profile lists the sections of a filing.',
  InvalidEvidenceRef: 'Pass a Ref exactly as another answer gave it.',
  EvidenceNotFound: 'Pass the EIN of the organization that filed it.',
  InvalidCursor: 'Pass NextCursor unchanged, with the same arguments as before.',
  NoDiscoveryEvidence: 'Pass Intent, or use discover_organizations.',
  PageTooDeep: 'Narrow the search; what is wanted seldom stands so far down.',
  DataAllowanceExhausted:
    'Say so instead of guessing; go on after ResetAt, or with a key that has more; usage tells what one has. What has been read already stays good.',
  RateLimited: `${WAIT} Make fewer calls, each for more rows.`,
  InternalError: 'Calling again seldom helps: say that it could not be read.',
  SearchUnavailable: `${WAIT} It never means that nothing was found.`,
  StoreUnavailable: `${WAIT} It never means that nothing is known.`,
  DiscoveryIndexEmpty: 'Use search_organizations, which goes by names.',
  IndexNotReady: 'Nothing can be read of it yet: say so.',
}

/** Of a tool that is asked without the caller's key. */
const OF_THE_ADDRESS =
  'This tool is free and counts for the address it is called from, not for a key: go on after ResetAt, and say so instead of guessing.'

/** What is to be told beside the refusal itself. */
export type Telling = {
  /** Says when a day ends. */
  now: Date
  /** Names of the tools that answer without a key. */
  openTools: readonly string[]
}

function adviceFor(code: ErrorCode, openTools: readonly string[], surface: Surface): string {
  if (code === 'MissingCredential') {
    return `${HOW_TO_SET} Without one these work: ${openTools.join(', ')}.`
  }
  if (code === 'DataAllowanceExhausted' && surface === 'b') return OF_THE_ADDRESS
  return ADVICE[code] ?? ERROR_GUIDE[code].advice
}

const ALLOWANCES = new Set(['DataAllowanceExhausted', 'AdvancedAllowanceExhausted'])

/** What a surface's refusal says, in the words of tools, with what to do about it. */
export function readFailure(
  { status, body, headers }: Answer,
  { now, openTools }: Telling,
  surface: Surface = 'a',
): Failure {
  const { code, message } = surface === 'b' ? readSentence(status, body) : readDetail(body)
  return {
    ErrorCode: code,
    Message: messageOf(code, message),
    ...(isKnown(code) && { Advice: adviceFor(code, openTools, surface) }),
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

/** Of what B's sentences leave open; its tools ask for nothing that could be wrong. */
const BY_STATUS = new Map<number, ErrorCode>([
  [404, 'IndexNotReady'],
  [429, 'RateLimited'],
  [503, 'SearchUnavailable'],
])

/** Surface B tells an error by its sentence alone, which is that of the table. */
function readSentence(status: number, body: unknown): { code: ErrorCode; message: string } {
  const { error: message } = body as { error: string }
  const codes = Object.keys(ERRORS) as ErrorCode[]
  const known = codes.find((code) => ERRORS[code][0] === status && ERRORS[code][1] === message)
  return { code: known ?? BY_STATUS.get(status) ?? 'InternalError', message }
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
