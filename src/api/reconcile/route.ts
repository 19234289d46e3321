import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { limitPerMinute } from '#src/access/client.ts'
import { displayName } from '#src/domain/display-name.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { stateNamed, toLocation } from '#src/domain/places.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { Config } from '#src/platform/config.ts'
import { originOf } from '#src/platform/listening-address.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { suggestOrganizations } from '#src/search/suggest.ts'
import { operation } from '../a/operation.ts'
import { DEMO } from '../openapi/examples/demo.ts'
import { didYouMean, MAX_QUERY_LENGTH, noQuery, refuse } from '../shared/parameters.ts'
import { PROPERTIES, readExtended } from '../shared/reconciled.ts'
import { type Candidate, findCandidates } from './match.ts'

/** A batch of more would hold its slot for seconds. */
const BATCH = 50
// Queries of a batch that run at once, so that a batch takes no more of the engine than four clients.
const AT_ONCE = 4
const CANDIDATES = { usual: 5, most: 25 }
const TYPE = { id: 'Organization', name: 'Nonprofit organization' }
const PLACE = ['city', 'state', 'zip'] as const
/** Suggestions per minute and address, as for the search box. */
const SOFT_CAP = 300

const words = z.string().max(MAX_QUERY_LENGTH)
const cell = z.union([words, z.number(), z.boolean(), z.looseObject({ name: words })])

const nameQuery = z.strictObject({
  query: words.optional(),
  type: z.union([z.string(), z.array(z.string()).max(BATCH)]).optional(),
  type_strict: z.string().optional(),
  limit: z.int().min(1).optional(),
  properties: z
    .array(
      z.strictObject({
        pid: z.enum(PLACE, `must be one of ${PLACE.join(', ')}`),
        v: z.union([cell, z.array(cell).max(BATCH)]),
      }),
    )
    .max(BATCH)
    .optional(),
})

const batch = z
  .record(z.string().max(MAX_QUERY_LENGTH), nameQuery)
  .refine((queries) => Object.keys(queries).length <= BATCH, {
    error: `must contain at most ${BATCH} queries; send several batches`,
  })

const extension = z.strictObject({
  ids: z.array(z.string().max(MAX_QUERY_LENGTH)).max(BATCH),
  properties: z
    .array(
      z.looseObject({
        id: z.string().transform((id, check) => {
          const known = PROPERTIES.find((property) => property.id === id)
          const ids = PROPERTIES.map((property) => property.id)
          return known ?? refuse(check, 'enum', `is not a known property${didYouMean(id, ids)}`)
        }),
      }),
    )
    .max(PROPERTIES.length),
})

/** A text of JSON with this schema. */
const json = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  z
    .string()
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        return refuse(check, 'json', 'must be JSON')
      }
    })
    .pipe(schema)
    .meta({ type: 'string', contentMediaType: 'application/json', description })
    .optional()

const asked = z.strictObject({
  queries: json(
    batch,
    `Up to ${BATCH} queries by their keys. Properties are city, state, and zip.`,
  ),
  extend: json(
    extension,
    'EINs (ids) and the properties to return, as /reconcile/properties lists.',
  ),
})
type Asked = z.output<typeof asked>
type Deps = SearchDeps &
  ProfileDeps & { config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>> }

const isManifest = (query: unknown): boolean => Object.keys(Object(query)).length === 0

/** Each query or organization costs as much as a search of its own. */
const unitsOf = ({ queries, extend }: Asked): number =>
  Math.max(1, Object.keys(queries ?? {}).length + (extend?.ids.length ?? 0))

const TERMS = { access: 'open', costs: 'Data', slot: 'both' } as const
const SUGGEST_TERMS = { access: 'unchecked', costs: 'nothing', slot: 'index' } as const

/**
 * The Reconciliation Service API 0.2 of the W3C community group: its manifest, queries, data
 * extension, and suggestions.
 */
