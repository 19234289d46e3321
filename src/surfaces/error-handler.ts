import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '../errors.ts'
import { isClosedEarly, maskKeys } from '../logging.ts'
import { presentError } from './error-body.ts'
import { toRequestId } from './request-id.ts'
import { isForPeople, isPagePath, splitUrl, surfaceOf } from './surface.ts'

const unreadable = (message: string, cause: unknown): ApiError =>
  new ApiError('InvalidRequest', { message, cause })

/** Fastify's own errors that mean something else than "the request could not be read". */
const FRAMEWORK_ERRORS: Record<string, (cause: unknown) => ApiError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause) =>
    unreadable(
      'The body is not called JSON; send JSON with Content-Type: application/json.',
      cause,
    ),
  FST_ERR_CTP_INVALID_JSON_BODY: (cause) =>
    unreadable('The body cannot be read as JSON; send one whole JSON object.', cause),
  FST_ERR_CTP_EMPTY_JSON_BODY: (cause) =>
    unreadable('The body is empty; send a JSON object.', cause),
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) => new ApiError('BodyTooLarge', { cause }),
  // The cause tells the log that the handler was slow; the index may well be up.
  FST_ERR_HANDLER_TIMEOUT: (cause) =>
    new ApiError('SearchUnavailable', { retryAfterSeconds: 10, cause }),
}

/** Any thrown value as the ApiError the client is to see; what is not the client's fault is 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? FRAMEWORK_ERRORS[code] : undefined
  if (known) return known(error)
  const isRefused = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return new ApiError(isRefused ? 'InvalidRequest' : 'InternalError', { cause: error })
}

/** The page that tells a person of an error. */
export type ErrorPage = (
  error: ApiError,
  requestId: string,
) => { type: string; policy: string; body: string }

declare module 'fastify' {
  interface FastifyInstance {
    /** Sets the page of errors on paths for people; until then they are told as to programs. */
    setErrorPage: (page: ErrorPage) => void
    errorPage: () => ErrorPage | undefined
  }
  interface FastifyRequest {
    /** Of the error it was answered with. */
    errorCode: ErrorCode | null
  }
}

const CODES = new WeakMap<IncomingMessage, ErrorCode>()

/**
 * The code of the error that a request was answered with, for who asked inside the process: surface
 * B's form has none. Undefined of one that was answered without an error.
 */
export const errorCodeOf = (raw: IncomingMessage): ErrorCode | undefined => CODES.get(raw)

/** Answers an error in the form of the surface that was asked, and logs what is ours. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.send(prepareError(error, request, reply))
}

/** Sets status and headers of an error, logs what is ours, and returns the body to send. */
export function prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): string {
  const apiError = toApiError(error)
  const { status, body } = presentError(apiError, surfaceOf(request.url, request.headers))
  request.errorCode = apiError.code
  CODES.set(request.raw, apiError.code)
  // A 5xx tells the client nothing internal and the log everything.
  if (status >= 500 && !apiError.details.isLogged) logFailure(apiError, request, reply)
  reply.header('X-Request-Id', request.id)
  // 404 and 405 may be stored unless they say otherwise, and what is wrong now may be right soon.
  reply.header('Cache-Control', 'no-store')
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (status === 429 || status === 503) {
    reply.header('Retry-After', apiError.details.retryAfterSeconds ?? 5)
  }
  reply.status(status)
  const page = isPagePath(request.url) && request.server.errorPage()
  // Lower case as in plugins.ts, whose header this is.
  if (page) reply.header('Vary', 'accept, accept-encoding')
  if (page && isForPeople(request.url, request.headers)) {
    const { type, policy, body: html } = page(apiError, request.id)
    reply.type(type).header('Content-Security-Policy', policy)
    return maskKeys(html)
  }
  reply.type('application/json; charset=utf-8')
  // A message may repeat what was sent, and a key may have been sent anywhere.
  return maskKeys(JSON.stringify(body))
}

// Nobody is failed who has left, and that they did the request's line says; what else went wrong
// meanwhile is worth a look.
function logFailure(error: ApiError, { log }: FastifyRequest, { raw }: FastifyReply): void {
  const failure = { err: error, code: error.code }
  if (!raw.destroyed) log.error(failure, 'request failed')
  else if (!isClosedEarly(error.cause)) log.warn(failure, 'failed after its client left')
}

/**
 * Sets the one error handler, and tells unknown paths (404) from wrong methods (405). OPTIONS,
 * of which preflights are one, is answered here with the methods of a known path.
 */
export function addErrorHandling(app: FastifyInstance): void {
  const paths: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) {
      // The CORS preflight takes OPTIONS everywhere; that makes no path known.
      if (one !== 'OPTIONS') paths.push({ pattern: toPattern(url), method: one })
    }
  })
  const requireKnownPath = (request: FastifyRequest, reply: FastifyReply): void => {
    const [path] = splitUrl(request.url)
    const allowed = new Set(
      paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    )
    if (allowed.size === 0) throw new ApiError('RouteNotFound')
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
      // The route of preflights is older than the error handler and would tell it in another form.
      replyError(error, request, reply)
      return reply
    }
    return reply.code(204).send()
  })
  // Before its body is looked at: what is wrong with that is not what is wrong.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) refuse(request, reply)
  })
  app.setNotFoundHandler(refuse)
}

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
      .join('/')}$`,
  )

/** Answers bytes that are no HTTP request, before any route or hook could. */
export function replyToUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const apiError = new ApiError('InvalidRequest', {
    ...(error.code === 'HPE_HEADER_OVERFLOW' && {
      message: 'The request line and headers are over 16 KiB; send less.',
    }),
  })
  const body = JSON.stringify(presentError(apiError, 'a').body)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${toRequestId({ headers: {} })}`,
      // No plugin sees this answer; a page must be able to read why its long URL was refused.
      'Access-Control-Allow-Origin: *',
      'Access-Control-Expose-Headers: X-Request-Id',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
