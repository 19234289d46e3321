import type { onSendHookHandler } from 'fastify'

/**
 * Sends 304 without a body if the client already has the response (If-None-Match). Caches must
 * revalidate each time, because a load can create a release at any moment, and hits and pages must
 * come from the same one. For routes with an ETag, which is weak because compression varies.
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
