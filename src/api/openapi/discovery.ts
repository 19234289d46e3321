import type { FastifyPluginAsync } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Config } from '../../platform/config.ts'
import { originOf } from '../../platform/listening-address.ts'
import { writeLlmsFull, writeLlmsTxt } from './llms-txt.ts'

const CATALOG = '/.well-known/api-catalog'
const TEXT = 'text/plain; charset=utf-8'

/** Links from the front page to the documents for programs. */
export const LINK = [
  `<${CATALOG}>; rel="api-catalog"`,
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
].join(', ')

/**
 * Documents by which programs find the API and the MCP server: the API catalog (RFC 9727), and the
 * texts for language models. All are free.
 */
export const discoveryRoutes =
  (config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>>): FastifyPluginAsync =>
  async (app) => {
    const document = () => app.swagger() as OpenAPIV3_1.Document
    const serve = (path: string, type: string, write: () => string) =>
      app.get(path, { schema: { hide: true } }, async (_, reply) => {
        // They change only with the version of the service.
        reply.header('Cache-Control', 'public, max-age=3600').type(type)
        // RFC 9727 asks for it in responses to HEAD.
        if (path === CATALOG) reply.header('Link', LINK)
        return write()
      })
    serve('/llms.txt', TEXT, () => writeLlmsTxt(document(), app.operations))
    serve('/llms-full.txt', TEXT, () => writeLlmsFull(document(), app.operations))
    serve(
      CATALOG,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      () => JSON.stringify(apiCatalog(originOf(app.server, config))),
    )
  }

const apiCatalog = (origin: string) => ({
  linkset: [
    {
      anchor: `${origin}/api/v2`,
      'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${origin}/docs`, type: 'text/html' },
        { href: `${origin}/llms-full.txt`, type: 'text/plain' },
      ],
      status: [{ href: `${origin}/api/v2/health`, type: 'application/json' }],
    },
    {
      anchor: `${origin}/mcp`,
      'service-doc': [{ href: `${origin}/agents`, type: 'text/html' }],
    },
  ],
})
