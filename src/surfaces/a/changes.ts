import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readChanges } from '../../profiles/changes.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { changeList, changesQuery } from './changes-schema.ts'
import { openErrors } from './error-schema.ts'
import { presentChanges } from './present-changes.ts'

/** `GET /api/v2/changes`; beyond the interface. */
export const changesRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/changes', {
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'listChanges',
        summary: 'Organizations whose data changed after a release, oldest change first',
        tags: ['Surface A'],
        querystring: changesQuery,
        response: { 200: changeList, ...openErrors },
      },
      handler: async ({ query: { since, Since, Cursor: cursor, Limit: limit } }) => {
        // One of them is there, or the request had been refused.
        const release = since ?? Since ?? ''
        const parameter = since === undefined ? 'Since' : 'since'
        return presentChanges(await readChanges(deps, { since: release, cursor, limit, parameter }))
      },
    })
  }
