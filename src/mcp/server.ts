import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
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
import { didYouMean } from '../api/shared/parameters.ts'
import type { OperationTool } from '../tools/tool.ts'
import { operationTool } from '../tools/tools.ts'
import { type Answer, askFor } from './ask.ts'
import type { Telling } from './failure.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { getPrompt, PROMPTS } from './prompts.ts'
import { completeArgument, RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { toResult } from './result.ts'

/** What a server needs to answer. */
export type Kit = {
  version: string
  tools: readonly Described[]
  /** Sends a GET in the caller's name. */
  ask: (url: string, signal: AbortSignal) => Promise<Answer>
  /** What the advice of an error depends on. */
  telling: () => Telling
}

// Shared: each server would compile its own, although nothing is validated with it.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Creates a server for one request, because processes share no sessions. The SDK's registry of
 * tools takes zod schemas; these are JSON Schemas of the OpenAPI document.
 */
export function createServer(kit: Kit): McpServer {
  const identity = {
    name: 'nonprofit-research',
    title: 'Nonprofit Research Service',
    version: kit.version,
  }
  const mcp = new McpServer(identity, { instructions: INSTRUCTIONS, jsonSchemaValidator })
  // Passed as an option, the SDK would announce changing lists; these never change.
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
    const answer = await askFor(tool, params.arguments ?? {}, (url) => kit.ask(url, signal))
    return toResult(tool, answer, kit.telling())
  })
}

function requireTool(name: string, { tools }: Kit): OperationTool {
  const names = tools.map((one) => one.name)
  const tool = names.includes(name) ? operationTool(name) : undefined
  if (tool) return tool
  const message = `No such tool${didYouMean(name, names) || '; tools/list shows those there are.'}`
  throw new McpError(ErrorCode.InvalidParams, message)
}

function handleResources({ server }: McpServer, kit: Kit): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    readResource(params.uri, { ask: (url) => kit.ask(url, signal), telling: kit.telling }),
  )
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => completeArgument(params.argument))
}
