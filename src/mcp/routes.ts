import { type Tool as Described, ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Clock } from '#src/domain/days.ts'
import { limitPerMinute } from '../access/client.ts'
import { prepareError } from '../api/shared/error-handler.ts'
import { splitUrl } from '../api/shared/surface.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import { type Answer, ask, type Caller, callerOf, refusal } from './ask.ts'
import { describeTools, openTools } from './describe.ts'
import { llmsRoutes } from './llms-txt.ts'
import { answerMessages, type Kit, LEFT } from './server.ts'

type McpDeps = {
  config: Pick<Config, 'access'> & Partial<Pick<Config, 'publicUrl'>>
  now?: Clock['now']
}

/**
 * Requests per minute per address, because lists cost no allowance. Agents that think between calls
 * send fewer than ten a second.
 */
const SOFT_CAP = 600

/** Just below the 30 s after which the framework responds in the API's form. */
const LONGEST_MS = 28_000

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * `POST /mcp` (Model Context Protocol over streamable HTTP, without sessions) and `GET /llms.txt`.
 * Both are free; each call costs what its operation costs.
 */
export const mcpRoutes =
  (deps: McpDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(routesUnderMcp(deps), { prefix: '/mcp' })
    await app.register(llmsRoutes)
  }

const routesUnderMcp =
  (deps: McpDeps): FastifyPluginAsync =>
  async (app) => {
    // Bodies are parsed here, so that errors have the protocol's form.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)
    app.setErrorHandler(replyError)
    app.setNotFoundHandler(refuseMethod)
    app.addHook('onRequest', async (request, reply) => {
      if (isTrustedOrigin(request, deps.config)) return
      const message =
        'Web pages from this origin are not allowed to send requests. Send requests from a program or from a page at PUBLIC_URL.'
      return reply.code(403).type(JSON_TYPE).send(rpcError(REFUSED, message))
    })
    app.post(
      '/',
      {
        prefixTrailingSlash: 'no-slash',
        // A key is optional, but one that is sent must be valid.
        config: { terms: { access: 'open', costs: 'nothing', slot: 'none' } },
        onRequest: limitPerMinute(app, SOFT_CAP),
        schema: { hide: true },
      },
      (request, reply) => answer(app, deps, request, reply),
    )
  }

async function answer(
  app: FastifyInstance,
  deps: McpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = {
    messages: readMessages(typeof request.body === 'string' ? request.body : ''),
    contentType: request.headers['content-type'],
    protocolVersion: request.headers['mcp-protocol-version']?.toString(),
  }
  const caller = callerOf(request)
  const limits = { raw: reply.raw, longestMs: LONGEST_MS }
  const { status, body } = caller
    ? await answerMessages(kitOf(app, deps, request, caller), sent, limits)
    : LEFT
  reply.code(status).header('Cache-Control', 'no-store')
  return body === '' ? reply.send() : reply.type(JSON_TYPE).send(body)
}

function kitOf(
  app: FastifyInstance,
  deps: McpDeps,
  { log, apiKey }: FastifyRequest,
  caller: Caller,
): Kit {
  const { tools, openTools, version } = readDocument(app)
  const clock = deps.now ?? (() => new Date())
  return {
    tools,
    version,
    failureContext: () => ({ now: clock(), openTools, hasKey: apiKey !== null }),
    ask: async (url, signal): Promise<Answer> => {
      try {
        return await ask(app, caller, url, signal)
      } catch (error) {
        // Also happens when the service is closing. The client gets no internal details.
        if (!signal.aborted) log.error({ err: error }, 'tool call failed')
        return refusal(new ApiError('InternalError'))
      }
    },
  }
}

type Read = { tools: Described[]; openTools: string[]; version: string }
const READ = new WeakMap<object, Read>()

/** Reads the OpenAPI document once; it is complete when the application is ready. */
function readDocument(app: FastifyInstance): Read {
  const document = app.swagger() as OpenAPIV3_1.Document
  const known = READ.get(document)
  if (known) return known
  const read = {
    tools: describeTools(document),
    openTools: openTools(document),
    version: document.info.version,
  }
  READ.set(document, read)
  return read
}

