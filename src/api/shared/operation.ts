import type { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import type { Documented } from '../openapi/operations.ts'

export type RequestSchemas = {
  params?: z.ZodType
  querystring: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
}

/** What describes an operation of either surface. */
export type Described<Request> = Omit<Documented, 'surfaces'> & {
  operationId: string
  summary: string
  description?: string
  terms: Terms
  request: Request
  /** Can respond with 404 although it has no path parameter. */
  canMiss?: true
  /** The other surface has an operation at the same path. */
  sharesPath?: true
}

/**
 * Returns the route options of an operation: its schemas, terms, and documentation. `response` is for
 * status 200: a schema, or schemas by media type.
 */
export function routeOptions<const Request extends RequestSchemas, Response, Failure>(
  surface: 'A' | 'B',
  {
    terms,
    group,
    examples,
    headers,
    request,
    canMiss,
    sharesPath,
    ...described
  }: Described<Request>,
  response: Response,
  failure: Failure,
) {
  const statuses = [
    ...[400, 401, 500, 503],
    ...(surface === 'A' ? [422] : []),
    ...(terms.costs === 'nothing' ? [] : [429]),
    ...(terms.costs === 'Advanced' ? [403] : []),
    ...(request.params || canMiss ? [404] : []),
    ...(request.body ? [413] : []),
  ]
  const documented: Documented = {
    ...{ group, surfaces: [surface], examples },
    ...(headers && { headers }),
  }
  const failures = Object.fromEntries(statuses.map((status) => [status, failure]))
  return {
    ...(sharesPath && { constraints: { surface: surface.toLowerCase() } }),
    config: { terms, documented },
    schema: {
      ...described,
      tags: [group],
      ...request,
      response: { 200: response, ...(failures as { 500: Failure }) },
    },
  }
}
