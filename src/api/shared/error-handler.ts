import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import escapeRegExp from 'escape-string-regexp'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maskKeys } from '#src/domain/mask-keys.ts'
import { similarityWithin, trigramSimilarity } from '#src/domain/similarity.ts'
import { ApiError, ERRORS, type ErrorCode } from '#src/platform/errors.ts'
import { isClosedEarly } from '#src/platform/logging.ts'
import { toRequestId } from './requests.ts'
import { isForPeople, isPagePath, type Surface, splitUrl, surfaceOf } from './surface.ts'
import { describeIssues } from './validation.ts'

const unreadable = (message: string, cause: unknown): ApiError =>
  new ApiError('InvalidRequest', { message, cause })

/** Fastify errors that mean something other than "the request could not be read". */
const FRAMEWORK_ERRORS: Record<string, (cause: unknown) => ApiError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause) =>
    unreadable('Expected a JSON body. Set Content-Type: application/json.', cause),
  FST_ERR_CTP_INVALID_JSON_BODY: (cause) =>
    unreadable('The body is not valid JSON. Send one complete JSON object.', cause),
  FST_ERR_CTP_EMPTY_JSON_BODY: (cause) =>
    unreadable('The body is empty. Send a JSON object.', cause),
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) => new ApiError('BodyTooLarge', { cause }),
  // The cause in the log shows that the handler was slow; the index may be up.
  FST_ERR_HANDLER_TIMEOUT: (cause) =>
    new ApiError('SearchUnavailable', { retryAfterSeconds: 10, cause }),
}

/** Returns the ApiError that the client sees for a thrown value; 500 unless the client is at fault. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? FRAMEWORK_ERRORS[code] : undefined
  if (known) return known(error)
  const isRefused = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return new ApiError(isRefused ? 'InvalidRequest' : 'InternalError', { cause: error })
}

/** Renders an error as a page. */
type ErrorPage = (
  error: ApiError,
  requestId: string,
) => { type: string; policy: string; body: string }

declare module 'fastify' {
  interface FastifyInstance {
    /** Sets the error page of paths for people; until it is set, they get JSON. */
    setErrorPage: (page: ErrorPage) => void
    errorPage: () => ErrorPage | undefined
  }
  interface FastifyRequest {
    /** The code of the error response. */
    errorCode: ErrorCode | null
  }
}

const SENT = new WeakMap<IncomingMessage, ApiError>()

/**
 * Returns the error of a response, for callers in this process, because surface B's format has no code.
 * Undefined if there was no error.
 */
export const errorOf = (raw: IncomingMessage): ApiError | undefined => SENT.get(raw)

/** Sends an error in the format of the surface, and logs it if the service is at fault. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.send(prepareError(error, request, reply))
}

/**
 * Sets the status and headers of an error, logs it if the service is at fault, and returns the
 * body.
 */
export function prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): string {
  const apiError = toApiError(error)
  const { status, body } = presentError(apiError, surfaceOf(request.url, request.headers))
  request.errorCode = apiError.code
  SENT.set(request.raw, apiError)
  // For a 5xx, the client sees nothing internal, and the log has everything.
  if (status >= 500 && !apiError.details.isLogged) logFailure(apiError, request, reply)
  reply.header('X-Request-Id', request.id)
  // The condition may clear soon, so don't let caches keep this response.
  reply.header('Cache-Control', 'no-store')
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (status === 429 || status === 503) {
    reply.header('Retry-After', apiError.details.retryAfterSeconds ?? 5)
  }
  reply.status(status)
  const page = isPagePath(request.url) && request.server.errorPage()
  // Lower case, because plugins.ts sets this header in lower case.
  if (page) reply.header('Vary', 'accept, accept-encoding')
  if (page && isForPeople(request.url, request.headers)) {
    const { type, policy, body: html } = page(apiError, request.id)
    reply.type(type).header('Content-Security-Policy', policy)
    return maskKeys(html)
  }
  reply.type('application/json; charset=utf-8')
  // A message may repeat the input, and a key may be anywhere in it.
  return maskKeys(JSON.stringify(body))
}

// The request log already says that a client disconnected; only another failure is a warning. An
// index that is not built yet is a state of the service, not a failure.
function logFailure(error: ApiError, { log }: FastifyRequest, { raw }: FastifyReply): void {
  const failure = { err: error, code: error.code }
  if (error.code === 'IndexNotReady') log.warn({ code: error.code }, error.message)
  else if (!raw.destroyed) log.error(failure, 'request failed')
  else if (!isClosedEarly(error.cause))
    log.warn(failure, 'request failed after the client disconnected')
}

/**
 * Sets the error handler, and distinguishes unknown paths (404) from wrong methods (405). Responds
 * to OPTIONS, preflights included, with the methods of a known path.
 */
