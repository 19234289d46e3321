import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import { ERRORS, type ErrorCode } from '#src/platform/errors.ts'
import type { Documented } from '../openapi/operations.ts'

/** docs/using/errors.md explains each code. */
export const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).meta({
  id: 'ErrorCode',
  description: 'Stable code of the error. The introduction explains each code.',
})

export const errorBody = z
  .strictObject({
    detail: z.union([
      z.looseObject({ ErrorCode: errorCode, Message: z.string() }),
      z.array(
        z.looseObject({
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string(),
          type: z.string(),
          input: z.unknown().optional(),
        }),
      ),
    ]),
  })
  .meta({ id: 'Error' })

type RequestSchemas = {
  params?: z.ZodType
  querystring: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
}

type Described<Request, Response> = Omit<Documented, 'surfaces'> & {
  operationId: string
  summary: string
  description?: string
  terms: Terms
  request: Request
  /** For status 200: a schema, or schemas by media type. */
  response: Response
  /** Can respond with 404 although it has no path parameter. */
  canMiss?: true
  /** Surface B has an operation at the same path. */
  sharesPath?: true
}

/**
 * Returns the route options of an operation of surface A: its schemas, terms, and documentation.
 */
export function operation<const Request extends RequestSchemas, Response>({
  terms,
  group,
  examples,
  headers,
  request,
  response,
  canMiss,
  sharesPath,
  ...described
}: Described<Request, Response>) {
  const errors = [
    400,
    401,
    422,
    500,
    503,
    ...(terms.costs === 'nothing' ? [] : [429]),
    ...(terms.costs === 'Advanced' ? [403] : []),
    ...(request.params || canMiss ? [404] : []),
    ...(request.body ? [413] : []),
  ]
  const documented: Documented = {
    group,
    surfaces: ['A'],
    examples,
    ...(headers && { headers }),
  }
  return {
    ...(sharesPath && { constraints: { surface: 'a' } }),
    config: { terms, documented },
    schema: {
      ...described,
      tags: [group],
      ...request,
      response: {
        200: response,
        ...(Object.fromEntries(errors.map((status) => [status, errorBody])) as {
          500: typeof errorBody
        }),
      },
    },
  }
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown

type Asked<Request extends RequestSchemas> = {
  params: Output<Request['params']>
  query: Output<Request['querystring']>
}

/** Returns the plugin of a GET operation that responds with JSON. */
export const getOperation =
  <Deps, const Request extends RequestSchemas, Response extends z.ZodType>(
    url: string,
    described: Described<Request, Response>,
    answer: (deps: Deps, asked: Asked<Request>) => Promise<z.input<Response>>,
  ) =>
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const handler = (request: unknown) => answer(deps, request as Asked<Request>)
    // The route's own types cannot be derived from a type parameter.
    app.get(url, { ...operation(described), handler: handler as never })
  }
