import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ICON_TYPES } from '../../domain/enrichment.ts'
import { readBrandIcon } from '../../profiles/brand-icon.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { answerUnchanged } from '../conditional.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'

const bytes = z
  .custom<Buffer>((given) => Buffer.isBuffer(given))
  .meta({ type: 'string', format: 'binary', description: 'The image, as it was fetched.' })

// A picture of somebody else's: it may be shown and nothing more, should a viewer ever take it for
// a document.
const PICTURE_ONLY = "default-src 'none'; sandbox"
// Icons change once in years, and each question costs its client a read; a day late is no harm.
const KEPT = 'private, max-age=86400'

/** `GET /api/v2/charity/{ein}/brand-icon`. */
export const brandIconRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', answerUnchanged)
    app.addHook('onSend', async (_, reply) => {
      if (reply.statusCode < 400) reply.header('Cache-Control', KEPT)
    })
    app.get('/api/v2/charity/:ein/brand-icon', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      // Images are compressed by themselves, and the strong tag is of the bytes as they are.
      compress: false,
      schema: {
        operationId: 'getBrandIcon',
        summary: "Image that the organization's website shows for itself",
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: z.strictObject({}),
        response: {
          200: {
            description: 'The image.',
            content: Object.fromEntries(ICON_TYPES.map((type) => [type, { schema: bytes }])),
          },
          404: errorBody,
          ...openErrors,
        },
      },
      handler: async ({ params }, reply) => {
        const { mediaType, content, sha256 } = await readBrandIcon(deps, params.ein)
        return reply
          .header('ETag', `"${sha256}"`)
          .header('Content-Security-Policy', PICTURE_ONLY)
          .header('Content-Disposition', 'inline')
          .type(mediaType)
          .send(content)
      },
    })
  }
