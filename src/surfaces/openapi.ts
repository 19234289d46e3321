import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describeOperations } from './openapi-descriptions.ts'
import { addExamples } from './openapi-examples.ts'
import { groupOperations } from './openapi-groups.ts'
import { printIntroduction } from './openapi-introduction.ts'
import { mergeSurfaces, SECOND, withoutUnused } from './openapi-merge.ts'
import { forReference } from './openapi-reference.ts'

type Transform = ReturnType<typeof createJsonSchemaTransform>

const KEY_FORMS = [{ bearer: [] }, { apiKey: [] }]
const SECURITY = { keyed: KEY_FORMS, open: [{}, ...KEY_FORMS], unchecked: [{}] }

const zodTransform = createJsonSchemaTransform({})

const transform: Transform = (document) => {
  const { schema, url } = zodTransform(document)
  const { config, constraints } = document.route
  if (config?.terms) schema.security = SECURITY[config.terms.access]
  return { schema, url: constraints?.surface === 'b' ? `${url}${SECOND}` : url }
}

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/**
 * Serves `/openapi.json`, printed from the routes' schemas, and `/docs` to read it. Requests are
 * sent to `publicUrl`, else to where the document was read.
 */
export async function addOpenApi(app: FastifyInstance, publicUrl?: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nonprofit Research Service',
        version: '3.0.0',
        description: printIntroduction(version),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
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
        addExamples(
          groupOperations(
            describeOperations(
              mergeSurfaces(jsonSchemaTransformObject(document) as OpenAPIV3_1.Document),
            ),
          ),
        ),
      ),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) =>
    reply.header('Cache-Control', AN_HOUR).send(app.swagger()),
  )
  await app.register(addReference)
}

// They change with versions of the service alone, as /llms.txt does.
const AN_HOUR = 'public, max-age=3600'
const A_DAY = 'public, max-age=86400'

// The reference page builds itself with inline scripts and styles; no other page may.
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

// Its fields for keys show a text that looks like one.
const WITHOUT_MADE_KEY = '[placeholder^="QUxMIFlPVVIg"]::placeholder { color: transparent }'

async function addReference(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async ({ routeOptions: { url = '' } }, reply) => {
    reply.header('Content-Security-Policy', REFERENCE_POLICY)
    // Of more than a megabyte, and of the same name whatever it holds.
    if (reply.statusCode === 200) {
      reply.header('Cache-Control', url.endsWith('.js') ? A_DAY : AN_HOUR)
    }
  })
  await app.register(reference, {
    routePrefix: '/docs',
    // Fonts, telemetry and the page's own services would call other servers.
    configuration: {
      content: () => forReference(app.swagger() as OpenAPIV3_1.Document),
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      // It opens the maker's own client on the maker's server.
      hideClientButton: true,
      // A scheme that is preferred is sent by open operations, too, empty until one is filled in.
      customCss: WITHOUT_MADE_KEY,
      // Of the page as it is served, and once its script has run.
      pageTitle: TITLE,
      metaData: { title: TITLE },
    },
  })
}
