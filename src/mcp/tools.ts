import {
  type CallToolResult,
  type Tool as Listed,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { OpenAPIV3_1 } from 'openapi-types'
import { didYouMean } from '#src/api/shared/parameters.ts'
import { ApiError } from '#src/platform/errors.ts'
import { type Answer, type Ask, callTool, refusal } from '#src/tools/ask.ts'
import { DETAIL, type DescribedTool, describeTools, needsOf } from '#src/tools/describe.ts'
import { citedTextOf, type Line } from '#src/tools/line.ts'
import { pickShown, writeView } from '#src/tools/template.ts'
import { type Given, isLeftOut, type Tool, type ToolOperation } from '#src/tools/tool.ts'
import { TOOLS, toolOf } from '#src/tools/tools.ts'
import { describeFailure, type FailureContext, inToolWords, readFailure } from './failure.ts'
import type { Tools } from './server.ts'

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

const needOf = ({ path }: ToolOperation, document: OpenAPIV3_1.Document) => {
  const documented = document.paths?.[path]?.get
  if (!documented) throw new Error(`The OpenAPI document has no GET ${path}.`)
  return needsOf(documented)
}

function keySentences({ operations }: Tool, document: OpenAPIV3_1.Document): string[] {
  const needs = operations.map((operation) => needOf(operation, document))
  if (new Set(needs).size === 1) return needs[0] === 'nothing' ? [] : [`Requires ${needs[0]}.`]
  return operations.flatMap(({ when = {} }, place) => {
    const selectors = Object.keys(when).join(' and ')
    if (needs[place] === 'nothing') return []
    return [
      selectors ? `With ${selectors}, requires ${needs[place]}.` : `Requires ${needs[place]}.`,
    ]
  })
}

/** Returns the tools for one caller. */
export const toolsFor = (
  tools: readonly McpTool[],
  ask: (url: string, signal: AbortSignal) => Promise<Answer>,
  failureContext: () => FailureContext,
): Tools => ({
  list: () => tools as readonly Listed[],
  call: (name, given, signal) => callForMcp(name, given, (url) => ask(url, signal), failureContext),
})

/**
 * Calls a tool. The result has the lines of the response as text, and the fields that they use as structured
 * content, or with `detail: full` the whole response. An error of the API is a result, which the model can
 * act on. Throws ProtocolError -32602 for an unknown tool.
 */
export async function callForMcp(
  name: string,
  { detail, ...given }: Given,
  ask: Ask,
  failureContext: () => FailureContext,
): Promise<CallToolResult> {
  const tool = toolOf(name)
  if (!tool) {
    const names = TOOLS.map((one) => one.name)
    const advice = didYouMean(name, names) || `. Tools: ${names.join(', ')}.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool${advice}`)
  }
  const isKnown = isLeftOut(detail) || DETAIL.enum.some((one) => one === detail)
  if (!isKnown) return toFailed(refusal(wrongDetail()), { arguments: {} }, failureContext())
  const { operation, answer, lines } = await callTool(tool, given, ask)
  if (answer.status !== 200) return toFailed(answer, operation, failureContext())
  const { text, most } = shorten(operation, answer.body, lines)
  const structured = detail === 'full' ? answer.body : pickShown(operation.view, answer.body, most)
  return {
    content: [{ type: 'text', text }],
    structuredContent: structured as Record<string, unknown>,
    _meta: metaOf(answer),
  }
}

const wrongDetail = (): ApiError =>
  new ApiError('InvalidParameters', {
    issues: [
      { loc: ['arguments', 'detail'], msg: 'must be concise or full', type: 'invalid_enum_value' },
    ],
  })

/** About 6,000 tokens: more would crowd out a conversation. */
const MAX_CHARACTERS = 24_000

/** Returns the text of a response, with fewer rows if the filed texts in them are long. */
function shorten(
  { view, arguments: { Limit } }: ToolOperation,
  body: unknown,
  lines: readonly Line[],
): { text: string; most?: number } {
  const whole = toText(lines)
  if (whole.length <= MAX_CHARACTERS) return { text: whole }
  for (const most of [25, 10, 5, 2]) {
    const advice = Limit ? ` For all of them, use Limit ${most}.` : ''
    const text = `${toText(writeView(view, body, body, most))}\nOnly ${most} rows fit.${advice}`
    if (text.length <= MAX_CHARACTERS) return { text, most }
  }
  return { text: `${whole.slice(0, MAX_CHARACTERS)}…`, most: 2 }
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

const metaOf = ({
  headers: { rateLimit, policy, retryAfter },
}: Answer): Record<string, unknown> => ({
  ...(rateLimit && { RateLimit: rateLimit }),
  ...(policy && { 'RateLimit-Policy': policy }),
  ...(retryAfter && { 'Retry-After': retryAfter }),
})