export const reconcileRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const origin = () => originOf(app.server, deps.config)
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    app.get('/reconcile', {
      ...operation({
        operationId: 'reconcile',
        group: 'Search',
        summary: 'Match names to organizations, as OpenRefine does',
        description:
          'The Reconciliation Service API 0.2. Without parameters, returns the manifest. Each query or id counts as one read.',
        terms: {
          ...TERMS,
          isFree: isManifest,
          units: ({ query }) => unitsOf(query as Asked),
        },
        examples: [
          {
            name: 'Names',
            summary: 'A name with its state',
            query: {
              queries:
                '{"q0":{"query":"Hocking Hills Food Bank","limit":1,"properties":[{"pid":"state","v":"OH"}]}}',
            },
          },
          {
            name: 'Extension',
            summary: 'Revenue of an organization',
            query: {
              extend: `{"ids":["${DEMO.hockingHillsFoodBank}"],"properties":[{"id":"revenue"},{"id":"revenue.year"},{"id":"revenue.ref"}]}`,
            },
          },
        ],
        request: { querystring: asked },
        response: z.looseObject({}),
      }),
      handler: async ({ query }) =>
        isManifest(query) ? toManifest(origin()) : await answer(deps, query),
    })
    app.post('/reconcile', {
      schema: {
        hide: true,
        querystring: noQuery,
        body: asked.refine((body) => !isManifest(body), {
          path: ['queries'],
          error: 'is required, or extend. Send a form with JSON in it',
        }),
      },
      config: { terms: { ...TERMS, units: ({ body }) => unitsOf(body as Asked) } },
      handler: async ({ body }, reply) => {
        reply.type('application/json; charset=utf-8')
        return reply.send(JSON.stringify(await answer(deps, body)))
      },
    })
    const suggest = (path: string, find: (prefix: string) => Promise<object> | object) =>
      app.get(path, {
        config: { terms: SUGGEST_TERMS },
        onRequest: limitPerMinute(app, SOFT_CAP),
        schema: { hide: true },
        handler: async ({ query }: FastifyRequest, reply) => {
          const { prefix } = Object(query)
          const typed = typeof prefix === 'string' ? prefix.slice(0, LONGEST_PREFIX).trim() : ''
          reply.type('application/json; charset=utf-8')
          return reply.send(JSON.stringify(await find(typed)))
        },
      })
    suggest('/reconcile/suggest/entity', async (prefix) => ({
      result: (await suggestOrganizations(deps, prefix)).map(({ ein, name, ...place }) => ({
        ...{ id: ein, name: displayName(name), notable: [TYPE] },
        description: toLocation(place),
      })),
    }))
    suggest('/reconcile/suggest/property', (prefix) => ({
      result: SHOWN.filter(({ id, name }) =>
        [id, name].some((text) => text.toLowerCase().includes(prefix.toLowerCase())),
      ),
    }))
    suggest('/reconcile/properties', () => ({ type: TYPE.id, properties: SHOWN }))
  }

/** No name is longer. */
const LONGEST_PREFIX = 100
const SHOWN = PROPERTIES.map(({ id, name }) => ({ id, name }))

const toManifest = (origin: string) => {
  const service_url = `${origin}/reconcile`
  return {
    versions: ['0.2'],
    name: 'Nonprofit Research Service: U.S. nonprofits by EIN',
    identifierSpace: `${origin}/charity/`,
    schemaSpace: `${service_url}/properties#`,
    documentation: `${origin}/docs`,
    defaultTypes: [TYPE],
    view: { url: `${origin}/charity/{{id}}` },
    preview: { url: `${service_url}/preview?id={{id}}`, width: 400, height: 200 },
    suggest: {
      entity: { service_url, service_path: '/suggest/entity' },
      property: { service_url, service_path: '/suggest/property' },
    },
    extend: {
      propose_properties: { service_url, service_path: '/properties' },
      property_settings: [],
    },
    batchSize: BATCH,
  }
}

async function answer(deps: Deps, { queries, extend }: Asked): Promise<Record<string, unknown>> {
  if (extend) return await extendRows(deps, extend)
  const all = Object.entries(queries ?? {})
  const found: [string, { result: object[] }][] = []
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE).map(async ([key, query]) => {
      const candidates = await findCandidates(deps, toAsked(query))
      return [key, { result: candidates.map(presentCandidate) }] as (typeof found)[number]
    })
    found.push(...(await Promise.all(some)))
  }
  return Object.fromEntries(found)
}

function toAsked({
  query = '',
  limit = CANDIDATES.usual,
  properties = [],
}: z.output<typeof nameQuery>) {
  const given = properties.flatMap(({ pid, v }) => {
    const [first] = [v].flat()
    const text = String(typeof first === 'object' ? first.name : (first ?? '')).trim()
    // A cell that names no state says nothing.
    const value = pid === 'state' ? stateNamed(text)?.code : pid === 'zip' ? text.slice(0, 5) : text
    return value ? [[pid, value]] : []
  })
  return {
    query: query.trim(),
    limit: Math.min(limit, CANDIDATES.most),
    ...Object.fromEntries(given),
  }
}

const presentCandidate = ({ ein, display, score, match, nameSimilarity, isThere }: Candidate) => ({
  id: ein,
  name: displayName(display.name),
  description: [`EIN ${ein}`, toLocation(display)].filter(Boolean).join(', '),
  type: [TYPE],
  ...{ score, match },
  features: [
    { id: 'nameSimilarity', value: nameSimilarity },
    ...(isThere === undefined ? [] : [{ id: 'placeAgrees', value: isThere }]),
  ],
})

type Extension = z.output<typeof extension>

async function extendRows(
  deps: Deps,
  { ids, properties: given }: Extension,
): Promise<Record<string, unknown>> {
  const properties = given.map(({ id }) => id)
  const eins = ids.flatMap((id) => parseTypedEin(id) ?? [])
  const known = await readExtended(deps, eins, properties)
  const rows = ids.map((id) => {
    const organization = known.get(parseTypedEin(id) ?? '')
    const cells = properties.map((property) => {
      const value = organization && property.read(organization)
      return [property.id, value === undefined || value === null ? [] : [toCell(value)]]
    })
    return [id, Object.fromEntries(cells)]
  })
  return {
    meta: properties.map(({ id, name }) => ({ id, name })),
    rows: Object.fromEntries(rows),
  }
}

const toCell = (value: string | number) => {
  if (typeof value === 'string') return { str: value }
  return Number.isInteger(value) ? { int: value } : { float: value }
}
