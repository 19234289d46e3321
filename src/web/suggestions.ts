import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { limitPerMinute } from '../access/client.ts'
import { displayName } from '../domain/display-name.ts'
import { busy } from '../limits/admission.ts'
import { openSemaphore, type Semaphore } from '../limits/semaphore.ts'
import { ApiError } from '../platform/errors.ts'
import type { SearchDeps } from '../search/search.ts'
import { type Suggestion, suggestOrganizations } from '../search/suggest.ts'
import { showPlace } from './components/place.ts'
import { organizationPath } from './links.ts'

// Requests per minute and address. A fast typist sends three a second and stops to read, so two
// people behind one address stay below the limit.
const SOFT_CAP = 300
// A search takes the engine a few milliseconds, so four slots serve hundreds a second. There is
// no queue: by the time a request got a slot, the person would have typed the next letter.
const SLOTS = 4
/** One letter begins too many names; no name is longer than 100 letters. */
const LENGTH = { least: 2, most: 100 }
// Deleting a letter repeats a recent query.
const CACHING = 'private, max-age=60'

const query = z.object({ Query: z.string().trim().min(LENGTH.least).max(LENGTH.most) })

/** `GET /suggest`: names for the search field's script. Costs no allowance. */
export const suggestionRoutes =
  (deps: SearchDeps): FastifyPluginAsync =>
  async (app) => {
    const slots = openSemaphore(SLOTS)
    app.get('/suggest', {
      config: { terms: { access: 'unchecked', costs: 'nothing', slot: 'own' } },
      onRequest: limitPerMinute(app, SOFT_CAP),
      schema: { hide: true },
      handler: async (request, reply) => {
        const read = query.safeParse(request.query)
        if (!read.success) throw refuseQuery()
        const found = await withSlot(slots, () => suggestOrganizations(deps, read.data.Query))
        return reply
          .header('Cache-Control', CACHING)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ Suggestions: found.map(presentSuggestion) }))
      },
    })
  }

/** Throws ApiError RateLimited when no slot is free, because an empty list would mean no match. */
async function withSlot<Found>(slots: Semaphore, work: () => Promise<Found>): Promise<Found> {
  if (slots.isFull()) throw busy()
  const free = await slots.acquire(new AbortController().signal)
  try {
    return await work()
  } finally {
    free()
  }
}

const refuseQuery = () =>
  new ApiError('InvalidParameters', {
    issues: [
      {
        loc: ['query', 'Query'],
        msg: `must be ${LENGTH.least} to ${LENGTH.most} characters long`,
        type: 'length',
      },
    ],
  })

const presentSuggestion = ({ ein, name, otherName, form, ...place }: Suggestion) => ({
  EIN: ein,
  Name: displayName(name),
  OtherName: otherName && displayName(otherName),
  Location: showPlace(place),
  PrimaryForm: form,
  Path: organizationPath(ein),
})
