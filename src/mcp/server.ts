import type { ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  type CompleteResult,
  type Tool as Described,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { withResolvers } from '#src/domain/es2024.ts'
import { AGENTS_GUIDE } from '../api/openapi/introduction.ts'
import { didYouMean } from '../api/shared/parameters.ts'
import { toPlainJson } from '../domain/filed-text.ts'
import { SECTION_IDS } from '../organizations/sections/section.ts'
import { ApiError } from '../platform/errors.ts'
import type { Operation, OperationTool } from '../tools/tool.ts'
import { operationTool } from '../tools/tools.ts'
import { type Answer, askFor } from './ask.ts'
import { describeFailure, type FailureContext, inToolWords, readFailure } from './failure.ts'
import { getPrompt, INSTRUCTIONS, PROMPTS } from './prompts.ts'
import { operationFor } from './to-url.ts'

/** What the server needs for one request. */
export type Kit = {
  version: string
  tools: readonly Described[]
  /** Sends a GET in the caller's name. */
  ask: (url: string, signal: AbortSignal) => Promise<Answer>
  /** What the advice for an error depends on. */
  failureContext: () => FailureContext
}

/** The parts of a request that the transport needs. */
type Sent = {
  messages: unknown
  contentType: string | undefined
  protocolVersion: string | undefined
}

/**
 * Returns the answer to one request's messages as JSON, or status 499 (for the log) if the client
 * disconnects. Rejects with ApiError SearchUnavailable after `longestMs`.
 */
export async function answerMessages(
  kit: Kit,
  sent: Sent,
  { raw, longestMs }: { raw: ServerResponse; longestMs: number },
): Promise<Answered> {
  if (raw.destroyed) return LEFT
  const mcp = createServer(kit)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport)
  const over = withResolvers<Answered>()
  const timeout = setTimeout(() => over.reject(tooLong()), longestMs)
  const leave = () => over.resolve(LEFT)
  raw.once('close', leave)
  try {
    const handled = transport.handleRequest(toRequest(sent), { parsedBody: sent.messages })
    return await Promise.race([handled.then(readAnswered), over.promise])
  } finally {
    clearTimeout(timeout)
    raw.off('close', leave)
    // Ends calls that are still running.
    await mcp.close()
  }
}

type Answered = { status: number; body: string }

const readAnswered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  body: await response.text(),
})

/** The status proxies log for a client that disconnected. */
export const LEFT: Answered = { status: 499, body: '' }

const tooLong = (): ApiError =>
  new ApiError('SearchUnavailable', {
    message: 'The calls in this request took too long. Send fewer calls at once.',
    retryAfterSeconds: 5,
  })

// The transport needs an address but reads only headers.
function toRequest({ contentType, protocolVersion }: Sent): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      // Responses are always JSON, so the client's Accept header does not matter.
      accept: 'application/json, text/event-stream',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
    },
  })
}

// Shared, because otherwise each server would compile its own. Nothing is validated with it.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Creates a server for one request, because processes share no sessions. The SDK's registry of
 * tools takes zod schemas; these are JSON Schemas of the OpenAPI document.
 */
function createServer(kit: Kit): McpServer {
  const identity = {
    name: 'nonprofit-research',
    title: 'Nonprofit Research Service',
    version: kit.version,
  }
  const mcp = new McpServer(identity, { instructions: INSTRUCTIONS, jsonSchemaValidator })
  // If it were passed as an option, the SDK would announce changing lists; these never change.
  mcp.server.registerCapabilities({ tools: {}, resources: {}, prompts: {}, completions: {} })
  handleTools(mcp, kit)
  handleResources(mcp, kit)
  mcp.server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: PROMPTS }))
  mcp.server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}),
  )
  return mcp
}

function handleTools({ server }: McpServer, kit: Kit): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...kit.tools] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = requireTool(params.name, kit)
    const given = params.arguments ?? {}
    const answer = await askFor(tool, given, (url) => kit.ask(url, signal))
    return toResult(operationFor(tool, given), answer, kit.failureContext())
  })
}

function requireTool(name: string, { tools }: Kit): OperationTool {
  const names = tools.map((one) => one.name)
  const tool = names.includes(name) ? operationTool(name) : undefined
  if (tool) return tool
  const message = `Unknown tool${didYouMean(name, names) || '. To see all tools, send tools/list.'}`
  throw new McpError(ErrorCode.InvalidParams, message)
}

function handleResources({ server }: McpServer, kit: Kit): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    readResource(params.uri, (url) => kit.ask(url, signal), kit.failureContext),
  )
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => completeArgument(params.argument))
}

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

const GUIDE = 'nonprofit://guide'

/** Resources with a fixed address. */
const RESOURCES: Resource[] = [
  {
    uri: GUIDE,
    name: 'guide',
    title: 'Guide for agents',
    description:
      'Workflows with real requests and responses: when to call each tool, and how to cite.',
    mimeType: 'text/markdown',
  },
]

/** Resources of every organization. */
const RESOURCE_TEMPLATES: ResourceTemplate[] = [
  {
    uriTemplate: 'nonprofit://organization/{ein}',
    name: 'organization',
    title: 'Organization profile',
    description: "The profile from an organization's latest filing, as get_profile returns it.",
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'nonprofit://organization/{ein}/section/{section}',
    name: 'section',
    title: 'Section of a profile',
    description: "One section from an organization's latest filing, as get_section returns it.",
    mimeType: 'application/json',
  },
]

const ORGANIZATION = /^nonprofit:\/\/organization\/([\w-]+)(?:\/section\/(\w+))?$/

/** The specification's code for a missing resource. */
const NOT_FOUND = -32_002

/**
 * Reads a resource. Throws McpError -32002 for a missing one, -32602 for an unreadable address,
 * -32603 otherwise.
 */
async function readResource(
  uri: string,
  ask: (url: string) => Promise<Answer>,
  failureContext: () => FailureContext,
): Promise<ReadResourceResult> {
  if (uri === GUIDE) {
    return { contents: [{ uri, mimeType: 'text/markdown', text: AGENTS_GUIDE }] }
  }
  const [, ein, section] = ORGANIZATION.exec(uri) ?? []
  const tool = operationTool(section ? 'get_section' : 'get_profile')
  if (ein === undefined || !tool) {
    throw new McpError(
      NOT_FOUND,
      'Unknown resource. To see all templates, send resources/templates/list.',
    )
  }
  const given = { EIN: ein, ...(section && { Section: section }) }
  const answer = await askFor(tool, given, ask)
  if (answer.status !== 200) throw toError(answer, failureContext())
  return { contents: [{ uri, mimeType: 'application/json', text: toPlainJson(answer.body) }] }
}

const CODES = new Map<number, number>([
  [404, NOT_FOUND],
  [422, ErrorCode.InvalidParams],
])

function toError(answer: Answer, context: FailureContext): McpError {
  const failure = readFailure(answer, context)
  const code = CODES.get(answer.status) ?? ErrorCode.InternalError
  return new McpError(code, `${failure.ErrorCode}: ${failure.Message}`, failure)
}

/**
 * Returns the ids of sections that begin with the typed text. EINs are not completed, because
 * looking them up would cost a read per keystroke.
 */
function completeArgument({ name, value }: { name: string; value: string }): CompleteResult {
  const wanted = value.toLowerCase()
  const values =
    name === 'section' ? SECTION_IDS.filter((one) => one.toLowerCase().startsWith(wanted)) : []
  return { completion: { values, total: values.length, hasMore: false } }
}
