import etag from '@fastify/etag'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readPage } from '../../profiles/page/page.ts'
import { answerUnchanged } from '../conditional.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { charityPage, pageQuery } from './page-schema.ts'
import { presentPage } from './present-page.ts'

/** `GET /api/v2/charity/{ein}/page`. */
export const pageRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    app.get('/api/v2/charity/:ein/page', {
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'getCharityPage',
        summary: 'Page of an organization, of a form and year',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: pageQuery,
        response: { 200: charityPage, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentPage(await readPage(deps, params.ein, { form: query.Form, year: query.Year })),
    })
  }
