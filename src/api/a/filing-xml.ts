import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isObjectId, OBJECT_ID } from '#src/domain/evidence.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { isStream, XML_TIMEOUT_MS, XML_TYPE, xmlSender } from '../shared/filing-xml.ts'
import { noQuery, pathEin, refuse, text } from '../shared/parameters.ts'
import { operation } from './operation.ts'

const params = z.strictObject({
  ein: pathEin(),
  objectId: text('an object ID')
    .transform((value, check) =>
      isObjectId(value)
        ? value
        : refuse(check, 'object_id', 'must be an 18-digit object ID from /filings'),
    )
    .meta({
      type: 'string',
      pattern: `^(?:${OBJECT_ID})$`,
      description: 'Source.ObjectID of a filing from /filings.',
    }),
})

const xml = z
  .custom<Readable>(isStream)
  .meta({ type: 'string', description: 'The return. A comment says how it may differ.' })

export const filingXmlRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const send = xmlSender(deps)
    app.get('/api/v2/charity/:ein/filings/:objectId/xml', {
      ...operation({
        operationId: 'getFilingXml',
        group: 'Organizations',
        summary: 'Download a return as XML, rebuilt from the stored data',
        description:
          'Returns every element, attribute, and text of a return, superseded returns included. The file is rebuilt: white space, namespaces, and processing instructions can differ from the original, and social security numbers are removed. A Form 990-N has no XML. A client can run two downloads at once; further requests return 429 RateLimited.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: [],
        headers: ['Content-Disposition'],
        request: { params, querystring: noQuery },
        response: { description: 'The return.', content: { [XML_TYPE]: { schema: xml } } },
      }),
      handlerTimeout: XML_TIMEOUT_MS,
      handler: async (request, reply) => reply.send(await send(request, reply, request.params)),
    })
  }
