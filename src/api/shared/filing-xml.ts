import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askerOf } from '#src/access/client.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { limitReturnXml, XML_LIMITS } from '#src/organizations/filings/return-xml.ts'
import { GRACE_MS, toLongAnswer } from './long-answer.ts'

export const XML_TYPE = 'application/xml'
/** The framework's own limit for a handler ends later than the stream. */
export const XML_TIMEOUT_MS = XML_LIMITS.longestMs + GRACE_MS

/** Returns a handler that streams a filing as XML, to be saved as a file. */
export function xmlSender(deps: ProfileDeps) {
  const open = limitReturnXml(deps)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { ein, objectId }: { ein: string; objectId: string },
  ): Promise<Readable> => {
    const source = await open(ein, objectId, askerOf(request))
    const body = await toLongAnswer(request, reply, source, XML_LIMITS)
    reply.header('Content-Disposition', `attachment; filename="${objectId}.xml"`)
    reply.type(`${XML_TYPE}; charset=utf-8`)
    return body
  }
}
