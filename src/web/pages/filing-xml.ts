import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { XML_TIMEOUT_MS, xmlSender } from '#src/api/shared/filing-xml.ts'
import { pathEin } from '#src/api/shared/parameters.ts'
import { isObjectId } from '#src/domain/evidence.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { ApiError } from '#src/platform/errors.ts'
import { PAGE_TERMS } from '../render.ts'

const params = z.object({ ein: pathEin(), file: z.string() })

/** Adds `GET /charity/{ein}/filings/{objectId}.xml`: a return, to be saved as a file. */
export function addFilingXml(app: FastifyInstance, deps: ProfileDeps): void {
  const send = xmlSender(deps)
  app.get<{ Params: z.infer<typeof params> }>(
    '/charity/:ein/filings/:file',
    {
      config: { terms: PAGE_TERMS },
      schema: { hide: true, params },
      handlerTimeout: XML_TIMEOUT_MS,
    },
    async (request, reply) => {
      const { ein, file } = request.params
      const objectId = file.replace(/\.xml$/, '')
      if (objectId === file || !isObjectId(objectId)) throw new ApiError('RouteNotFound')
      return reply.send(await send(request, reply, { ein, objectId }))
    },
  )
}
