import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { addAccess, countRejections } from './access/plugin.ts'
import { toTrustProxy } from './access/trust-proxy.ts'
import type { ChatDeps } from './api/a/chat/route.ts'
import type { ExportDeps } from './api/a/export/route.ts'
import type { GrantsDeps } from './api/a/grants/route.ts'
import { surfaceA } from './api/a/routes.ts'
import { surfaceB } from './api/b/routes.ts'
import { addMetrics } from './api/metrics.ts'
import { discoveryRoutes } from './api/openapi/discovery.ts'
import { addOpenApi } from './api/openapi/openapi.ts'
import { addOperations, type OperationsDeps } from './api/operations.ts'
import { reconcileRoutes } from './api/reconcile/route.ts'
import {
  addErrorHandling,
  prepareError,
  replyError,
  replyToUnreadable,
} from './api/shared/error-handler.ts'
import { addPlugins, addPublicHeaders } from './api/shared/plugins.ts'
import { tellRequestEnds, toRequestId } from './api/shared/requests.ts'
import { type Surface, splitUrl, surfaceOf } from './api/shared/surface.ts'
import { parseRequestPart, writeAnswer } from './api/shared/validation.ts'
import { loadGazetteer } from './domain/places/gazetteer.ts'
import { type Admission, admitRequests } from './limits/admission.ts'
import { mcpRoutes } from './mcp/routes.ts'
import type { Breaker } from './platform/clients/breaker.ts'
import type { Postgres, Session } from './platform/clients/postgres.ts'
import type { Config } from './platform/config.ts'
import { ApiError, OperatorError } from './platform/errors.ts'
import { BrokenAnswers, loggerOptions } from './platform/logging.ts'
import { measureInvariants, repeatHourly } from './search/invariants/watch.ts'
import { countNotifications, type Notifier } from './submissions/notifier.ts'
import { readMarkdownUrl } from './web/markdown.ts'
import { webSurface } from './web/surface.tsx'

export type AppDeps = OperationsDeps &
  Pick<ChatDeps, 'answerer' | 'chatLimits' | 'modelBackend'> &
  Pick<ExportDeps, 'exportLimits'> &
  Pick<GrantsDeps, 'downloadLimits'> & {
    config: Pick<Config, 'access' | 'trustProxy' | 'logLevel'> &
      Partial<Pick<Config, 'publicUrl' | 'filingViewerUrl' | 'host' | 'port'>>
    /** A separate connection for counts, so that counts and reads do not wait for each other. */
    usage?: Session & Partial<Pick<Postgres, 'pool'>>
    /** The servers' breakers by name, for the log and `/metrics`. */
    breakers?: Record<string, Breaker>
    /** Returns which embedded engines run, by name. */
    engines?: () => Record<string, boolean>
    /** Overrides of the limits on concurrent requests. */
    admission?: Partial<Admission>
    /** Without it, submissions are stored without notifications. */
    notifier?: Notifier
  }

/** Larger bodies are 413 BodyTooLarge. */
const BODY_LIMIT = 256 * 1024
/** A search with every parameter at its maximum length, percent-encoded, is shorter. */
const MAX_QUERY_STRING = 8 * 1024
/** Node's limit for the request line and headers together. */
const MAX_URL = 16 * 1024

/** Builds the HTTP application without listening. Throws OperatorError for an invalid TRUST_PROXY. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  // Within a request, it would block all others, which would be rejected as overload.
  loadGazetteer()
  const app = openFastify(deps.config)
  app.setValidatorCompiler(parseRequestPart)
  app.setSerializerCompiler(writeAnswer)
  // Bodies are JSON. By default Fastify would also accept plain text as a string.
  app.removeContentTypeParser('text/plain')
  tellRequestEnds(app)
  // First, so that pages of other sites can read responses of later hooks that reject a request.
  await addPublicHeaders(app)
  addErrorHandling(app)
  addRequestHooks(app)
  await addPlugins(app, deps.admission)
  const slots = admitRequests(app, deps.admission)
  addAccess(app, { ...deps, access: deps.config.access, prepareError })
  countRejections(app)
  addMetrics(app, { ...deps, slots })
  if (deps.notifier) countNotifications(app, deps.notifier)
  repeatHourly(app, measureInvariants(app, { ...deps, store: deps.postgres }))
  await addOpenApi(app, deps.config.publicUrl)
  addOperations(app, deps)
  await app.register(surfaceA(deps))
  await app.register(surfaceB(deps))
  await app.register(reconcileRoutes(deps))
  await app.register(mcpRoutes(deps), { prefix: '/mcp' })
  await app.register(discoveryRoutes(deps.config))
  await app.register(webSurface(deps))
  await app.ready()
  return app
}

function openFastify({ logLevel, trustProxy }: AppDeps['config']): FastifyInstance {
  try {
    return Fastify({
      logger: loggerOptions(logLevel),
      // tellRequestEnds logs one line per request.
      logController: new BrokenAnswers({
        disableRequestLogging: true,
        requestIdLogLabel: 'requestId',
      }),
      genReqId: toRequestId,
      trustProxy: toTrustProxy(trustProxy),
      bodyLimit: BODY_LIMIT,
      // When the router itself rejects a request, no hook adds headers. Therefore the router gets
      // only readable paths, and the schemas limit the length of parameters.
      rewriteUrl: (request) => toRoutable(readMarkdownUrl(request)),
      routerOptions: { maxParamLength: MAX_URL, constraints: { surface: surfaceConstraint } },
      // A request must arrive within 15 s and be handled within 30 s. Idle connections outlive the
      // usual 60 s of load balancers, which otherwise reuse a connection that was just closed.
      requestTimeout: 15_000,
      handlerTimeout: 30_000,
      keepAliveTimeout: 72_000,
      connectionTimeout: 80_000,
      http: { headersTimeout: 10_000 },
      forceCloseConnections: 'idle',
      // Requests that arrive while closing are handled normally, then the connection ends. The
      // framework's own 503 has neither the surface's format nor an id.
      return503OnClosing: false,
      frameworkErrors: replyError,
      clientErrorHandler: replyToUnreadable,
    })
  } catch (cause) {
    throw new OperatorError(
      'TRUST_PROXY is invalid. Set it to addresses, CIDR ranges, "loopback", or a number of hops.',
      { cause },
    )
  }
}

// Two surfaces share some paths; this tells the router which one a request is for.
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
  // Otherwise idle connections delay closing.
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** Makes the path routable; hooks find the URL as it was sent in `originalUrl`. */
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

/**
 * Rejects broken encodings; the framework would pass on a broken query, and the search would find
 * nothing.
 */
function requireReadableUrl(url: string): void {
  const [path, query] = splitUrl(url)
  const invalid = (message: string) => new ApiError('InvalidRequest', { message })
  if (!isPercentEncoded(path)) {
    throw invalid('The path is not percent-encoded UTF-8. Encode each part.')
  }
  if (query.length > MAX_QUERY_STRING) {
    throw invalid('The query string is longer than 8 KiB. Send shorter parameters.')
  }
  if (!isPercentEncoded(query)) {
    throw invalid('The query string is not percent-encoded UTF-8. Encode each value.')
  }
}
