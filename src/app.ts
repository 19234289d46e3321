import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { addAccess } from './access/plugin.ts'
import { countRefusals } from './access/refusal-metrics.ts'
import { toTrustProxy } from './access/trust-proxy.ts'
import type { Notifier } from './capture/notifier.ts'
import { countNotifications } from './capture/notifier-metrics.ts'
import type { Breaker } from './clients/breaker.ts'
import type { Session } from './clients/postgres.ts'
import type { Config } from './config.ts'
import { ApiError, OperatorError } from './errors.ts'
import { BrokenAnswers, loggerOptions } from './logging.ts'
import type { ChatDeps } from './surfaces/a/chat.ts'
import type { ExportDeps } from './surfaces/a/export.ts'
import type { GrantsDeps } from './surfaces/a/grants.ts'
import { surfaceA } from './surfaces/a/routes.ts'
import { type Admission, admitRequests } from './surfaces/admission.ts'
import { surfaceB } from './surfaces/b/routes.ts'
import {
  addErrorHandling,
  prepareError,
  replyError,
  replyToUnreadable,
} from './surfaces/error-handler.ts'
import { mcpRoutes } from './surfaces/mcp/routes.ts'
import { addOpenApi } from './surfaces/openapi.ts'
import { reportBreakers } from './surfaces/operations/report-breakers.ts'
import { addOperations, type OperationsDeps } from './surfaces/operations/routes.ts'
import { addPlugins, addPublicHeaders } from './surfaces/plugins.ts'
import { tellRequestEnds } from './surfaces/request-ends.ts'
import { toRequestId } from './surfaces/request-id.ts'
import { type Surface, splitUrl, surfaceOf } from './surfaces/surface.ts'
import { parseRequestPart, writeAnswer } from './surfaces/validation.ts'
import { addPages } from './surfaces/web/web.ts'

export type AppDeps = OperationsDeps &
  Pick<ChatDeps, 'answerer' | 'chatLimits' | 'modelBackend'> &
  Pick<ExportDeps, 'exportLimits'> &
  Pick<GrantsDeps, 'downloadLimits'> & {
    config: Pick<Config, 'access' | 'trustProxy' | 'logLevel'> &
      Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>>
    /** Where use is counted, if not through `postgres`: counts and reads then wait for none of each other. */
    usage?: Session
    /** The breakers of the servers by name, for the log and `/metrics`. */
    breakers?: Record<string, Breaker>
    /** The clock that says which day it is; the machine's own unless it is given. */
    now?: () => Date
    /** How many requests are worked on at once, where that is to differ. */
    admission?: Partial<Admission>
    /** Who is told of questions and feedback; without it they are kept, and nobody is. */
    notifier?: Notifier
  }

/** Bodies over this are 413 BodyTooLarge (decisions part 2). */
const BODY_LIMIT = 256 * 1024
/** A search with every parameter at its longest, percent-encoded, stays below. */
const MAX_QUERY_STRING = 8 * 1024
/** Node takes no more than this for request line and headers together. */
const MAX_URL = 16 * 1024

/** The whole HTTP application; it never listens. Throws OperatorError for a bad TRUST_PROXY. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = openFastify(deps.config)
  app.setValidatorCompiler(parseRequestPart)
  app.setSerializerCompiler(writeAnswer)
  // Bodies are JSON; plain text would be taken for a text in it, and is no such thing.
  app.removeContentTypeParser('text/plain')
  tellRequestEnds(app)
  // Before the rest: whatever a later hook refuses must still be readable by pages of other sites.
  await addPublicHeaders(app)
  addErrorHandling(app)
  addRequestHooks(app)
  await addPlugins(app)
  admitRequests(app, deps.admission)
  addAccess(app, { ...deps, access: deps.config.access, prepareError })
  countRefusals(app)
  if (deps.breakers) reportBreakers(app, deps.breakers)
  if (deps.notifier) countNotifications(app, deps.notifier)
  await addOpenApi(app, deps.config.publicUrl)
  addOperations(app, deps)
  await app.register(surfaceA(deps))
  await app.register(surfaceB(deps))
  await app.register(mcpRoutes(deps))
  await addPages(app, deps)
  await app.ready()
  return app
}

function openFastify({ logLevel, trustProxy }: AppDeps['config']): FastifyInstance {
  try {
    return Fastify({
      logger: loggerOptions(logLevel),
      // One line a request, written when it has ended (tellRequestEnds).
      logController: new BrokenAnswers({
        disableRequestLogging: true,
        requestIdLogLabel: 'requestId',
      }),
      genReqId: toRequestId,
      trustProxy: toTrustProxy(trustProxy),
      bodyLimit: BODY_LIMIT,
      // Refusals of the router itself pass by every hook and so carry no headers: it is given
      // readable paths only, and the length of parameters is for the schemas to limit.
      rewriteUrl: ({ url = '' }) => toRoutable(url),
      routerOptions: { maxParamLength: MAX_URL, constraints: { surface: surfaceConstraint } },
      // A request must arrive whole within 15 s and be answered within 30; kept connections
      // outlive the usual 60 s of balancers, which otherwise reuse one just closed.
      requestTimeout: 15_000,
      handlerTimeout: 30_000,
      keepAliveTimeout: 72_000,
      connectionTimeout: 80_000,
      http: { headersTimeout: 10_000 },
      forceCloseConnections: 'idle',
      // What still arrives on a kept connection while closing is answered as any other request
      // and its connection ended; the framework's own 503 has no surface's form and no id.
      return503OnClosing: false,
      frameworkErrors: replyError,
      clientErrorHandler: replyToUnreadable,
    })
  } catch (cause) {
    throw new OperatorError(
      'TRUST_PROXY is not valid; give addresses, CIDR ranges, "loopback", or a number of hops.',
      { cause },
    )
  }
}

// Two surfaces share some paths; the router asks this which of them a request is for.
const surfaceConstraint = {
  name: 'surface',
  storage: <Handler>() => {
    const handlers = new Map<unknown, Handler>()
    return {
      get: (surface: unknown) => handlers.get(surface) ?? null,
      set: (surface: unknown, handler: Handler) => {
        handlers.set(surface, handler)
      },
    }
  },
  deriveConstraint: ({ url = '', headers }: IncomingMessage): Surface => surfaceOf(url, headers),
}

function addRequestHooks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => requireReadableUrl(request.originalUrl))
  // A connection kept open after its last answer would hold up the close until it is cut.
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** Every request hook sees the URL as it was sent in `originalUrl`. */
function toRoutable(url: string): string {
  const [path] = splitUrl(url)
  return isPercentEncoded(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The framework passes a broken query on as it stands; a search for it finds nothing. */
function requireReadableUrl(url: string): void {
  const [path, query] = splitUrl(url)
  const refuse = (message: string) => new ApiError('InvalidRequest', { message })
  if (!isPercentEncoded(path)) {
    throw refuse('The path is not percent-encoded UTF-8; encode each part.')
  }
  if (query.length > MAX_QUERY_STRING) {
    throw refuse('The query string is over 8 KiB; send shorter parameters.')
  }
  if (!isPercentEncoded(query)) {
    throw refuse('The query string is not percent-encoded UTF-8; encode each value.')
  }
}
