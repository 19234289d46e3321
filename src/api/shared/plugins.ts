import zlib from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply } from 'fastify'
import metrics from 'fastify-metrics'
import { ADMISSION, type Admission, busy, isWork } from '#src/limits/admission.ts'
import { isByCredential, isDataPath } from './surface.ts'

/**
 * Adds the request id, Vary, security headers, CORS, and X-Robots-Tag to every response. Preflights
 * are handled later (error-handler.ts), so that an unknown path returns an error for them, too.
 */
export async function addPublicHeaders(app: FastifyInstance): Promise<void> {
  // A shared cache must not send a compressed response to a client that cannot read it, so Vary is
  // on both plain and compressed ones. Lower case, because the plugin looks for that spelling.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    const varies = isByCredential(request.url) ? 'authorization, x-service-api-key, ' : ''
    reply.header('Vary', `${varies}accept-encoding`)
    if (isDataPath(request.url)) reply.header('X-Robots-Tag', 'noindex')
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only the proxy that terminates TLS knows whether the whole host supports it.
    strictTransportSecurity: false,
    // Pages of other sites may read the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    strictPreflight: false,
    preflightContinue: true,
    maxAge: 86_400,
    exposedHeaders: [
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'Server-Timing',
      'ETag',
      'X-Found',
      'X-Release',
      'Content-Disposition',
    ],
  })
}

/** Adds compression, the soft cap, protection from overload, and metrics. */
export async function addPlugins(
  app: FastifyInstance,
  { maxDelayMs = ADMISSION.maxDelayMs }: Partial<Admission> = {},
): Promise<void> {
  // GET may be compressed and then has another length; HEAD may omit it (RFC 9110 section 8.6).
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), hideLength]
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_FROM,
    // The default brotli level takes tens of milliseconds per page; level 4 is as small as gzip and
    // faster.
    brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(rateLimit, {
    global: false,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    exposeStatusRoute: false,
    // Probes must get a response however slow the service is.
    pressureHandler: (request) => {
      if (isWork(request)) throw busy()
    },
  })
  await app.register(metrics.default, {
    // Served by operations.ts, because the plugin's own route does not support HEAD.
    endpoint: null,
    // Several applications may share one process; each starts with fresh counters.
    clearRegisterOnInit: true,
    routeMetrics: {
      registeredRoutesOnly: true,
      // The client disconnected; the status may still be 200 (requests.ts).
      customLabels: { aborted: ({ isAborted }) => String(isAborted) },
    },
  })
}

/** Bytes; below one network packet, compression gains nothing. */
const COMPRESSED_FROM = 1_400

async function hideLength(_: unknown, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (Number(reply.getHeader('content-length')) >= COMPRESSED_FROM) {
    reply.removeHeader('content-length')
  }
  return payload
}

// Allowances have their own headers; the soft cap sends only Retry-After.
const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}
