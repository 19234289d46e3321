import { endOfUtcDay } from '../access/usage.ts'
import { describeIssues } from '../api/shared/validation.ts'
import { toPlainFiled } from '../domain/filed-text.ts'
import { maskKeys } from '../domain/mask-keys.ts'
import { readTsv } from '../domain/tsv.ts'
import { ApiError, ERRORS, type ErrorCode } from '../platform/errors.ts'
import { NOTHING_FILED } from '../sector/read-sector.ts'
import type { Answer } from '../tools/ask.ts'
import type { ToolOperation } from '../tools/tool.ts'
import { TOOLS } from '../tools/tools.ts'

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

/** Messages and advice in words of tools. */
const SAID = new Map(
  readTsv(new URL('failures.tsv', import.meta.url)).map(([error, ...said]) => [error, said]),
)

/** Returns an error of an operation in the words of tools, with advice. */
export function readFailure(
  { error = new ApiError('InternalError'), headers: { policy, retryAfter } }: Answer,
  { arguments: given }: Pick<ToolOperation, 'arguments'>,
  { hasKey, now, openTools }: FailureContext,
): Failure {
  // Surface B has no error of its own for an empty store.
  const code = error.reason === NOTHING_FILED ? 'IndexNotReady' : error.code
  // No reset helps a key whose allowance is 0.
  const hasNone = policy?.includes(';q=0;') ?? false
  const whose = hasNone ? 'noReads' : hasKey ? '' : 'noKey'
  const [message, advice = ERRORS[code].advice] =
    SAID.get(`${code} ${whose}`) ?? SAID.get(code) ?? []
  return {
    ErrorCode: code,
    // The message may contain a filed name, or a key that was sent by mistake.
    Message: maskKeys(toPlainFiled(message || inToolWords(sentenceOf(error, given)))),
    Advice: advice.replace('{openTools}', openTools.join(', ')),
    ...(retryAfter && !hasNone && { RetryAfterSeconds: Number(retryAfter) }),
    ...(code.endsWith('AllowanceExhausted') &&
      !hasNone && { ResetAt: endOfUtcDay(now).toISOString() }),
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

/** Returns the message of an error, with the tool's names of arguments. */
function sentenceOf({ reason, details }: ApiError, given: ToolOperation['arguments']): string {
  if (!details.issues) return reason
  const names = new Map<string | number, string>(
    Object.entries(given).map(([name, { parameter = name }]) => [parameter, name]),
  )
  return describeIssues(
    details.issues.map((issue) => {
      // Issues of `arguments` have the name as sent, which must not change.
      const isOfTool = issue.loc[0] === 'arguments'
      return isOfTool ? issue : { ...issue, loc: issue.loc.map((one) => names.get(one) ?? one) }
    }),
  )
}

/** The tools by the last name in the path of their operations, and of lists that a tool returns, too. */
const TOOL_OF_PATH = new Map([
  ...TOOLS.flatMap(({ name, operations }) =>
    operations.map(({ path, when = {} }): [string, string] => [
      path.split('/').findLast((step) => /^[a-z]/.test(step)) ?? path,
      [name, ...Object.keys(when)].join(' with '),
    ]),
  ),
  ...([
    ['blocks', 'filings'],
    ['export', 'search'],
    ['funders', 'money'],
    ['grantees', 'money'],
    ['leadership', 'people with EIN'],
  ] as const),
])
const PATH = new RegExp(
  `(?:/api/v2/(?:charity/[^\\s/]+/)?|(?<=\\s)/)(${[...TOOL_OF_PATH.keys()].join('|')})\\b[^\\s.,;)]*`,
  'g',
)

/** Phrases about HTTP requests, and what tools say. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ For the available data, request \S+/, ''],
  [/The Sections field of the page lists/, 'The tool organizations lists'],
  [/ of \/mcp\b/, ''],
  [/\bEvidenceRef\b/g, 'Ref'],
]

/** Replaces paths and parameters in a sentence with the names that tools use. */
export const inToolWords = (message: string): string =>
  PHRASES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message).replace(
    PATH,
    (_, name: string) => `the tool ${TOOL_OF_PATH.get(name)}`,
  )
