import type { onSendHookHandler } from 'fastify'

/**
 * Sends a 304 without a body when the client already has what is to be sent (If-None-Match), and
 * says how long an answer may be kept: it may be stored, but is asked for anew each time, since a
 * load makes a new release at any moment and hits and pages must be of the same one. For routes
 * with an ETag; a weak one, as the same answer goes out compressed or not.
 */
export const answerUnchanged: onSendHookHandler = async (request, reply, payload) => {
  if (reply.statusCode !== 200) {
    reply.removeHeader('ETag')
    return payload
  }
  reply.header('Cache-Control', 'public, no-cache')
  const tag = reply.getHeader('ETag')
  const known = request.headers['if-none-match']
  if (typeof tag !== 'string' || known === undefined || !matches(known, tag)) return payload
  reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length')
  return ''
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

const matches = (known: string, tag: string): boolean =>
  known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(tag))
