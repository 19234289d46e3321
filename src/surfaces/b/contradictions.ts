import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readContradictions } from '../../profiles/contradictions.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { contradictionsData } from './contradictions-schema.ts'
import { answerTimed, deepDive, einParams, noQuery } from './operation.ts'
import { presentContradictions } from './present-contradictions.ts'

/** `GET /api/v2/charity/{ein}/contradictions`. */
export const contradictionRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/contradictions', {
      ...deepDive({
        operationId: 'readContradictions',
        summary: 'Cross-checks between the return and its schedules',
        description:
          'What the latest return of the primary form says twice, held against each other: totals and their parts, questions and the schedules they ask for, lists and their sums, this year and the year before. What passed is shown too, so that "none failed" can be told from "nothing checked".',
        params: einParams,
        querystring: noQuery,
        data: contradictionsData,
        answer: 'ContradictionsEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readContradictions(timed, request.params.ein),
          presentContradictions,
        ),
    })
  }
