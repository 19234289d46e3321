import { endOfUtcDay } from '../access/usage.ts'
import { describeIssues } from '../api/shared/validation.ts'
import { toPlainFiled } from '../domain/filed-text.ts'
import { ERRORS, type ErrorCode, type ParameterIssue } from '../platform/errors.ts'
import { operationsOf } from '../tools/tool.ts'
import { OPERATION_TOOLS } from '../tools/tools.ts'
import type { Answer } from './ask.ts'

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
  'Do not pass a key as an argument. Ask your user to get a key from the operator of this service and to set it as the bearer token for this connection in the client settings.'

const WAIT = 'Wait for RetryAfterSeconds seconds, and then call again.'

/** Advice in terms of tools. Other codes use the API's advice. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  InvalidCredential: HOW_TO_SET,
  InvalidRequest: 'Use fewer and simpler words. The same call would fail again.',
  AdvancedNotIncluded:
    'Use other tools. Tell your user that this tool works without a key, or with a key that includes Advanced operations.',
  ProfileNotFound:
    'Say so, and state nothing beyond this message. If the EIN may be wrong, look it up with resolve_organization. Do not substitute another organization.',
  FilingNotFound: 'Call list_filings to see the available forms and years.',
  SectionNotFound: 'Call get_profile to see the sections of a filing.',
  InvalidEvidenceRef: 'Pass a Ref exactly as an earlier response returned it.',
  EvidenceNotFound: 'Omit EIN, or pass the EIN of the organization that the Ref belongs to.',
  InvalidCursor: 'Pass NextCursor unchanged, with the same arguments as before.',
  NoComparableCohort:
    'Pass the argument that the message suggests, or say that no similar organizations were found.',
  NoDiscoveryEvidence: 'Pass Intent, or call discover_organizations.',
  PageTooDeep: 'Narrow the search. Good matches are rarely this far down.',
  DataAllowanceExhausted:
    'Say so instead of guessing. Continue after ResetAt, or with a key that has a larger allowance. To see the allowance of the key, call usage. Data that you have already read remains valid.',
  AdvancedAllowanceExhausted:
    'Say so instead of guessing. Continue after ResetAt. Tools that do not cost Advanced operations still work. Tell your user that this tool also works without a key.',
  RateLimited: `${WAIT} Make fewer calls, each with more rows.`,
  InternalError: 'Calling again rarely helps. Say that the data could not be read.',
  SearchUnavailable: `${WAIT} This error does not mean that nothing was found.`,
  StoreUnavailable: `${WAIT} This error does not mean that nothing is known.`,
  DiscoveryIndexEmpty: 'To search by name, call search_organizations.',
  IndexNotReady: 'Say that the data is not loaded yet.',
}

const NO_READS =
  'Waiting does not help, because this key does not include data reads. Ask your user to set another key, or to remove this key and use the tools that work without one.'

const READS_OF_THE_ADDRESS = `Say so instead of guessing. Continue after ResetAt. This IP address has used its free reads for today. A key has its own allowance. ${HOW_TO_SET}`

/** What the advice depends on besides the error. */
export type FailureContext = {
  /** Whether the caller sent a key; the allowance is then the key's. */
  hasKey: boolean
  /** Allowances reset at the end of this day (UTC). */
  now: Date
  /** Names of the tools that work without a key. */
  openTools: readonly string[]
}

function adviceFor(answer: Answer, code: ErrorCode, { hasKey, openTools }: FailureContext): string {
  if (code === 'MissingCredential') {
    return `${HOW_TO_SET} These tools work without a key: ${openTools.join(', ')}.`
  }
  if (code === 'DataAllowanceExhausted') {
    if (hasNone(answer)) return NO_READS
    if (!hasKey) return READS_OF_THE_ADDRESS
  }
  return ADVICE[code] ?? ERRORS[code].advice
}

const ALLOWANCES = new Set<ErrorCode>(['DataAllowanceExhausted', 'AdvancedAllowanceExhausted'])

/** Returns whether the key's allowance is zero, so that no reset helps. */
const hasNone = ({ headers }: Answer): boolean => headers.policy?.includes(';q=0;') ?? false

