import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type ReadResourceResult,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { IDENTITY } from '../api/openapi/discovery.ts'
import { getPrompt, INSTRUCTIONS, PROMPTS } from './prompts.ts'
import { completeArgument, RESOURCE_TEMPLATES, RESOURCES } from './resources.ts'

/** The tools of one caller. */
export type Tools = {
  list(): readonly Tool[]
  /** Throws ProtocolError -32602 for an unknown tool; other errors are results. */
  call(name: string, given: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult>
}

/** What the server needs for one request. */
export type Kit = {
  version: string
  tools: Tools
  readResource: (uri: string, signal: AbortSignal) => Promise<ReadResourceResult>
}

/**
 * Returns the response to one request, which has one message in the protocol's version 2026-07-28 or
 * an older one. If the request is aborted, ends the work and rejects with the reason.
 */
export async function respond(kit: Kit, request: Request): Promise<Response> {
  const isLegacy = await isLegacyRequest(request)
  const { fetch, close } = isLegacy ? await openLegacy(kit) : openModern(kit)
  const { signal } = request
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    return await Promise.race([fetch(request), aborted])
  } finally {
    // Ends calls that are still running.
    await close()
  }
}

type Opened = { fetch: (request: Request) => Promise<Response>; close: () => Promise<void> }

// A subscription ends at once, because no capability announces changes.
const openModern = (kit: Kit): Opened =>
  createMcpHandler(() => createServer(kit), { legacy: 'reject' })

/** Older versions without sessions: each request has its own server and a response as JSON. */
async function openLegacy(kit: Kit): Promise<Opened> {
  const server = createServer(kit)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return { fetch: (request) => transport.handleRequest(request), close: () => server.close() }
}

/** Clients of version 2026-07-28 may keep lists for an hour, because they only change with the version. */
const AN_HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** Creates a server for one request, because processes share no sessions. */
function createServer({ version, tools, readResource }: Kit): Server {
  const server = new Server(
    { ...IDENTITY, version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      cacheHints: {
        'tools/list': AN_HOUR,
        'prompts/list': AN_HOUR,
        'resources/list': AN_HOUR,
        'resources/templates/list': AN_HOUR,
        'server/discover': AN_HOUR,
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.list()] }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    tools.call(params.name, params.arguments ?? {}, mcpReq.signal),
  )
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }))
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    readResource(params.uri, mcpReq.signal),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}),
  )
  server.setRequestHandler('completion/complete', ({ params }) => completeArgument(params.argument))
  return server
}
