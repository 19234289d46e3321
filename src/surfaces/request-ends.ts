import type { FastifyInstance } from 'fastify'
import { describeRequest } from '../logging.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its connection closed before its answer was whole. */
    isAborted: boolean
  }
}

/** As proxies log a client that has closed its connection before it was answered. */
const LEFT = 499

const PROBES = new Set(['/livez', '/readyz', '/metrics'])

/**
 * One line in the log for every request however it ends. One whose connection closes before its
 * answer is whole ends as any other: what is hooked to the response runs, once, with the status that
 * was sent, or 499 where none was. Added before what may answer; the framework itself takes only a
 * finish or a failure for an end.
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
      // Who works for the request hears of it first, and says how that ended (the chat does).
      setImmediate(() => {
        if (!isAnswered) reply.code(LEFT)
        if (!isEnded) raw.emit('error', new Error('The connection closed early.'))
      })
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    // Probes come every few seconds and say nothing while all is well.
    const isProbe = PROBES.has(request.routeOptions.url ?? '') && reply.statusCode < 400
    request.log[isProbe ? 'debug' : 'info'](
      { ...describeRequest(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
