import type { FastifyPluginAsync } from 'fastify'

/**
 * What crawlers may fetch (RFC 9309; the longest matching rule applies). Pages count against a
 * daily allowance, so crawlers are limited to pages with content of their own.
 */
export const ROBOTS_TXT = `# Each organization's page counts against your daily allowance of 10,000 pages.
# To get all organizations, use the export: /docs.

User-agent: *
# Searches, facets, comparisons, other years, and sort orders: an endless number of URLs.
Disallow: /*?
Disallow: /suggest
# Sections, filings, and evidence: people reach them from the organization's page.
Disallow: /charity/*/
# Programs may fetch single resources. Search engines must not list them (X-Robots-Tag).
Allow: /api/
Disallow: /api/v2/export
`

// Crawlers keep it for at most a day (RFC 9309, section 2.4).
const A_DAY = 'public, max-age=86400'

/** `GET /robots.txt`; costs nothing. */
export const robotsRoute: FastifyPluginAsync = async (app) => {
  app.get('/robots.txt', { schema: { hide: true } }, async (_, reply) =>
    reply.header('Cache-Control', A_DAY).type('text/plain; charset=utf-8').send(ROBOTS_TXT),
  )
}
