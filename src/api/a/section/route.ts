import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readSection } from '#src/organizations/sections/read-section.ts'
import { DEMO, inPath } from '../../openapi/examples/demo.ts'
import { pathEin } from '../../shared/parameters.ts'
import { CURSOR_ERRORS } from '../fields.ts'
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
        summary: 'Get a section of a page, or the evidence behind a Ref',
        description: `Without EvidenceRef, returns one page of the section. With EvidenceRef, returns only the evidence behind that Ref; any SectionId works. The evidence is a derived figure, or a value or row from a source. Sources are the organization's filings (even superseded ones), other organizations' returns that list it, the registry, restriction lists, awards, and the website. A malformed Ref returns 400 InvalidEvidenceRef. A Ref that does not belong to the organization returns 404 EvidenceNotFound. ${CURSOR_ERRORS}`,
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: [
          {
            name: 'Section',
            summary: 'A section of rows, one row per page',
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
          params: z.strictObject({ ein: pathEin(), SectionId: sectionId }),
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
