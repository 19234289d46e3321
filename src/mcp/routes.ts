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
import { REFUSED, readMessages, rpcError, UnreadableMessages } from './messages.ts'
import { isTrustedOrigin } from './origin.ts'
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
