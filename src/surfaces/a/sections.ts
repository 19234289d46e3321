import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readSection } from '../../profiles/sections/read-section.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { presentSection } from './present-section.ts'
import { charitySection, sectionId, sectionQuery } from './section-schema.ts'

/** `GET /api/v2/charity/{ein}/sections/{SectionId}`. */
export const sectionRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/sections/:SectionId', {
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'getCharitySection',
        summary: 'A section of a page with its evidence, or what an EvidenceRef names',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf(), SectionId: sectionId }),
        querystring: sectionQuery,
        response: { 200: charitySection, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentSection(
          await readSection(deps, params.ein, {
            section: params.SectionId,
            form: query.Form,
            year: query.Year,
            cursor: query.Cursor,
            limit: query.Limit,
            ref: query.EvidenceRef,
          }),
        ),
    })
  }
