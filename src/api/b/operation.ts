import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Documented } from '../openapi/operations.ts'
import { einParams, noQuery } from '../shared/parameters.ts'

/** Every response of surface B has these three fields. */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data, error: z.null() })

export const errorEnvelope = z
  .strictObject({ success: z.literal(false), data: z.null(), error: z.string() })
  .meta({ id: 'ErrorEnvelope' })

export const wrap = <Data>(data: Data) => ({ success: true as const, data, error: null })

const TERMS: Terms = { access: 'open', costs: 'Data', slot: 'shared' }

type Described<Request, Data> = Pick<Documented, 'examples'> & {
  /** The group of surface A's operation, if they share the path. */
  group?: Documented['group']
  operationId: string
  summary: string
  description?: string
  request: Request
  /** Schema of a 200 response's data. */
  data: Data
  /** Name of its envelope in OpenAPI. */
  envelope: string
  /** Can respond with 404 although it has no path parameter. */
  canMiss?: true
  /** Surface A has an operation at the same path. */
  sharesPath?: true
}

/**
 * Returns the route options of an operation of surface B: its schemas, terms, and documentation.
 */
export function operation<
  const Request extends { params?: z.ZodType; querystring: z.ZodType },
  Data extends z.ZodType,
>({
  group = 'Deep dives',
  examples,
  request,
  data,
  envelope: id,
  canMiss,
  sharesPath,
  ...described
}: Described<Request, Data>) {
  const documented: Documented = { group, surfaces: ['B'], examples }
  const errors = [400, 401, ...(request.params || canMiss ? [404] : []), 429, 500, 503]
  return {
    ...(sharesPath && { constraints: { surface: 'b' } }),
    config: { terms: TERMS, documented },
    schema: {
      ...described,
      tags: [group],
      ...request,
      response: {
        200: envelope(data).meta({ id }),
        ...(Object.fromEntries(errors.map((status) => [status, errorEnvelope])) as {
          500: typeof errorEnvelope
        }),
      },
    },
  }
}

type Asked<Params, Query> = Params & { query: Query }

type DeepDive<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Data extends z.ZodType,
  Found,
> = Omit<Described<never, Data>, 'request' | 'group' | 'canMiss' | 'sharesPath'> & {
  /** Only the EIN by default. */
  params?: Params
  /** None by default. */
  query?: Query
  read: (deps: ProfileDeps, asked: Asked<z.output<Params>, z.output<Query>>) => Promise<Found>
  present: (found: Found, asked: Asked<z.output<Params>, z.output<Query>>) => z.input<Data>
}

/** Returns the plugin of an operation on one organization, whose `url` contains `:ein`. */
export const deepDive =
  <
    Found,
    Data extends z.ZodType,
    Params extends z.ZodType = typeof einParams,
    Query extends z.ZodType = typeof noQuery,
  >(
    url: string,
    { params, query, read, present, ...described }: DeepDive<Params, Query, Data, Found>,
  ) =>
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const request = { params: params ?? einParams, querystring: query ?? noQuery }
    const handler = async (given: FastifyRequest) => {
      const params = given.params as z.output<Params> & object
      const asked = { ...params, query: given.query as z.output<Query> }
      const readTimed = (timed: ProfileDeps) => read(timed, asked)
      return await answerTimed(deps, given, readTimed, (found) => present(found, asked))
    }
    // The route's own types cannot be derived from a type parameter.
    app.get(url, { ...operation({ ...described, request }), handler: handler as never })
  }

/** Reads and presents a response, and measures the store for `Server-Timing`. Throws what `read` throws. */
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

/** Returns the store, which adds to `storeMs` while any of its queries runs. */
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

/**
 * Reads and presents a response from the index, and measures the engine for `Server-Timing`. Throws
 * what `read` and `present` throw.
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

/** Milliseconds of each phase. `mongo` is the store, under the name that clients expect. */
type Phases = { search: number; mongo: number; build: number; audit: number; total: number }

/** The phases a handler measures; the others are known only when the response is sent. */
type OwnPhases = Omit<Phases, 'audit' | 'total'>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the handlers of surface B for `Server-Timing`. */
    phases: OwnPhases | null
  }
}

/** Adds `Server-Timing` to every response whose handler set its phases. */
export function addServerTiming(app: FastifyInstance): void {
  app.decorateRequest('phases', null)
  // Runs after the count (src/access/count-requests.ts): `audit` is the time spent waiting for it.
  app.addHook('onSend', async ({ phases, auditMs }, reply) => {
    if (phases === null || reply.statusCode >= 400) return
    const whole = { ...phases, audit: auditMs, total: reply.elapsedTime }
    reply.header('Server-Timing', serverTiming(whole))
  })
}

/** Returns the value of a `Server-Timing` header. */
export const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(', ')
