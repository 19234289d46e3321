import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readRatings } from '../../profiles/ratings.ts'
import { answerTimed, deepDive, einParams, noQuery } from './operation.ts'
import { presentRatings } from './present-ratings.ts'
import { ratingsData } from './ratings-schema.ts'

/** `GET /api/v2/charity/{ein}/ratings`. */
export const ratingRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/ratings', {
      ...deepDive({
        operationId: 'readRatings',
        summary: 'Rating with every metric, category and peer group',
        description:
          'The rating is absolute, 0 to 100: each metric is scored from 0 to 1 by its place among peers or as it stands, categories are means of their metrics, and their weights add up to 100. It is made of the latest return of the primary form; only Form 990 and Form 990-EZ are rated.',
        params: einParams,
        querystring: noQuery,
        data: ratingsData,
        answer: 'RatingsEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readRatings(timed, request.params.ein),
          presentRatings,
        ),
    })
  }
