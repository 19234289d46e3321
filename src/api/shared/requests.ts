import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { maskKeys } from '#src/domain/mask-keys.ts'
import { describeRequest } from '#src/platform/logging.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection closed before the response was complete. */
    isAborted: boolean
  }
}

/** The status that proxies log when a client disconnects before the response. */
const LEFT = 499

const PROBES = new Set(['/livez', '/readyz', '/metrics'])

/**
 * Writes one log line for every request. If the connection closes before the response is complete,
 * onResponse hooks run once with the status that was sent, or 499 if none was; the framework itself
 * only recognizes a finish or a failure. Add it before anything that may respond.
 */
export function tellRequestEnds(app: FastifyInstance): void {
  app.decorateRequest('isAborted', false)
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = reply
    let isEnded = false
    const end = () => {
      isEnded = true
    }
    raw.once('finish', end).once('error', end)
    raw.once('close', () => {
      if (isEnded) return
      request.isAborted = true
      const isAnswered = raw.headersSent
      // The handler reacts first, so that it can record how its work ended.
      setImmediate(() => {
        if (!isAnswered) reply.code(LEFT)
        if (!isEnded) raw.emit('error', new Error('The connection closed early.'))
      })
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    // Probes arrive every few seconds, and successful ones are not worth logging.
    const isProbe = PROBES.has(request.routeOptions.url ?? '') && reply.statusCode < 400
    request.log[isProbe ? 'debug' : 'info'](
      { ...describeRequest(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}

// Letters, digits, and common separators: nothing that could break a log line.
const SANE = /^[A-Za-z0-9._:-]{1,128}$/

/**
 * Returns the client's `X-Request-Id` if it is a safe token and not an API key, otherwise a new id.
 */
export function toRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) && maskKeys(given) === given
    ? given
    : randomUUID()
}
