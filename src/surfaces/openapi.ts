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
const SECURITY = { keyed: KEY_FORMS, open: [{}, ...KEY_FORMS] }

const zodTransform = createJsonSchemaTransform({})

const transform: Transform = (document) => {
  const { schema, url } = zodTransform(document)
  const { config, constraints } = document.route
  if (config?.access) schema.security = SECURITY[config.access]
  return { schema, url: constraints?.surface === 'b' ? `${url}${SECOND}` : url }
}

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** Serves `/openapi.json`, printed from the routes' schemas, and `/docs` to read it. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nonprofit Research Service',
        version: '3.0.0',
        description: printIntroduction(version),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
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
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(addReference)
}

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

async function addReference(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_, reply) => {
    reply.header('Content-Security-Policy', REFERENCE_POLICY)
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
      authentication: { preferredSecurityScheme: 'apiKey' },
      // Of the page as it is served, and once its script has run.
      pageTitle: TITLE,
      metaData: { title: TITLE },
    },
  })
}
