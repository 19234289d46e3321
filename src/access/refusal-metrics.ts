import type { FastifyInstance } from 'fastify'

/**
 * Counts refusals by code on `/metrics`: a bad credential (401), no Advanced operations (403), an
 * allowance or cap used up (429). No label tells whose.
 */
export function countRefusals(app: FastifyInstance): void {
  const { client } = app.metrics
  const refusals = new client.Counter({
    name: 'refused_requests_total',
    help: 'Requests refused for their credential or allowance, by ErrorCode.',
    labelNames: ['code'],
    registers: [client.register],
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const isRefusal = statusCode === 401 || statusCode === 403 || statusCode === 429
    if (isRefusal && request.errorCode) refusals.inc({ code: request.errorCode })
  })
}
