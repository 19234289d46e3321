import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { Documented } from '../openapi/operations.ts'
import {
  type Described as DescribedRequest,
  type RequestSchemas,
  routeOptions,
} from '../shared/operation.ts'
import { einParams, noQuery } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'

/** Every response of surface B has these three fields. */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data, error: z.null() })

export const errorEnvelope = component('ErrorEnvelope', {
  success: z.literal(false),
  data: z.null(),
  error: z.string(),
})

export const wrap = <Data>(data: Data) => ({ success: true as const, data, error: null })

const TERMS: Terms = { access: 'open', costs: 'Data', slot: 'shared' }

type Described<Request, Data> = Omit<DescribedRequest<Request>, 'terms' | 'group'> & {
  /** The group of surface A's operation, if they share the path. */
  group?: Documented['group']
  /** Schema of a 200 response's data. */
  data: Data
  /** Name of its envelope in OpenAPI. */
  envelope: string
}

/** Returns the route options of an operation of surface B. */
export const operation = <const Request extends RequestSchemas, Data extends z.ZodType>({
  group = 'Deep dives',
  data,
  envelope: id,
  ...described
}: Described<Request, Data>) =>
  routeOptions(
    'B',
    { ...(described as DescribedRequest<Request>), terms: TERMS, group },
    envelope(data).meta({ id }),
    errorEnvelope,
  )

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
      return wrap(present(await read(deps, asked), asked))
    }
    // The route's own types cannot be derived from a type parameter.
    app.get(url, { ...operation({ ...described, request }), handler: handler as never })
  }
