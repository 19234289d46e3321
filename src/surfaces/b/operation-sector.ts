import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { wrap } from './envelope.ts'
import { deepDive, noQuery } from './operation.ts'

type Described<Data> = { operationId: string; summary: string; data: Data; answer: string }

/** The route options of an operation at a path that surface A has, too. */
export function sectorOperation<Data extends z.ZodType>(described: Described<Data>) {
  const { config, schema } = deepDive({ ...described, params: noQuery, querystring: noQuery })
  const { params: _, ...rest } = schema
  return { constraints: { surface: 'b' as const }, config, schema: rest }
}

/**
 * Reads and presents an answer from the index, and says in `Server-Timing` how long the engine took
 * of it. Throws what `read` and `present` throw.
 */
export async function answerSector<Found, Data>(
  request: FastifyRequest,
  read: () => Promise<Found>,
  present: (found: Found) => Data,
) {
  const started = performance.now()
  const found = await read()
  const built = performance.now()
  const body = wrap(present(found))
  request.phases = {
    search: built - started,
    mongo: request.storeMs,
    build: performance.now() - built,
  }
  return body
}