/** Sends errors in the protocol's form; status, headers, and message are the API's. */
function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof UnreadableMessages) {
    reply.code(400).type(JSON_TYPE).send(error.body)
    return
  }
  const { detail } = JSON.parse(prepareError(error, request, reply)) as {
    detail: { ErrorCode?: string; Message?: string }
  }
  const code = reply.statusCode >= 500 ? ErrorCode.InternalError : REFUSED
  reply.send(
    rpcError(
      code,
      detail.Message ?? 'The request could not be read. Send a JSON-RPC message by POST.',
      detail,
    ),
  )
}

// The specification asks for 405 if there are no streams and no sessions.
function refuseMethod(request: FastifyRequest, reply: FastifyReply): void {
  const [path] = splitUrl(request.url)
  if (path !== '/mcp') throw new ApiError('RouteNotFound')
  const message = 'This server has no sessions or streams. Send messages with POST.'
  reply.code(405).header('Allow', 'POST, OPTIONS').type(JSON_TYPE).send(rpcError(REFUSED, message))
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/**
 * Returns whether the Origin of a request is allowed. The MCP specification requires this check
 * against DNS rebinding. A page whose own host name resolves to this server has an Origin equal to
 * its Host, and that host is a name. Such a page is rejected unless the name is in PUBLIC_URL.
 * Pages of other sites are allowed, as in the rest of the API, because they send no credentials of
 * the user. With ACCESS=open, everyone who can reach the host has access, so only pages of this
 * machine and of PUBLIC_URL are allowed.
 */
export function isTrustedOrigin(
  { headers: { origin, host } }: Pick<FastifyRequest, 'headers'>,
  { access, publicUrl }: Pick<Config, 'access'> & Partial<Pick<Config, 'publicUrl'>>,
): boolean {
  // Only browsers send an Origin.
  if (origin === undefined) return true
  const url = URL.parse(origin)
  if (url && publicUrl && url.origin === new URL(publicUrl).origin) return true
  if (url && LOOPBACK.has(url.hostname)) return true
  if (access === 'open') return false
  // A sandboxed page has the Origin "null".
  if (origin === 'null') return true
  return url !== null && (url.host !== host?.toLowerCase() || ADDRESS.test(url.hostname))
}

/**
 * The maximum number of messages in one request; the newest protocol version sends one, older ones
 * send lists. More calls at once would use up other clients' slots.
 */
const MAX_MESSAGES = 10

/** Error code for requests rejected before a message is read; outside the JSON-RPC range. */
const REFUSED = -32_000

/** A JSON-RPC error without a message id. */
const rpcError = (code: number, message: string, data?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, ...(data && { data }) } })

/** Thrown for a body without acceptable messages; `body` is the response. */
export class UnreadableMessages extends Error {
  readonly body: string
  constructor(code: number, message: string) {
    super(message)
    this.body = rpcError(code, message)
  }
}

/** Returns the messages of a body. Throws UnreadableMessages. */
export function readMessages(body: string): unknown {
  const messages = parse(body)
  if (!Array.isArray(messages)) return messages
  if (messages.length === 0 || messages.length > MAX_MESSAGES) {
    throw new UnreadableMessages(
      ErrorCode.InvalidRequest,
      `Expected 1 to ${MAX_MESSAGES} messages in a request; got ${messages.length}.`,
    )
  }
  const again = messages.map(methodOf).find((method, at, all) => isRepeatedList(method, at, all))
  if (again !== undefined) {
    throw new UnreadableMessages(
      ErrorCode.InvalidRequest,
      `Send ${again} only once per request. Its result does not change.`,
    )
  }
  // If a list has a call and its cancellation, the transport waits for the call forever.
  return messages.filter((message) => !isCancellation(message))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnreadableMessages(
      ErrorCode.ParseError,
      'The body is not valid JSON. Send a JSON-RPC message.',
    )
  }
}

const methodOf = (message: unknown): unknown => (message as { method?: unknown } | null)?.method

const isCancellation = (message: unknown): boolean =>
  methodOf(message) === 'notifications/cancelled'

// The list of tools is 40 KB: ten of them would return 400 KB for a request of a few bytes.
const isRepeatedList = (method: unknown, at: number, all: readonly unknown[]): boolean =>
  typeof method === 'string' && method.endsWith('/list') && all.indexOf(method) < at
