import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { VERSION } from '#src/platform/version.ts'
import { describeOperations } from './describe.ts'
import { printErrors, printIntroduction } from './introduction.ts'
import { collectOperations } from './operations.ts'
import { publish } from './publish.ts'

type Transform = ReturnType<typeof createJsonSchemaTransform>

const KEY_FORMS = [{ bearer: [] }, { apiKey: [] }]
const SECURITY = { keyed: KEY_FORMS, open: [{}, ...KEY_FORMS], unchecked: [{}] }

const zodTransform = createJsonSchemaTransform({})

const transform: Transform = (document) => {
  const { schema, url } = zodTransform(document)
  const { config, constraints } = document.route
  const access = config?.terms?.access ?? 'open'
  if (access !== 'open') schema.security = SECURITY[access]
  return { schema, url: constraints?.surface === 'b' ? `${url}${SECOND}` : url }
}

/**
 * Serves `/openapi.json`, computed from the routes, and `/docs`. Clients send requests to
 * `publicUrl`, or to the origin of the document.
 */
export async function addOpenApi(app: FastifyInstance, publicUrl?: string): Promise<void> {
  collectOperations(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nonprofit Research Service',
        version: '3.0.0',
        description: printIntroduction(VERSION),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      security: SECURITY.open,
      servers: [{ url: publicUrl?.replace(/\/$/, '') ?? '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-Service-API-Key' },
        },
      },
    },
    transform,
    transformObject: (document) =>
      withoutUnused(
        describeOperations(
          mergeSurfaces(jsonSchemaTransformObject(document) as OpenAPIV3_1.Document),
          app.operations,
        ),
      ),
  })
  let published: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    published ??= JSON.stringify(publish(app.swagger() as OpenAPIV3_1.Document))
    return reply.header('Cache-Control', AN_HOUR).type('application/json').send(published)
  })
  await app.register(addReference)
}

// They change only with the version of the service.
const AN_HOUR = 'public, max-age=3600'
const A_DAY = 'public, max-age=86400'

// The reference page needs inline scripts and styles; no other page may use them.
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TITLE = 'API reference: Nonprofit Research Service'

// The key fields of the page show a placeholder that looks like a key.
const WITHOUT_MADE_KEY = '[placeholder^="QUxMIFlPVVIg"]::placeholder { color: transparent }'

async function addReference(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async ({ routeOptions: { url = '' } }, reply) => {
    reply.header('Content-Security-Policy', REFERENCE_POLICY)
    // The script is larger than a megabyte, and its name does not change with its content.
    if (reply.statusCode === 200) {
      reply.header('Cache-Control', url.endsWith('.js') ? A_DAY : AN_HOUR)
    }
  })
  await app.register(reference, {
    routePrefix: '/docs',
    // Each of these would call other servers.
    configuration: {
      content: () => forReference(app.swagger() as OpenAPIV3_1.Document),
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
      // The button opens the vendor's client on the vendor's server.
      hideClientButton: true,
      // Without a preferred scheme, because open operations would send it empty.
      customCss: WITHOUT_MADE_KEY,
      // One for the page as served, one for when its script has run.
      pageTitle: TITLE,
      metaData: { title: TITLE },
    },
  })
}

/**
 * Returns the document for the reference page, whose form fills in the first word of every
 * enumeration unless the example disables the parameter (`x-disabled`, the vendor's extension).
 */
export function forReference(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const copy = structuredClone(document)
  // The page's content policy allows only its own origin.
  copy.servers = [{ url: '/' }]
  copy.info.description += printErrors()
  for (const item of Object.values(copy.paths ?? {})) {
    const parameters = (item?.get ?? item?.post)?.parameters ?? []
    const named = parameters.filter((parameter) => 'in' in parameter)
    const examples = new Set(named.flatMap((parameter) => Object.keys(parameter.examples ?? {})))
    if (examples.size === 0) examples.add('default')
    for (const parameter of named.filter(({ required }) => !required)) {
      const left = [...examples].filter((name) => parameter.examples?.[name] === undefined)
      const disabled = left.map((name) => [name, { 'x-disabled': true }])
      parameter.examples = { ...parameter.examples, ...Object.fromEntries(disabled) }
    }
  }
  return copy
}

type Operation = NonNullable<NonNullable<OpenAPIV3_1.PathsObject[string]>['get']>

/**
 * OpenAPI allows one operation per path and method. If two surfaces share a path, the second is
 * collected under a path with this ending and then merged into the first.
 */
const SECOND = '#b'

/** Returns the document with one operation for each path and method. */
function mergeSurfaces(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const paths = { ...document.paths }
  for (const path of Object.keys(paths).filter((name) => name.endsWith(SECOND))) {
    const shared = path.slice(0, -SECOND.length)
    const [first, second] = [paths[shared]?.get, paths[path]?.get]
    if (first && second) paths[shared] = { get: mergeOperations(first, second) }
    delete paths[path]
  }
  return { ...document, paths }
}

/**
 * Returns the document without schemas that no operation uses: each named schema is printed twice,
 * as input and as output.
 */
function withoutUnused(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const reach = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name) || !schemas[name]) continue
      used.add(name)
      reach(schemas[name])
    }
  }
  reach(document.paths)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  }
}

/**
 * Merges two operations at one path. A search's surface depends on a parameter, that of totals on a
 * credential.
 */
function mergeOperations(first: Operation, second: Operation): Operation {
  const named = [...(first.parameters ?? []), ...(second.parameters ?? [])].map(
    // Each surface requires a parameter that the other rejects, so neither is required here.
    (parameter) =>
      ['name' in parameter && parameter.name, { ...parameter, required: false }] as const,
  )
  // The parameter that surface A only rejects is surface B's.
  const parameters = [...new Map(named).values()]
  const isByParameter = parameters.length > 0
  return {
    ...first,
    // An open operation has the document's.
    security: undefined,
    ...second,
    operationId: first.operationId,
    summary: first.summary,
    description: isByParameter
      ? 'Requires either Query or q. With Query, the other parameters are UpperCamelCase, and the response is that of surface A. With q, they are lowercase, and the response is that of surface B.'
      : `With a key that includes Advanced operations, returns surface A. Without a key, returns surface B${second.summary === first.summary ? '' : `: ${second.summary}`}.`,
    parameters,
    responses: mergeResponses(first.responses, second.responses),
    ...(!isByParameter && { 'x-surface-by': 'credential' }),
  } as Operation
}

type Responses = OpenAPIV3_1.ResponsesObject

function mergeResponses(first: Responses = {}, second: Responses = {}): Responses {
  const statuses = Object.keys({ ...first, ...second })
  return Object.fromEntries(
    statuses.map((status) => {
      const schemas = [first[status], second[status]].flatMap((response) => {
        const content = response && 'content' in response ? response.content : undefined
        return content?.['application/json']?.schema ?? []
      })
      const schema = schemas.length > 1 ? { oneOf: schemas } : schemas[0]
      return [
        status,
        { description: '', content: { 'application/json': { ...(schema && { schema }) } } },
      ]
    }),
  )
}
