import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Answer } from '../tools/ask.ts'
import type { FailureContext } from './failure.ts'
import { getPrompt, INSTRUCTIONS, PROMPTS } from './prompts.ts'
import { completeArgument, RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { callForMcp, type McpTool } from './tools.ts'

/** What the server needs for one request. */
export type Kit = {
  version: string
  tools: readonly McpTool[]
  /** Sends a GET to the API in the caller's name. */
  ask: (url: string, signal: AbortSignal) => Promise<Answer>
  context: FailureContext
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
const LISTS = [
  ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'],
  'server/discover',
]

/** Creates a server for one request, because processes share no sessions. */
function createServer({ version, tools, ask, context }: Kit): Server {
  const server = new Server(
    { name: 'nonprofit-research', title: 'Nonprofit Research Service', version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      cacheHints: Object.fromEntries(LISTS.map((method) => [method, AN_HOUR])),
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    callForMcp(params.name, params.arguments ?? {}, (url) => ask(url, mcpReq.signal), context),
  )
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }))
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    readResource(params.uri, (url) => ask(url, mcpReq.signal)),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}),
  )
  server.setRequestHandler('completion/complete', ({ params }) => completeArgument(params.argument))
  return server
}
