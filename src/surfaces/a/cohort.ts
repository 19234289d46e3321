import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readCohortFunders } from '../../network/cohort.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { openErrors } from './error-schema.ts'
import { cohortFunderList, cohortQuery } from './funder-schema.ts'
import { presentCohort } from './present-funders.ts'

/** `GET /api/v2/funders/for-cohort`. */
export const cohortRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/funders/for-cohort', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'rankCohortFunders',
        summary: 'Who funds up to 25 organizations: most of them reached first, then by amount',
        tags: ['Surface A'],
        querystring: cohortQuery,
        response: { 200: cohortFunderList, ...openErrors },
      },
      handler: async ({ query }) => {
        const { EINs, Limit: limit, MinYear: minYear, AllCategories: allCategories } = query
        const found = await readCohortFunders(deps, EINs, { limit, minYear, allCategories })
        return presentCohort(EINs, found)
      },
    })
  }
