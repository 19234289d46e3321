import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readSection } from '#src/organizations/sections/read-section.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { einOf } from '../../shared/parameters.ts'
import { operation } from '../operation.ts'
import { presentSection } from './present.ts'
import { charitySection, sectionId, sectionQuery } from './schema.ts'

export const sectionRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/sections/:SectionId', {
      ...operation({
        operationId: 'getCharitySection',
        group: 'Organizations',
        summary: 'A section of a page with its evidence, or what an EvidenceRef names',
        description:
          'Without EvidenceRef, the section of the form and year asked for, a page of rows at a time: NextCursor leads to the next page and is absent on the last. With EvidenceRef, what that Ref names alone, whichever section is asked: a value or row of any filing of the organization, superseded or not, of a row of Schedule R that names it, of the registry, an award or subaward, what its website says or once said, or a derived figure. Content of a row of awards has its columns as text, numbers and dates, too; the Ref of an amount alone answers Value as a number. A Ref of wrong form is 400 InvalidEvidenceRef; one that names nothing of this organization is 404 EvidenceNotFound. A cursor of another request is 400 InvalidCursor; one whose filing was replaced is 400 StaleCursor.',
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