export function addErrorHandling(app: FastifyInstance): void {
  const paths: { pattern: RegExp; method: string }[] = []
  const routes: string[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    // Others are files and probes.
    if (config?.terms && !/[*.]/.test(url) && !routes.includes(url)) routes.push(url)
    for (const one of [method].flat()) {
      // The CORS plugin handles OPTIONS everywhere, which does not make a path known.
      if (one !== 'OPTIONS') paths.push({ pattern: toPattern(url), method: one })
    }
  })
  const requireKnownPath = (request: FastifyRequest, reply: FastifyReply): void => {
    const [path] = splitUrl(request.url)
    const allowed = new Set(
      paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    )
    if (allowed.size === 0) {
      const pages = isForPeople(request.url, request.headers) ? routes.filter(isPagePath) : []
      throw unknownPath(nearestPath(path, pages) ?? nearestPath(path, routes))
    }
    reply.header('Allow', [...allowed, 'OPTIONS'].join(', '))
  }
  app.decorateRequest('errorCode', null)
  let errorPage: ErrorPage | undefined
  app.decorate('errorPage', () => errorPage)
  app.decorate('setErrorPage', (page: ErrorPage) => {
    errorPage = page
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    requireKnownPath(request, reply)
    throw new ApiError('MethodNotAllowed')
  }
  app.setErrorHandler(replyError)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return
    try {
      requireKnownPath(request, reply)
    } catch (error) {
      // The preflight route predates the error handler and would use another format.
      replyError(error, request, reply)
      return reply
    }
    return reply.code(204).send()
  })
  // Before the body is read, because faults in the body don't matter here.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) refuse(request, reply)
  })
  app.setNotFoundHandler(refuse)
}

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : escapeRegExp(part)))
      .join('/')}$`,
  )

function unknownPath(nearest: string | undefined): ApiError {
  if (nearest === undefined) return new ApiError('RouteNotFound')
  const message = `This path does not exist. Did you mean ${nearest}?`
  const forPrograms = 'See /openapi.json for the available paths.'
  return new ApiError('RouteNotFound', { message, forPrograms })
}

// Above /nowhere, and below /pages for a path that ends in /page (0.7).
const NEAR_PATH = 0.6
/** Longer than any path without its values. */
const MAX_COMPARED = 200

/** Returns the route that is most like an unknown path, or whose end is, with the EIN of the path. */
function nearestPath(path: string, routes: readonly string[]): string | undefined {
  const [ein = '{ein}'] = /\b\d{2}-?\d{7}\b/.exec(path) ?? []
  const wanted = path.slice(0, MAX_COMPARED).replace(ein, 'ein')
  const scored = routes.map((route) => {
    const end = similarityWithin(wanted, route)
    return { route, end, score: end + trigramSimilarity(wanted, route) }
  })
  const [best] = scored.sort((left, right) => right.score - left.score)
  if (best === undefined || best.end < NEAR_PATH) return undefined
  return best.route.replace(':ein', ein).replace(/:(\w+)/g, '{$1}')
}

/** Responds to bytes that are not an HTTP request; no route or hook sees them. */
export function replyToUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const apiError = new ApiError('InvalidRequest', {
    ...(error.code === 'HPE_HEADER_OVERFLOW' && {
      message:
        'The request line and headers are longer than 16 KiB. Send fewer or shorter headers and parameters.',
    }),
  })
  const body = JSON.stringify(presentError(apiError, 'a').body)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${toRequestId({ headers: {} })}`,
      // No plugin handles this response, but a web page must be able to read why its URL was
      // rejected.
      'Access-Control-Allow-Origin: *',
      'Access-Control-Expose-Headers: X-Request-Id',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Surface B answers validation errors with 400. */
const B_STATUS: Partial<Record<number, number>> = { 422: 400 }

/** Messages that name parameters, with their versions for surface B. */
const B_MESSAGES: Partial<Record<ErrorCode, string>> = {
  PageTooDeep:
    'Pages end at the 10,000th hit. Narrow the search with state, min_revenue, or more words in q.',
}

/** Returns the status and body of an error in the format of a surface. */
export function presentError(error: ApiError, surface: Surface): { status: number; body: object } {
  const { issues } = error.details
  if (surface === 'b') {
    const sentence = issues ? describeIssues(issues) : messageOnB(error)
    return {
      status: B_STATUS[error.status] ?? error.status,
      body: { success: false, data: null, error: sentence },
    }
  }
  const detail = issues ?? { ErrorCode: error.code, Message: error.message }
  return { status: error.status, body: { detail } }
}

const messageOnB = ({ code, message }: ApiError): string =>
  message === ERRORS[code].message ? (B_MESSAGES[code] ?? message) : message
