import zlib from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply } from 'fastify'
import metrics from 'fastify-metrics'
import { busy, isWork } from './admission.ts'
import { isByCredential, isDataPath } from './surface.ts'

/**
 * The request's id, Vary, security headers, CORS and a word to crawlers, on every answer. What a
 * preflight asks is answered after these (error-handler.ts), so that an unknown path is an error to
 * it as to any other request.
 */
export async function addPublicHeaders(app: FastifyInstance): Promise<void> {
  // A shared cache must not hand a compressed answer to who cannot read it, nor keep the plain
  // one for all: the header belongs to both. Lower case, as the plugin looks for its own spelling.
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
    // Whoever terminates TLS knows whether the whole host speaks it; this service does not.
    strictTransportSecurity: false,
    // The API is meant to be read from other sites' pages.
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

/** Compression, the soft cap, protection from overload, and metrics. */
export async function addPlugins(app: FastifyInstance): Promise<void> {
  // GET's answer has another length where it is compressed, and here nothing is; none may be told
  // instead (RFC 9110 section 8.6).
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), hideLength]
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_FROM,
    // The default brotli level takes tens of milliseconds a page; 4 is as small as gzip, faster.
    brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(rateLimit, {
    global: false,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
  })
  await app.register(underPressure, {
    // A loop that lags a second already answers too late; better refused than queued.
    maxEventLoopDelay: 1_000,
    exposeStatusRoute: false,
    // Whoever watches over the service must hear that it lives, however slow it is.
    pressureHandler: ({ routeOptions: { config } }) => {
      if (isWork(config)) throw busy()
    },
  })
  await app.register(metrics.default, {
    // It is served beside the probes (operations/routes.ts): the plugin's own route answers no HEAD.
    endpoint: null,
    // Several applications may live in one process; each begins with fresh counters.
    clearRegisterOnInit: true,
    routeMetrics: {
      registeredRoutesOnly: true,
      // Of an answer that was not taken whole, whose status may well be 200 (request-ends.ts).
      customLabels: { aborted: ({ isAborted }) => String(isAborted) },
    },
  })
}

/** Bytes; in less than a network packet there is nothing to win. */
const COMPRESSED_FROM = 1_400

async function hideLength(_: unknown, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (Number(reply.getHeader('content-length')) >= COMPRESSED_FROM) {
    reply.removeHeader('content-length')
  }
  return payload
}

// The counted allowances have headers of their own; the soft cap says only Retry-After.
const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}
