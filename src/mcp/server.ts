import type { ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  type Tool as Described,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { withResolvers } from '#src/domain/es2024.ts'
import { didYouMean } from '../api/shared/parameters.ts'
import { ApiError } from '../platform/errors.ts'
import type { OperationTool } from '../tools/tool.ts'
import { operationTool } from '../tools/tools.ts'
import { type Answer, askFor } from './ask.ts'
import type { FailureContext } from './failure.ts'
import { getPrompt, INSTRUCTIONS, PROMPTS } from './prompts.ts'
import { completeArgument, RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { toResult } from './result.ts'
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
