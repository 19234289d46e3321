import etag from '@fastify/etag'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readPage } from '#src/organizations/page/page.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { answerUnchanged } from '../../shared/conditional.ts'
import { einParams } from '../../shared/parameters.ts'
import { operation } from '../operation.ts'
import { presentPage } from './present.ts'
import { charityPage, pageQuery } from './schema.ts'

export const pageRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    app.get('/api/v2/charity/:ein/page', {
      ...operation({
        operationId: 'getCharityPage',
        group: 'Organizations',
        summary: "Get an organization's page for a form and year",
        description:
          'Returns a weak ETag. Send it as If-None-Match to get 304 if nothing has changed.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: example('An organization that files Form 990', {
          path: inPath(DEMO.turkanaWells),
        }),
        headers: ['ETag'],
        request: { params: einParams, querystring: pageQuery },
        response: charityPage,
      }),
      handler: async ({ params, query }) =>
        presentPage(await readPage(deps, params.ein, { form: query.Form, year: query.Year })),
    })
  }
