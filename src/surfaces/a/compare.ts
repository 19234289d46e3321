import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { compareOrganizations } from '../../profiles/compare.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { todayInUtc } from '../../profiles/diligence.ts'
import { compareQuery, comparison } from './compare-schema.ts'
import { openErrors } from './error-schema.ts'
import { presentComparison } from './present-comparison.ts'

const DESCRIPTION =
  'The same figures of each organization with their Refs, governance, rating and readiness, of their latest filings or of one form and year. Ratings rank each organization among peers of its own kind and size. An EIN that cannot be compared keeps its place, and NotCompared says why.'

/** `GET /api/v2/compare`: open, as the pages of the organizations are. */
export const compareRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/compare', {
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'compareOrganizations',
        summary: 'Two to five organizations side by side',
        description: DESCRIPTION,
        tags: ['Surface A'],
        querystring: compareQuery,
        response: { 200: comparison, ...openErrors },
      },
      handler: async ({ query: { EINs, Form: form, Year: year } }) =>
        presentComparison(await compareOrganizations(deps, EINs, { form, year }, todayInUtc())),
    })
  }
