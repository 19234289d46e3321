import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { clientOf } from '../../access/client.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../errors.ts'
import { prepareError } from '../error-handler.ts'
import { splitUrl } from '../surface.ts'
import { answerMessages, LEFT } from './answer.ts'
import { type Answer, ask, type Caller, callerOf, refusal } from './ask.ts'
import { llmsRoutes } from './llms-txt.ts'
import { REFUSED, readMessages, rpcError, UnreadableMessages } from './messages.ts'
import { isTrustedOrigin } from './origin.ts'
import type { Kit } from './server.ts'
import { describeTools, openTools } from './tools/describe.ts'

export type McpDeps = {
  config: Pick<Config, 'access'> & Partial<Pick<Config, 'publicUrl'>>
  now?: () => Date
}

/**
 * Requests a minute of one address: what is listed here costs no allowance. Ten a second are more
 * than agents ask that think between; whoever reads much sends ten calls in one request.
 */
const SOFT_CAP = 600

/** A little less than the 30 s after which the framework would answer in the API's form. */
const LONGEST_MS = 28_000

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * `POST /mcp`: Model Context Protocol over streamable HTTP, without sessions and without streams of
 * the server's own, and `GET /llms.txt`. Both cost nothing; each call of a tool costs what its
 * operation does.
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
    // Bodies are read here, so that what is wrong with one is told as the protocol tells it.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)
    app.setErrorHandler(replyError)
    app.setNotFoundHandler(refuseMethod)
    app.addHook('onRequest', async (request, reply) => {
      if (isTrustedOrigin(request, deps.config)) return
      const message = 'Pages of this Origin may not ask here; ask from a program, or by PUBLIC_URL.'
      return reply.code(403).type(JSON_TYPE).send(rpcError(REFUSED, message))
    })
    app.post(
      '/',
      {
        prefixTrailingSlash: 'no-slash',
        // A credential that is sent must be right, though none is needed until a tool asks for one.
        config: { terms: { access: 'open', costs: 'nothing', place: 'none' } },
        onRequest: app.rateLimit({
          max: SOFT_CAP,
          timeWindow: 60_000,
          keyGenerator: (request) => clientOf(request.ip),
          errorResponseBuilder: (_, { ttl }) =>
            new ApiError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
        }),
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
    telling: () => ({ now: clock(), openTools, hasKey: apiKey !== null }),
    ask: async (url, signal): Promise<Answer> => {
      try {
        return await ask(app, caller, url, signal)
      } catch (error) {
        // Also where the service is closing; the client is told nothing internal.
        if (!signal.aborted) log.error({ err: error }, 'a tool could not ask')
        return refusal(new ApiError('InternalError'))
      }
    },
  }
}

type Read = { tools: Described[]; openTools: string[]; version: string }
const READ = new WeakMap<object, Read>()

/** What is read of the OpenAPI document, once: it is whole only when the application is ready. */
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

/** Refusals in the protocol's form; status, headers and words are those of the API. */
function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof UnreadableMessages) {
    reply.code(400).type(JSON_TYPE).send(error.body)
    return
  }
  const { detail } = JSON.parse(prepareError(error, request, reply)) as {
    detail: { ErrorCode?: string; Message?: string }
  }
  const code = reply.statusCode >= 500 ? ErrorCode.InternalError : REFUSED
  reply.send(rpcError(code, detail.Message ?? 'The request could not be read.', detail))
}

// No stream to listen to, no session to end: the specification wants 405 for both.
function refuseMethod(request: FastifyRequest, reply: FastifyReply): void {
  const [path] = splitUrl(request.url)
  if (path !== '/mcp') throw new ApiError('RouteNotFound')
  const message = 'This server has no sessions and no streams of its own; send messages with POST.'
  reply.code(405).header('Allow', 'POST, OPTIONS').type(JSON_TYPE).send(rpcError(REFUSED, message))
}
