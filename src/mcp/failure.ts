import { endOfUtcDay } from '../access/utc-day.ts'
import { describeIssues } from '../api/shared/validation.ts'
import { toPlainFiled } from '../domain/filed-text.ts'
import { ERRORS, type ErrorCode, type ParameterIssue } from '../platform/errors.ts'
import { OPERATION_TOOLS } from '../tools/tools.ts'
import type { Answer } from './ask.ts'
import { messageOf } from './tool-words.ts'

/** An error as an agent reads it. */
export type Failure = {
  ErrorCode: ErrorCode
  Message: string
  /** What to do next. */
  Advice: string
  RetryAfterSeconds?: number
  /** When the allowance resets. */
  ResetAt?: string
}

const HOW_TO_SET =
  'No argument takes a key: tell your user that it is set as the bearer token of this connection, in the settings of the client, and that those who run this service give keys.'

const WAIT = 'Wait as many seconds as RetryAfterSeconds says, then call again.'

/** Advice in terms of tools; other codes use the guide to errors. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  InvalidCredential: HOW_TO_SET,
  InvalidRequest: 'Use fewer and plainer words; the same call fails again.',
  AdvancedNotIncluded:
    'Go on with other tools. Tell your user that this one works with a key that has Advanced operations, and without any.',
  ProfileNotFound:
    'Say so, and tell no more of it than this. Where the EIN may be wrong, find the right one with resolve_organization; do not take another organization for it.',
  FilingNotFound: 'list_filings shows the forms and years there are.',
  SectionNotFound: 'get_profile lists the sections of a filing.',
  InvalidEvidenceRef: 'Pass a Ref exactly as another answer gave it.',
  EvidenceNotFound: 'Pass the EIN of the organization that filed it.',
  InvalidCursor: 'Pass NextCursor unchanged, with the same arguments as before.',
  NoComparableCohort: 'Pass what the message names, or say that none was found.',
  NoDiscoveryEvidence: 'Pass Intent, or use discover_organizations.',
  PageTooDeep: 'Narrow the search; what is wanted seldom stands so far down.',
  DataAllowanceExhausted:
    'Say so instead of guessing; go on after ResetAt, or with a key that has more; usage tells what one has. What has been read already stays good.',
  AdvancedAllowanceExhausted:
    'Say so instead of guessing; go on after ResetAt. Tools that cost no Advanced operation go on working, and so does this one without a key: tell your user.',
  RateLimited: `${WAIT} Make fewer calls, each for more rows.`,
  InternalError: 'Calling again seldom helps: say that it could not be read.',
  SearchUnavailable: `${WAIT} It never means that nothing was found.`,
  StoreUnavailable: `${WAIT} It never means that nothing is known.`,
  DiscoveryIndexEmpty: 'Use search_organizations, which goes by names.',
  IndexNotReady: 'Nothing can be read of it yet: say so.',
}

const NO_READS =
  'Waiting changes nothing: tell your user to set another key, or none for what needs none.'

const READS_OF_THE_ADDRESS = `Say so instead of guessing; go on after ResetAt. What was used up is what everybody may read without a key; one that your user sets has reads of its own. ${HOW_TO_SET}`

/** What the advice depends on, besides the error. */
export type Telling = {
  /** Whether the caller sent a key; the allowance is then the key's. */
  hasKey: boolean
  /** Allowances reset at the end of this day (UTC). */
  now: Date
  /** Names of the tools that work without a key. */
  openTools: readonly string[]
}

function adviceFor(answer: Answer, code: ErrorCode, { hasKey, openTools }: Telling): string {
  if (code === 'MissingCredential') {
    return `${HOW_TO_SET} Without one these work: ${openTools.join(', ')}.`
  }
  if (code === 'DataAllowanceExhausted') {
    if (hasNone(answer)) return NO_READS
    if (!hasKey) return READS_OF_THE_ADDRESS
  }
  return ADVICE[code] ?? ERRORS[code].advice
}

const ALLOWANCES = new Set<ErrorCode>(['DataAllowanceExhausted', 'AdvancedAllowanceExhausted'])

/** Whether the key's allowance is zero, so that no reset helps. */
const hasNone = ({ headers }: Answer): boolean => headers.policy?.includes(';q=0;') ?? false

/** Returns an error of the API in the words of tools, with advice. */
export function readFailure(answer: Answer, telling: Telling): Failure {
  const { body, headers } = answer
  const code = codeOf(answer)
  return {
    ErrorCode: code,
    // The message may contain a filed name.
    Message: toPlainFiled(messageOf(code, sentenceOf(body))),
    Advice: adviceFor(answer, code, telling),
    ...(headers.retryAfter &&
      !hasNone(answer) && { RetryAfterSeconds: Number(headers.retryAfter) }),
    ...(ALLOWANCES.has(code) &&
      !hasNone(answer) && { ResetAt: endOfUtcDay(telling.now).toISOString() }),
  }
}

/** Returns the failure as lines of text. */
export const describeFailure = (failure: Failure): string =>
  [
    `${failure.ErrorCode}: ${failure.Message}`,
    failure.Advice,
    ...(failure.ResetAt ? [`ResetAt: ${failure.ResetAt}`] : []),
    ...(failure.RetryAfterSeconds ? [`RetryAfterSeconds: ${failure.RetryAfterSeconds}`] : []),
  ].join('\n')

type Refused = { detail: { Message: string } | ParameterIssue[] } | { error: string }

/** With an empty store, totals fail as ProfileNotFound on surface B and as IndexNotReady on A. */
const codeOf = ({ body, errorCode = 'InternalError' }: Answer): ErrorCode =>
  'error' in (body as Refused) && errorCode === 'ProfileNotFound' ? 'IndexNotReady' : errorCode

/** Returns the message of an error of either surface. */
function sentenceOf(body: unknown): string {
  const refused = body as Refused
  if ('error' in refused) return refused.error
  const { detail } = refused
  return Array.isArray(detail) ? describeIssues(detail.map(underToolsName)) : detail.Message
}

/** Parameters of operations that have another name in tools. */
const RENAMED = new Map<string | number, string>(
  OPERATION_TOOLS.flatMap(({ operation }) =>
    Object.entries(operation.arguments).flatMap(([name, { parameter }]) =>
      parameter === undefined ? [] : [[parameter, name] as const],
    ),
  ),
)

const underToolsName = (issue: ParameterIssue): ParameterIssue => ({
  ...issue,
  loc: issue.loc.map((step) => RENAMED.get(step) ?? step),
})
