import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import type { Documented } from '../openapi/operations.ts'
import {
  type Described as DescribedRequest,
  type RequestSchemas,
  routeOptions,
} from '../shared/operation.ts'
import { einParams, noQuery } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { presenterOf, skin, type Unwritten } from '../shared/skin.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { ein, filing } from './fields.ts'
import type { FilingPlace } from './figure.ts'

/** Every response of surface B has these three fields. */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data, error: z.null() })

export const errorEnvelope = component('ErrorEnvelope', {
  success: z.literal(false),
  data: z.null(),
  error: z.string(),
})

export const wrap = <Data>(data: Data) => ({ success: true as const, data, error: null })

const TERMS = { access: 'open', costs: 'Data' } as const

type Described<Request, Data> = Omit<DescribedRequest<Request>, 'terms' | 'group'> & {
  /** The group of surface A's operation, if they share the path. */
  group?: Documented['group']
  /** Schema of a 200 response's data. */
  data: Data
  /** Name of its envelope in OpenAPI. */
  envelope: string
  /** `store` by default. */
  slot?: Terms['slot']
}

/** Returns the route options of an operation of surface B. */
export const operation = <const Request extends RequestSchemas, Data extends z.ZodType>({
  group = 'Deep dives',
  data,
  envelope: id,
  slot = 'store',
  ...described
}: Described<Request, Data>) =>
  routeOptions(
    'B',
    { ...(described as DescribedRequest<Request>), terms: { ...TERMS, slot }, group },
    envelope(data.meta({ id: id.replace('Envelope', 'DataB') }) as Data).meta({ id }),
    errorEnvelope,
  )

/** What the reader of an operation on one organization returns; what it writes besides is in `data`. */
type Found = {
  organization: Pick<Organization, 'ein' | 'name'>
  filing?: FilingSummary | undefined
  /** What the operation is about, if it is one part of the filing. */
  path?: string
}

/**
 * Returns the data of an operation on one organization: its schema on surface B, and what writes a value
 * with its sources. `shape` is written in camelCase; `about` is the field of the filing, if there is one.
 */
export function dataOf<Shape extends z.ZodRawShape, About extends z.ZodRawShape = typeof ofFiling>(
  shape: Shape,
  about = ofFiling as unknown as About,
) {
  const whole = z.strictObject({ ein, name: z.string(), ...about, ...shape })
  const { _src: _, ...fields } = skin(whole, 'B').shape
  const write = presenterOf(whole, 'B') as (value: object) => object
  return {
    schema: z.strictObject({
      ...(fields as Omit<typeof fields, '_src'>),
      evidence: evidenceRegistry,
    }),
    /** `home` is the filing whose form is the default source. */
    present: (
      { organization: { ein, name }, filing, path }: Found,
      value: Unwritten<z.ZodObject<Shape>>,
      home: FilingPlace | undefined = filing && { ...filing, ...(path && { path }) },
    ) => attribute(write({ ein, name, filing, ...value }), home) as never,
  }
}

const ofFiling = { filing }

type Asked<Params, Query> = Params & { query: Query }

type DeepDive<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Shape extends z.ZodRawShape,
  Read extends Found,
> = Omit<Described<never, never>, 'request' | 'group' | 'canMiss' | 'sharesPath' | 'data'> & {
  /** Only the EIN by default. */
  params?: Params
  /** None by default. */
  query?: Query
  /** The fields of the response in camelCase, besides the organization, its filing, and the evidence. */
  data: Shape
  /** The field of the filing, if not one that is always present. */
  about?: z.ZodRawShape
  read: (deps: ProfileDeps, asked: Asked<z.output<Params>, z.output<Query>>) => Promise<Read>
  /** Returns the fields of `data`. */
  present: (
    found: Read,
    asked: Asked<z.output<Params>, z.output<Query>>,
  ) => Unwritten<z.ZodObject<Shape>>
}

/** Returns the plugin of an operation on one organization, whose `url` contains `:ein`, and its data. */
export function deepDive<
  Read extends Found,
  Shape extends z.ZodRawShape,
  Params extends z.ZodType = typeof einParams,
  Query extends z.ZodType = typeof noQuery,
>(
  url: string,
  {
    params,
    query,
    data: shape,
    about,
    read,
    present,
    ...described
  }: DeepDive<Params, Query, Shape, Read>,
) {
  const data = dataOf(shape, about as typeof ofFiling | undefined)
  const request = { params: params ?? einParams, querystring: query ?? noQuery }
  const route =
    (deps: ProfileDeps): FastifyPluginAsyncZod =>
    async (app) => {
      const handler = async (given: FastifyRequest) => {
        const asked = { ...(given.params as object), query: given.query } as never
        const found = await read(deps, asked)
        return wrap(data.present(found, present(found, asked)))
      }
      // The route's own types cannot be derived from a type parameter.
      app.get(url, {
        ...operation({ ...(described as Described<never, never>), data: data.schema, request }),
        handler: handler as never,
      })
    }
  return Object.assign(route, { data: data.schema })
}
