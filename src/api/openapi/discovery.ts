import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Config } from '../../platform/config.ts'
import { originOf } from '../../platform/listening-address.ts'
import { writeLlmsFull, writeLlmsTxt } from './llms-txt.ts'

/** The name of the MCP server, and the versions of the protocol that it answers. */
export const IDENTITY = { name: 'nonprofit-research', title: 'Nonprofit Research Service' } as const
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const

const CATALOG = '/.well-known/api-catalog'
const CARD = '/mcp/server-card'
const CARD_TYPE = 'application/mcp-server-card+json'
const TEXT = 'text/plain; charset=utf-8'

/** Links from the front page to the documents for programs. */
export const LINK = [
  `<${CATALOG}>; rel="api-catalog"`,
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
].join(', ')

/**
 * Documents by which programs find the API and the MCP server: the API catalog (RFC 9727), the AI
 * catalog with the server card (SEP-2127), and the texts for language models. All are free.
 */
export const discoveryRoutes =
  (config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>>): FastifyPluginAsync =>
  async (app) => {
    const document = () => app.swagger() as OpenAPIV3_1.Document
    const origin = () => originOf(app.server, config)
    const serve = (path: string, type: string, write: () => string | object) =>
      addDocument(app, path, type, write)
    serve('/llms.txt', TEXT, () => writeLlmsTxt(document(), app.operations))
    serve('/llms-full.txt', TEXT, () => writeLlmsFull(document(), app.operations))
    serve(
      CATALOG,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      () => apiCatalog(origin()),
    )
    serve('/.well-known/ai-catalog.json', 'application/ai-catalog+json', () => aiCatalog(origin()))
    serve(CARD, CARD_TYPE, () => serverCard(origin(), document().info.version))
  }

function addDocument(
  app: FastifyInstance,
  path: string,
  type: string,
  write: () => string | object,
): void {
  app.get(path, { schema: { hide: true } }, async (_, reply) => {
    const body = write()
    // They change only with the version of the service.
    reply.header('Cache-Control', 'public, max-age=3600').type(type)
    // RFC 9727 asks for it in responses to HEAD.
    if (path === CATALOG) reply.header('Link', LINK)
    return reply.send(typeof body === 'string' ? body : JSON.stringify(body))
  })
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
      'service-meta': [{ href: origin + CARD, type: CARD_TYPE }],
      'service-doc': [{ href: `${origin}/agents`, type: 'text/html' }],
    },
  ],
})

const aiCatalog = (origin: string) => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${hostOf(origin)}:mcp:${IDENTITY.name}`,
      type: CARD_TYPE,
      url: origin + CARD,
    },
  ],
})

const serverCard = (origin: string, version: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  // In the form of a reversed domain name.
  name: `${hostOf(origin).split('.').toReversed().join('.')}/${IDENTITY.name}`,
  title: IDENTITY.title,
  description: 'Research data on U.S. nonprofits from their public IRS filings, with evidence.',
  version,
  websiteUrl: `${origin}/agents`,
  remotes: [
    {
      type: 'streamable-http',
      url: `${origin}/mcp`,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
      headers: [
        {
          name: 'Authorization',
          description: 'Bearer and a key. Without a key, 1,000 reads a day are free.',
          isRequired: false,
          isSecret: true,
        },
      ],
    },
  ],
})

/** Names of servers may not have the brackets and colons of an IPv6 address. */
const hostOf = (origin: string): string => new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')
