import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readLeadershipPage } from '../../profiles/leadership-page.ts'
import { readRelatedPage } from '../../profiles/related-page.ts'
import { leadershipData, pagedYearQuery } from './leadership-schema.ts'
import { answerTimed, deepDive, einParams } from './operation.ts'
import { PAGE_SIZE, toWindow } from './paging.ts'
import { presentLeadership } from './present-leadership.ts'
import { presentRelated } from './present-related.ts'
import { relatedData } from './related-schema.ts'

const PAGED = `Up to ${PAGE_SIZE} at once; page reads on.`

/** `GET /api/v2/charity/{ein}/leadership` and `/related`. */
export const peopleRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/leadership', {
      ...deepDive({
        operationId: 'readLeadership',
        summary: 'Officers of the return and their Schedule J compensation',
        description: PAGED,
        params: einParams,
        querystring: pagedYearQuery,
        data: leadershipData,
        answer: 'LeadershipEnvelope',
      }),
      handler: async (request) => {
        const { year, page } = request.query
        const read = (timed: ProfileDeps) =>
          readLeadershipPage(timed, request.params.ein, year, toWindow(page))
        return await answerTimed(deps, request, read, (found) => presentLeadership(found, page))
      },
    })
    app.get('/api/v2/charity/:ein/related', {
      ...deepDive({
        operationId: 'readRelated',
        summary: 'Related organizations of Schedule R as a graph',
        description: `The rows of its Schedule R and of those that name it, as nodes and edges; page 1 brings \`graph\`, too: whom latest returns tie to it by relation or money, two steps out. ${PAGED}`,
        params: einParams,
        querystring: pagedYearQuery,
        data: relatedData,
        answer: 'RelatedEnvelope',
      }),
      handler: async (request) => {
        const { year, page } = request.query
        const read = (timed: ProfileDeps) =>
          readRelatedPage(timed, request.params.ein, year, toWindow(page))
        return await answerTimed(deps, request, read, (found) => presentRelated(found, page))
      },
    })
  }
