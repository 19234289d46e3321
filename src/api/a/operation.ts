import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '#src/platform/errors.ts'
import {
  type Described as DescribedRequest,
  type RequestSchemas,
  routeOptions,
} from '../shared/operation.ts'
import { component } from '../shared/schemas.ts'
import { presenterOf, type Renamed, skin, type Unwritten } from '../shared/skin.ts'

export const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).meta({
  id: 'ErrorCode',
})

export const errorBody = component('Error', {
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

type Described<Request, Response> = DescribedRequest<Request> & {
  /** For status 200: a schema, or schemas by media type. */
  response: Response
}

/** Returns the route options of an operation of surface A. */
export const operation = <const Request extends RequestSchemas, Response>({
  response,
  ...described
}: Described<Request, Response>) => routeOptions('A', described, response, errorBody)

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

/**
 * Returns the plugin of a GET operation whose response schema is written in camelCase (`skin`), with
 * other names of fields in `names`. `read` returns what the schema describes.
 */
export const readOperation = <
  Deps,
  const Request extends RequestSchemas,
  Response extends z.ZodObject,
>(
  url: string,
  { response, names, ...described }: Described<Request, Response> & { names?: Renamed },
  read: (deps: Deps, asked: Asked<Request>) => Promise<Unwritten<Response>>,
) => {
  const present = presenterOf(response, 'A', names)
  return getOperation(
    url,
    { ...described, response: skin(response, 'A', names) as unknown as z.ZodObject },
    async (deps: Deps, asked: Asked<Request>) => present((await read(deps, asked)) as never),
  )
}
