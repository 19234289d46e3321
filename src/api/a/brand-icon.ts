import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ICON_TYPES } from '#src/domain/enrichment.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readBrandIcon } from '#src/organizations/page/hero.ts'
import { answerUnchanged } from '../shared/conditional.ts'
import { einParams, noQuery } from '../shared/parameters.ts'
import { operation } from './operation.ts'

const bytes = z
  .custom<Buffer>((given) => Buffer.isBuffer(given))
  .meta({
    type: 'string',
    format: 'binary',
  })

// A foreign image may only be displayed, even if a browser treats it as a document.
const PICTURE_ONLY = "default-src 'none'; sandbox"
// Icons rarely change and each request costs a read, so a day's delay is fine.
const KEPT = 'private, max-age=86400'

export const brandIconRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', answerUnchanged)
    app.addHook('onSend', async (_, reply) => {
      if (reply.statusCode < 400) reply.header('Cache-Control', KEPT)
    })
    app.get('/api/v2/charity/:ein/brand-icon', {
      ...operation({
        operationId: 'getBrandIcon',
        group: 'Organizations',
        summary: "Get the icon of an organization's website",
        description: 'Returns a raster image, as fetched from the website.',
        terms: { access: 'keyed', costs: 'Data', slot: 'store' },
        examples: [],
        headers: ['ETag'],
        request: { params: einParams, querystring: noQuery },
        response: {
          description: 'The image.',
          content: Object.fromEntries(ICON_TYPES.map((type) => [type, { schema: bytes }])),
        },
      }),
      // Images are already compressed, and the strong tag is computed from the raw bytes.
      compress: false,
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
