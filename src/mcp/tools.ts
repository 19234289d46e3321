import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { OpenAPIV3_1 } from 'openapi-types'
import { didYouMean } from '#src/api/shared/parameters.ts'
import { nameOnA } from '#src/api/shared/skin.ts'
import { padEin } from '#src/domain/ein.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { ApiError } from '#src/platform/errors.ts'
import { type Answer, type Ask, callTool, refusal } from '#src/tools/ask.ts'
import { DETAIL, type DescribedTool, describeTools, needOf } from '#src/tools/describe.ts'
import { citedTextOf, type Line } from '#src/tools/line.ts'
import { writeResult } from '#src/tools/template.ts'
import { issueOf } from '#src/tools/to-url.ts'
import { type Given, isLeftOut, type Tool, type ToolOperation } from '#src/tools/tool.ts'
import { TOOLS, toolOf } from '#src/tools/tools.ts'
import { describeFailure, type FailureContext, inToolWords, readFailure } from './failure.ts'

/** A tool as tools/list returns it. */
export type McpTool = DescribedTool & {
  annotations: { readOnlyHint: true; openWorldHint: false }
}

/** Returns the tools as clients see them; the description says which calls require a key. */
export const describeForMcp = (document: OpenAPIV3_1.Document): McpTool[] =>
  describeTools(document).map((described, place) => ({
    ...described,
    description: [described.description, ...keySentences(TOOLS[place] as Tool, document)].join(' '),
    // The protocol's other hints apply only to tools that write.
    annotations: { readOnlyHint: true, openWorldHint: false },
  }))

/** Returns the names of the tools with an operation that works without a key. */
export const openTools = (document: OpenAPIV3_1.Document): string[] =>
  TOOLS.filter(({ operations }) =>
    operations.some((operation) => needOf(operation, document) === 'nothing'),
  ).map(({ name }) => name)

function keySentences({ operations }: Tool, document: OpenAPIV3_1.Document): string[] {
  const needs = operations.map((operation) => needOf(operation, document))
  const isSame = new Set(needs).size === 1
  return operations.slice(0, isSame ? 1 : undefined).flatMap(({ when = {} }, place) => {
    if (needs[place] === 'nothing') return []
    const selectors = isSame ? '' : Object.keys(when).join(' and ')
    return [`${selectors ? `With ${selectors}, requires` : 'Requires'} ${needs[place]}.`]
  })
}

/**
 * Calls a tool. The result has the lines of the response as text, and the fields that they use as structured
 * content, or with `detail: full` the whole response. An error of the API is a result, which the model can
 * act on. Throws ProtocolError -32602 for an unknown tool.
 */
export async function callForMcp(
  name: string,
  { detail, ...given }: Given,
  ask: Ask,
  context: FailureContext,
): Promise<CallToolResult> {
  const tool = toolOf(name)
  if (!tool) {
    const names = TOOLS.map((one) => one.name)
    const advice = didYouMean(name, names) || `. Tools: ${names.join(', ')}.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool${advice}`)
  }
  const isKnown = isLeftOut(detail) || DETAIL.enum.some((one) => one === detail)
  if (!isKnown) return toFailed(refusal(WRONG_DETAIL), { arguments: {} }, context)
  const { operation, answer, ...result } = await callTool(tool, given, ask)
  if (answer.status !== 200) return toFailed(answer, operation, context)
  const { text, shown } = shorten(operation, answer.body, result)
  return {
    content: [{ type: 'text', text }],
    structuredContent: toNames(Object(detail === 'full' ? answer.body : shown)),
    _meta: metaOf(answer),
  }
}

/**
 * Returns JSON with the names of surface A, so that a model meets one style, and EINs as it should copy
 * them: `total_revenue` is `TotalRevenue`, and 70000101 is "070000101".
 */
export function toNames(json: object): Record<string, unknown> {
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    return typeof value === 'object' && value !== null ? toNames(value) : value
  }
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const name = nameOnA(
        key.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase()),
      )
      return [name, name === 'EIN' && typeof value === 'number' ? padEin(value) : write(value)]
    }),
  )
}

const WRONG_DETAIL = new ApiError('InvalidParameters', {
  issues: [issueOf('detail', 'must be concise or full', 'enum')],
})

/** About 6,000 tokens: more would crowd out a conversation. */
const MAX_CHARACTERS = 24_000

/** Returns the text of a result and the fields that it shows, with fewer rows if the filed texts are long. */
function shorten(
  { view, arguments: { Limit } }: ToolOperation,
  body: unknown,
  whole: ReturnType<typeof writeResult>,
): { text: string; shown: unknown } {
  const text = toText(whole.lines)
  if (text.length <= MAX_CHARACTERS) return { text, shown: whole.shown }
  for (const most of [25, 10, 5, 2]) {
    const { lines, shown } = writeResult(view, body, most)
    const advice = Limit ? ` For all of them, use Limit ${most}.` : ''
    const text = `${toText(lines)}\nOnly ${most} rows fit.${advice}`
    if (text.length <= MAX_CHARACTERS) return { text, shown }
  }
  const { shown } = writeResult(view, body, 2)
  return { text: `${text.slice(0, MAX_CHARACTERS)}…`, shown }
}

const toText = (lines: readonly Line[]): string =>
  lines.map((line) => inToolWords(citedTextOf(line))).join('\n')

function toFailed(
  answer: Answer,
  operation: Pick<ToolOperation, 'arguments'>,
  context: FailureContext,
): CallToolResult {
  const failure = readFailure(answer, operation, context)
  return {
    isError: true,
    content: [{ type: 'text', text: describeFailure(failure) }],
    _meta: { ...metaOf(answer), Error: { ...failure, Status: answer.status } },
  }
}

const metaOf = ({ headers: { rateLimit, policy, retryAfter } }: Answer) =>
  knownFields({ RateLimit: rateLimit, 'RateLimit-Policy': policy, 'Retry-After': retryAfter })
