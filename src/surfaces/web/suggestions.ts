import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { clientOf } from '../../access/client.ts'
import { toLocation } from '../../domain/places.ts'
import { ApiError } from '../../errors.ts'
import type { Suggestion } from '../../search/results/suggestions.ts'
import type { SearchDeps } from '../../search/search.ts'
import { suggestOrganizations } from '../../search/suggest.ts'
import { organizationPath } from './links.ts'

// Five searches of twenty letters a minute; who types faster is a program.
const SOFT_CAP = 600
/** One letter begins most names; no name is longer than a hundred. */
const LENGTH = { least: 2, most: 100 }
// A letter taken back is asked for again within a minute.
const CACHING = 'private, max-age=60'

const query = z.object({ Query: z.string().trim().min(LENGTH.least).max(LENGTH.most) })

/** `GET /suggest`: what the pages' own script shows while somebody types. Costs no allowance. */
export const suggestionRoutes =
  (deps: SearchDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/suggest', {
      onRequest: app.rateLimit({
        max: SOFT_CAP,
        timeWindow: 60_000,
        keyGenerator: (request) => clientOf(request.ip),
        errorResponseBuilder: (_, { ttl }) =>
          new ApiError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
      }),
      schema: { hide: true },
      handler: async (request, reply) => {
        const read = query.safeParse(request.query)
        if (!read.success) throw refuseQuery()
        const found = await suggestOrganizations(deps, read.data.Query)
        return reply
          .header('Cache-Control', CACHING)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ Suggestions: found.map(presentSuggestion) }))
      },
    })
  }

const refuseQuery = () =>
  new ApiError('InvalidParameters', {
    issues: [
      {
        loc: ['query', 'Query'],
        msg: `must be ${LENGTH.least} to ${LENGTH.most} characters`,
        type: 'length',
      },
    ],
  })

const presentSuggestion = ({ ein, name, otherName, form, ...place }: Suggestion) => ({
  EIN: ein,
  Name: name,
  OtherName: otherName,
  Location: toLocation(place),
  PrimaryForm: form,
  Path: organizationPath(ein),
})
