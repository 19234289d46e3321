import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { clientOf } from '../../access/client.ts'
import { toLocation } from '../../domain/places.ts'
import { ApiError } from '../../errors.ts'
import type { Suggestion } from '../../search/results/suggestions.ts'
import type { SearchDeps } from '../../search/search.ts'
import { suggestOrganizations } from '../../search/suggest.ts'
import { openSemaphore, type Semaphore } from '../../semaphore.ts'
import { busy } from '../admission.ts'
import { organizationPath } from './links.ts'

// Who types without a pause asks some three times a second, and stops to read; two people at it
// behind one address stay below.
const SOFT_CAP = 300
/**
 * How many are searched for at once. One takes the engine a few milliseconds, so that four serve
 * hundreds a second; they are none of the places of counted requests, and nobody waits in line:
 * by then the next letter is typed.
 */
const AT_ONCE = 4
/** One letter begins most names; no name is longer than a hundred. */
const LENGTH = { least: 2, most: 100 }
// A letter taken back is asked for again within a minute.
const CACHING = 'private, max-age=60'

const query = z.object({ Query: z.string().trim().min(LENGTH.least).max(LENGTH.most) })

/** `GET /suggest`: what the pages' own script shows while somebody types. Costs no allowance. */
export const suggestionRoutes =
  (deps: SearchDeps): FastifyPluginAsync =>
  async (app) => {
    const places = openSemaphore(AT_ONCE)
    app.get('/suggest', {
      config: { terms: { access: 'unchecked', costs: 'nothing', place: 'own' } },
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
        const found = await withPlace(places, () => suggestOrganizations(deps, read.data.Query))
        return reply
          .header('Cache-Control', CACHING)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ Suggestions: found.map(presentSuggestion) }))
      },
    })
  }

/** Throws ApiError RateLimited where all places are taken; an empty list would say nobody is called so. */
async function withPlace<Found>(places: Semaphore, work: () => Promise<Found>): Promise<Found> {
  if (places.isFull()) throw busy()
  const leave = await places.take(new AbortController().signal)
  try {
    return await work()
  } finally {
    leave()
  }
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
