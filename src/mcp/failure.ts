import { endOfUtcDay } from '../access/usage.ts'
import { describeIssues } from '../api/shared/validation.ts'
import { toPlainFiled } from '../domain/filed-text.ts'
import { ERRORS, type ErrorCode, type ParameterIssue } from '../platform/errors.ts'
import type { Answer } from '../tools/ask.ts'
import type { ToolOperation } from '../tools/tool.ts'

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

/** What the advice depends on besides the error. */
export type FailureContext = {
  /** Whether the caller sent a key; the allowance is then the key's. */
  hasKey: boolean
  /** Allowances reset at the end of this day (UTC). */
  now: Date
  /** Names of the tools that work without a key. */
  openTools: readonly string[]
}

const SET_KEY =
  'Do not pass a key as an argument. Ask your user to get a key from the operator of this service and to set it as the bearer token for this connection in the client settings.'
const WAIT = 'Wait for RetryAfterSeconds seconds, and then call again.'
const AFTER_RESET = 'Say so instead of guessing. Continue after ResetAt'

/** Messages and advice in words of tools; undefined keeps the API's. */
const SAID: Partial<Record<ErrorCode, readonly [message: string | undefined, advice: string]>> = {
  MissingCredential: ['This call requires a key, but none is set.', SET_KEY],
  InvalidCredential: ['The key is malformed, unknown, or revoked.', SET_KEY],
  AdvancedNotIncluded: [
    'This call costs an Advanced operation, and the current key includes none.',
    'Use other tools. Tell your user that this call needs a key that includes Advanced operations.',
  ],
  InvalidParameters: [undefined, 'Correct the arguments, and call again.'],
  InvalidRequest: [undefined, 'Use fewer and simpler words. The same call would fail again.'],
  ProfileNotFound: [
    undefined,
    'Say so, and state nothing beyond this message. If the EIN may be wrong, look it up with search. Do not substitute another organization.',
  ],
  FilingNotFound: [undefined, 'Call filings to see the available forms and years.'],
  SectionNotFound: [undefined, 'Call organizations without Section to see the sections.'],
  InvalidEvidenceRef: [
    'This is not a Ref.',
    'Pass a Ref exactly as a result shows it, without the brackets around it.',
  ],
  EvidenceNotFound: ['No loaded source has this Ref.', 'Use a Ref from an earlier result.'],
  InvalidCursor: [
    'This cursor was not returned for these arguments.',
    'Pass NextCursor unchanged, with the same arguments as before.',
  ],
  NoComparableCohort: [undefined, 'Pass Form, or say that no similar organizations were found.'],
  NoDiscoveryEvidence: [
    'This organization has no text to compare with that of others.',
    'Call search with a Query that describes what you look for.',
  ],
  PageTooDeep: [
    'Pages end at the 10,000th result.',
    'Narrow the search. Good matches are rarely this far down.',
  ],
  DataAllowanceExhausted: [
    undefined,
    `${AFTER_RESET}, or with a key that has a larger allowance. Data that you have already read remains valid.`,
  ],
  AdvancedAllowanceExhausted: [
    undefined,
    `${AFTER_RESET}. Tools that do not cost Advanced operations still work.`,
  ],
  RateLimited: [
    'Too many calls were made at once.',
    `${WAIT} Make fewer calls, each with more rows.`,
  ],
  InternalError: [
    'The service failed. Your call did not cause the error.',
    'Calling again rarely helps. Say that the data could not be read.',
  ],
  SearchUnavailable: [undefined, `${WAIT} This error does not mean that nothing was found.`],
  StoreUnavailable: [undefined, `${WAIT} This error does not mean that nothing is known.`],
  DiscoveryIndexEmpty: [
    'The index has no text for searches by meaning yet.',
    'Search for a name instead, or say that the data is not loaded yet.',
  ],
  IndexNotReady: [undefined, 'Say that the data is not loaded yet.'],
}

const NO_READS =
  'Waiting does not help, because this key does not include data reads. Ask your user to set another key, or to remove this key and use the tools that work without one.'
const READS_OF_THE_ADDRESS = `${AFTER_RESET}. This IP address has used its free reads for today. A key has its own allowance. ${SET_KEY}`

