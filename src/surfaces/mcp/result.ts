import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { toPlainJson } from '../../domain/filed-text.ts'
import type { Answer } from './ask.ts'
import { describeFailure, readFailure, type Telling } from './failure.ts'
import { inToolWords } from './tool-words.ts'
import type { Tool } from './tools/tool.ts'

/**
 * The longest JSON that stands in the text, too. It is for clients that show a model the text
 * alone; 40,000 characters are some 12,000 tokens, more than a model should be given unasked.
 */
const MOST_TEXT = 40_000

/**
 * The result of a tool: the API's answer as structured content, a short rendering with citations for
 * reading, and the JSON once more as text, as the specification advises for clients that do not
 * read structured content. A refusal is an error of the tool, which the model sees and can act on.
 */
export function toResult(tool: Tool, answer: Answer, telling: Telling): CallToolResult {
  const _meta = metaOf(answer)
  if (answer.status !== 200) {
    const failure = readFailure(answer, telling)
    return {
      isError: true,
      // Structured content is for answers of the output schema, which this is none of.
      content: [{ type: 'text', text: describeFailure(failure) }],
      _meta: { ..._meta, Error: { ...failure, Status: answer.status } },
    }
  }
  const lines = tool.render(answer.body).map(inToolWords)
  return {
    content: [
      { type: 'text', text: lines.join('\n') },
      { type: 'text', text: jsonOf(tool, answer.body), annotations: { audience: ['assistant'] } },
    ],
    structuredContent: answer.body as Record<string, unknown>,
    _meta,
  }
}

/** Without its list of evidence where it is too long: the Ref of each value stays beside it. */
function jsonOf(tool: Tool, body: unknown): string {
  const whole = toPlainJson(body)
  if (whole.length <= MOST_TEXT) return whole
  const { EvidenceRefs, ...rest } = body as Record<string, unknown>
  const short = toPlainJson(rest)
  if (short.length <= MOST_TEXT) return short
  const advice = tool.arguments.Limit
    ? 'ask for less with Limit, or for single values with get_evidence'
    : 'as text there are the lines above and no more'
  return `The data, ${whole.length} characters, is in structuredContent alone; ${advice}.`
}

const metaOf = ({
  headers: { rateLimit, policy, retryAfter },
}: Answer): Record<string, unknown> => ({
  ...(rateLimit && { RateLimit: rateLimit }),
  ...(policy && { 'RateLimit-Policy': policy }),
  ...(retryAfter && { 'Retry-After': retryAfter }),
})
