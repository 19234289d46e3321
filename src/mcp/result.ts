import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { toPlainJson } from '../domain/filed-text.ts'
import type { Operation } from '../tools/tool.ts'
import type { Answer } from './ask.ts'
import { describeFailure, type FailureContext, inToolWords, readFailure } from './failure.ts'

/** The longest JSON repeated as text, for clients that show only text: about 12,000 tokens. */
const MAX_TEXT = 40_000

/**
 * Returns the result of a call: the API's JSON as structured content, a short rendering with citations,
 * and the JSON as text, as the specification advises. An error of the API becomes an error of the
 * tool, which the model can act on.
 */
export function toResult(
  operation: Operation,
  answer: Answer,
  context: FailureContext,
): CallToolResult {
  const _meta = metaOf(answer)
  if (answer.status !== 200) {
    const failure = readFailure(answer, context)
    return {
      isError: true,
      // Structured content must match the output schema, so an error has none.
      content: [{ type: 'text', text: describeFailure(failure) }],
      _meta: { ..._meta, Error: { ...failure, Status: answer.status } },
    }
  }
  const lines = operation.toText(answer.body).map(inToolWords)
  return {
    content: [
      { type: 'text', text: lines.join('\n') },
      {
        type: 'text',
        text: jsonOf(operation, answer.body),
        annotations: { audience: ['assistant'] },
      },
    ],
    structuredContent: answer.body as Record<string, unknown>,
    _meta,
  }
}

/** Omits the list of evidence if the JSON is too long; each value keeps its Ref. */
function jsonOf(operation: Operation, body: unknown): string {
  const whole = toPlainJson(body)
  if (whole.length <= MAX_TEXT) return whole
  const { EvidenceRefs, ...rest } = body as Record<string, unknown>
  const short = toPlainJson(rest)
  if (short.length <= MAX_TEXT) return short
  const advice = operation.arguments.Limit
    ? 'To get less data, set a lower Limit or read single values with get_evidence.'
    : 'The text above is the only part of the result that is available as text.'
  return `The JSON has ${whole.length} characters and is available only in structuredContent. ${advice}`
}

const metaOf = ({
  headers: { rateLimit, policy, retryAfter },
}: Answer): Record<string, unknown> => ({
  ...(rateLimit && { RateLimit: rateLimit }),
  ...(policy && { 'RateLimit-Policy': policy }),
  ...(retryAfter && { 'Retry-After': retryAfter }),
})
