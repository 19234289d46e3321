import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readSection } from '#src/organizations/sections/read-section.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { einOf } from '../../shared/parameters.ts'
import { operation } from '../operation.ts'
import { presentSection } from './present.ts'
import { charitySection, sectionId, sectionQuery } from './schema.ts'

export const sectionRoute =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/sections/:SectionId', {
      ...operation({
        operationId: 'getCharitySection',
        group: 'Organizations',
        summary: 'A section of a page with its evidence, or the target of an EvidenceRef',
        description:
          'Without EvidenceRef, a page of the section; NextCursor is absent on the last. With EvidenceRef, only what the Ref names, in any section: a value or row of a filing (superseded or not), of a Schedule R that names the organization, of the registry, an award or its website, or a derived figure. A malformed Ref is 400 InvalidEvidenceRef; one of another organization is 404 EvidenceNotFound. A cursor of another request is 400 InvalidCursor; one whose filing was replaced is 400 StaleCursor.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: [
          {
            name: 'Section',
            summary: 'A section of rows, one a page',
            path: { ...inPath(DEMO.turkanaWells), SectionId: 'Leadership' },
            query: { Limit: 1 },
          },
          {
            name: 'Checks',
            summary: 'Cross-checks of a return that contradicts itself',
            path: { ...inPath(DEMO.perryCountyHomes), SectionId: 'Checks' },
          },
        ],
        request: {
          params: z.strictObject({ ein: einOf(), SectionId: sectionId }),
          querystring: sectionQuery,
        },
        response: charitySection,
      }),
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