function adviceFor(answer: Answer, code: ErrorCode, { hasKey, openTools }: FailureContext): string {
  const advice = SAID[code]?.[1] ?? ERRORS[code].advice
  if (code === 'MissingCredential') {
    return `${advice} These tools work without a key: ${openTools.join(', ')}.`
  }
  if (code === 'DataAllowanceExhausted' && hasNone(answer)) return NO_READS
  return code === 'DataAllowanceExhausted' && !hasKey ? READS_OF_THE_ADDRESS : advice
}

/** Returns whether the key's allowance is zero, so that no reset helps. */
const hasNone = ({ headers }: Answer): boolean => headers.policy?.includes(';q=0;') ?? false

/** Returns an error of an operation in the words of tools, with advice. */
export function readFailure(
  answer: Answer,
  operation: Pick<ToolOperation, 'arguments'>,
  context: FailureContext,
): Failure {
  const { headers } = answer
  const code = codeOf(answer)
  return {
    ErrorCode: code,
    // The message may contain a filed name.
    Message: toPlainFiled(SAID[code]?.[0] ?? sentenceOf(answer.body, operation)),
    Advice: adviceFor(answer, code, context),
    ...(headers.retryAfter &&
      !hasNone(answer) && { RetryAfterSeconds: Number(headers.retryAfter) }),
    ...(code.endsWith('AllowanceExhausted') &&
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

/** An empty store makes totals fail with ProfileNotFound on surface B and with IndexNotReady on A. */
const codeOf = ({ body, errorCode = 'InternalError' }: Answer): ErrorCode =>
  'error' in (body as Refused) && errorCode === 'ProfileNotFound' ? 'IndexNotReady' : errorCode

/** Returns the message of an error of either surface, with the tool's names of arguments. */
function sentenceOf(body: unknown, operation: Pick<ToolOperation, 'arguments'>): string {
  const refused = body as Refused
  const names = Object.entries(operation.arguments).flatMap(([name, { parameter }]) =>
    parameter === undefined || parameter === name ? [] : [[parameter, name] as const],
  )
  if ('error' in refused) {
    const rename = (text: string, [theirs, ours]: readonly [string, string]) =>
      text.replace(new RegExp(`(?<=^|\\. )${theirs}(?= must)`, 'g'), ours)
    return inToolWords(names.reduce(rename, refused.error))
  }
  const { detail } = refused
  if (!Array.isArray(detail)) return inToolWords(detail.Message)
  const renamed = new Map<string | number, string>(names)
  return describeIssues(
    detail.map((issue) =>
      // Issues of `arguments` have the name as sent, which must not change.
      issue.loc[0] === 'arguments'
        ? issue
        : {
            ...issue,
            loc: issue.loc.map((step) => renamed.get(step) ?? step),
            msg: inToolWords(issue.msg),
          },
    ),
  )
}

/** The tool that reads what a path of the API returns, by the last name in the path. */
const TOOL_OF_PATH: Record<string, string> = {
  ...{
    blocks: 'filings',
    compare: 'compare',
    discovery: 'search with SimilarTo',
    export: 'search',
  },
  ...{ filings: 'filings', funders: 'money', grants: 'grants', leadership: 'people with EIN' },
  ...{ metrics: 'sector', page: 'organizations', people: 'people', profile: 'organizations' },
  ...{ search: 'search', sources: 'sources', stats: 'sector' },
}
const PATH = new RegExp(
  `(?:/api/v2/(?:charity/[^\\s/]+/)?|(?<=\\s)/)(${Object.keys(TOOL_OF_PATH).join('|')})\\b[^\\s.,;)]*`,
  'g',
)

/** Phrases about HTTP requests, and what tools say. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /^The query string is longer than 8 KiB\. Send shorter parameters/,
    'The arguments are longer than 8 KiB in total. Shorten them',
  ],
  [
    /^The service could not read the request\. See the API reference for the expected format/,
    'The service could not read these arguments. Correct them to match the input schema of this tool',
  ],
  // No tool reads organizations that have no filings.
  [/ For the available data, request \S+/, ''],
  [/The Sections field of the page lists/, 'The tool organizations lists'],
  [/ without (?:a hyphen|hyphens)\b/, ''],
  [/\brequest \/api\/v2\/funders\/for-cohort\S*?(?=\.$)/, 'call money with EINs'],
  [/\brequest (?=\/api)/g, 'call '],
  [/\bEvidenceRef\b/g, 'Ref'],
]

/** Replaces paths and parameters in a sentence with the names that tools use. */
export const inToolWords = (message: string): string =>
  PHRASES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message).replace(
    PATH,
    (_, name: string) => `the tool ${TOOL_OF_PATH[name]}`,
  )
