import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Terms } from '../../access/terms.ts'
import type { Postgres } from '../../clients/postgres.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { envelope, errorEnvelope, wrap } from './envelope.ts'

export const einParams = z.strictObject({ ein: einOf() })
export const noQuery = z.strictObject({})

type Described<Params, Query, Data> = {
  operationId: string
  summary: string
  description?: string
  params: Params
  querystring: Query
  data: Data
  /** Name of the answer in OpenAPI. */
  answer: string
}

/** The route options all deep-dive operations share. */
export const deepDive = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Data extends z.ZodType,
>({
  data,
  answer,
  ...described
}: Described<Params, Query, Data>) => ({
  config: { terms: { access: 'open', costs: 'Data', place: 'shared' } satisfies Terms },
  schema: {
    ...described,
    tags: ['Surface B'],
    response: {
      200: envelope(data).meta({ id: answer }),
      400: errorEnvelope,
      401: errorEnvelope,
      404: errorEnvelope,
      429: errorEnvelope,
      500: errorEnvelope,
      503: errorEnvelope,
    },
  },
})

/**
 * Reads and presents an answer, and says in `Server-Timing` how long the store took of it. Throws
 * what `read` throws.
 */
export async function answerTimed<Found, Data>(
  { postgres }: ProfileDeps,
  request: FastifyRequest,
  read: (deps: ProfileDeps) => Promise<Found>,
  present: (found: Found) => Data,
) {
  const found = await read({ postgres: timeStore(postgres, request) })
  const built = performance.now()
  const body = wrap(present(found))
  request.phases = { search: 0, mongo: request.storeMs, build: performance.now() - built }
  return body
}

/** The store, adding to the request's time in it while any of its queries runs. */
function timeStore(postgres: Postgres, request: FastifyRequest): Postgres {
  let running = 0
  let since = 0
  return {
    ...postgres,
    query: async (sql, values) => {
      if (running === 0) since = performance.now()
      running += 1
      try {
        return await postgres.query(sql, values)
      } finally {
        running -= 1
        if (running === 0) request.storeMs += performance.now() - since
      }
    },
  }
}
