import type { ServerResponse } from 'node:http'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Clock } from '#src/domain/days.ts'
import { limitPerMinute } from '../access/client.ts'
import { prepareError } from '../api/shared/error-handler.ts'
import { splitUrl } from '../api/shared/surface.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import { ask, callerOf, refusal } from '../tools/ask.ts'
import { type Kit, respond } from './server.ts'
import { describeForMcp, openTools } from './tools.ts'

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
 * `POST /mcp` (Model Context Protocol over streamable HTTP, without sessions). It is free; each call
 * costs what its operation costs.
 */
export const mcpRoutes =
  (deps: McpDeps): FastifyPluginAsync =>
  async (app) => {
    let described: Described | undefined
    // Bodies are parsed by the SDK, so that errors have the protocol's form.
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
      async (request, reply) => {
        // The document is complete when the application is ready.
        described ??= describe(app.swagger() as OpenAPIV3_1.Document)
        const kit = kitOf(app, described, deps.now?.() ?? new Date(), request)
        const { status, type, body } = await answer(kit, request, reply.raw)
        reply.code(status).header('Cache-Control', 'no-store')
        return body === '' ? reply.send() : reply.type(type).send(body)
      },
    )
  }

type Answered = { status: number; type: string; body: string }

/** The status proxies log for a client that disconnected. */
const LEFT: Answered = { status: 499, type: JSON_TYPE, body: '' }

/**
 * Returns the response to a request, or status 499 (for the log) if the client disconnects. Rejects
 * with ApiError SearchUnavailable after `longestMs`.
 */
export async function answer(
  kit: Kit | undefined,
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
  raw: ServerResponse,
  longestMs = LONGEST_MS,
): Promise<Answered> {
  if (!kit || raw.destroyed) return LEFT
  const sent = typeof body === 'string' ? body : ''
  if (sent.trimStart().startsWith('[')) return { status: 400, type: JSON_TYPE, body: NO_LISTS }
  const left = new AbortController()
  raw.once('close', () => left.abort())
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(longestMs)])
  // The SDK needs an address but reads only headers.
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...protocolHeaders(headers), ...ACCEPTED },
    body: sent,
    signal,
  })
  try {
    const response = await respond(kit, request)
    const type = response.headers.get('content-type') ?? JSON_TYPE
    return { status: response.status, type, body: await response.text() }
  } catch (error) {
    if (left.signal.aborted) return LEFT
    throw signal.aborted ? tooLong() : error
  }
}

// Responses are JSON, except to subscriptions, so the client's Accept header does not matter.
const ACCEPTED = { accept: 'application/json, text/event-stream' }

const protocolHeaders = (headers: FastifyRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(content-type|mcp-.+)$/.test(name) ? [[name, String(value)]] : [],
    ),
  )

const tooLong = (): ApiError =>
  new ApiError('SearchUnavailable', {
    message: 'The call took too long. Narrow it, or call again.',
    retryAfterSeconds: 5,
  })

/** The framework's error for a call inside a service that is stopping. */
const CLOSED = 'FST_ERR_REOPENED_CLOSE_SERVER'

const closing = (): ApiError =>
  new ApiError('SearchUnavailable', {
    message: 'The service is stopping. Call again.',
    retryAfterSeconds: 5,
  })

/** What the OpenAPI document says of the tools. */
type Described = Pick<Kit, 'tools' | 'version'> & { openTools: string[] }

const describe = (document: OpenAPIV3_1.Document): Described => ({
  tools: describeForMcp(document),
  openTools: openTools(document),
  version: document.info.version,
})

/** Returns what the server needs for a request, unless its connection is closed. */
function kitOf(
  app: FastifyInstance,
  { openTools, ...described }: Described,
  now: Date,
  request: FastifyRequest,
): Kit | undefined {
  const { log, apiKey } = request
  const caller = callerOf(request)
  return (
    caller && {
      ...described,
      context: { now, openTools, hasKey: apiKey !== null },
      ask: async (url, signal) => {
        try {
          return await ask(app, caller, url, signal)
        } catch (error) {
          if ((error as { code?: string }).code === CLOSED) return refusal(closing())
          // The client gets no internal details.
          if (!signal.aborted) log.error({ err: error }, 'tool call failed')
          return refusal(new ApiError('InternalError'))
        }
      },
    }
  )
}

/** Sends errors in the protocol's form; status, headers, and message are the API's. */
function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { detail } = JSON.parse(prepareError(error, request, reply)) as {
    detail: { ErrorCode?: string; Message?: string }
  }
  const code = reply.statusCode >= 500 ? ProtocolErrorCode.InternalError : REFUSED
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

/** Error code for requests rejected before a message is read; outside the JSON-RPC range. */
const REFUSED = -32_000

/** A JSON-RPC error without a message id. */
const rpcError = (code: number, message: string, data?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, ...(data && { data }) } })

const NO_LISTS = rpcError(
  ProtocolErrorCode.InvalidRequest,
  'Expected one JSON-RPC message in a request; got a list. Send each message on its own.',
)