/** Returns an error of the API in the words of tools, with advice. */
export function readFailure(answer: Answer, context: FailureContext): Failure {
  const { body, headers } = answer
  const code = codeOf(answer)
  return {
    ErrorCode: code,
    // The message may contain a filed name.
    Message: toPlainFiled(MESSAGES[code] ?? sentenceOf(body)),
    Advice: adviceFor(answer, code, context),
    ...(headers.retryAfter &&
      !hasNone(answer) && { RetryAfterSeconds: Number(headers.retryAfter) }),
    ...(ALLOWANCES.has(code) &&
      !hasNone(answer) && { ResetAt: endOfUtcDay(context.now).toISOString() }),
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

/**
 * An empty store makes totals fail with ProfileNotFound on surface B and with IndexNotReady on A.
 */
const codeOf = ({ body, errorCode = 'InternalError' }: Answer): ErrorCode =>
  'error' in (body as Refused) && errorCode === 'ProfileNotFound' ? 'IndexNotReady' : errorCode

/** Returns the message of an error of either surface, in the words of tools. */
function sentenceOf(body: unknown): string {
  const refused = body as Refused
  if ('error' in refused) return inToolWords(refused.error)
  const { detail } = refused
  return Array.isArray(detail)
    ? describeIssues(detail.map(underToolsName))
    : inToolWords(detail.Message)
}

/** Operation parameters that have another name in tools. */
const RENAMED = new Map<string | number, string>(
  OPERATION_TOOLS.flatMap((tool) =>
    operationsOf(tool).flatMap((operation) =>
      Object.entries(operation.arguments).flatMap(([name, { parameter }]) =>
        parameter === undefined ? [] : [[parameter, name] as const],
      ),
    ),
  ),
)

/** Issues of `arguments` have the tool's names, or the name as sent, which must not change. */
const underToolsName = (issue: ParameterIssue): ParameterIssue =>
  issue.loc[0] === 'arguments'
    ? issue
    : {
        ...issue,
        loc: issue.loc.map((step) => RENAMED.get(step) ?? step),
        msg: inToolWords(issue.msg),
      }

/** Messages for errors whose own message is about HTTP requests. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  MissingCredential: 'This tool requires a key, but none is set.',
  InvalidCredential: 'The key is malformed, unknown, or revoked.',
  AdvancedNotIncluded:
    'With a key, this tool costs an Advanced operation, and the current key includes none.',
  InvalidCursor: 'This cursor was not returned for these arguments.',
  RateLimited: 'Too many calls were made at once.',
  InternalError: 'The service failed. Your call did not cause the error.',
}

/** Paths and parameters in messages, and what tools call them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /^The query string is longer than 8 KiB\. Send shorter parameters/,
    'The arguments are longer than 8 KiB in total. Shorten them',
  ],
  [
    /^The service could not read the request\. See the API reference for the expected format/,
    'The service could not read these arguments. Correct them to match the input schema of this tool',
  ],
  [/ For the available data, request \/api\/v2\/charity\/\d{9}\/profile\./, ''],
  [/request \/api\/v2\/funders\/for-cohort\?EINs=\d{9}/, 'use funders_for_cohort with this EIN'],
  [/\bMode=Discovery to search by what/, 'discover_organizations, which searches by what'],
  [/, or get all hits from \/api\/v2\/export/, ''],
  [/\bAvailable forms: (990\w*(?:, 990\w*)*)/, 'It has filed Form $1'],
  [/ To list its filings, use \/filings\./, ''],
  [/The Sections field of the page lists/, 'get_profile lists'],
  [/Check the EIN with a search/, 'Check the EIN with resolve_organization'],
  [
    /a nine-digit EIN without a hyphen, such as 123456789/,
    'an EIN: nine digits, such as 070000101',
  ],
  [/ without hyphens, separated by commas/, ''],
  [/ from \/(?:blocks|filings)\b/, ' from list_filings'],
  [/\b(?:an )?EvidenceRef\b/g, 'Ref'],
]

/** Replaces paths and parameters in a sentence with the names that tools use. */
export const inToolWords = (message: string): string =>
  PHRASES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message)
