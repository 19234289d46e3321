import type { FastifyPluginAsync } from 'fastify'
import { originOf } from '../platform/listening-address.ts'
import { readFreshness } from '../provenance/read-freshness.ts'
import { addAssets } from './assets.ts'
import { ErrorPage } from './components/error-page.tsx'
import type { Site } from './components/layout.tsx'
import { holdLast } from './held.ts'
import { addMarkdown } from './markdown.ts'
import { addAboutPage } from './pages/about.tsx'
import { addAgentsPage } from './pages/agents.tsx'
import { addAskPages } from './pages/ask.tsx'
import { addComparePages } from './pages/compare.tsx'
import { addEvidencePages } from './pages/evidence.tsx'
import { addFilingChangesPages } from './pages/filing-changes.tsx'
import { addFilingsPages } from './pages/filings.tsx'
import { addGrantSearchPages } from './pages/grant-search.tsx'
import { addGrantsPages } from './pages/grants.tsx'
import { addMemoPages } from './pages/memo.tsx'
import { organizationPages } from './pages/organization/routes.tsx'
import { addPeerFundersPages } from './pages/peer-funders.tsx'
import { addPeopleSearchPages } from './pages/people-search.tsx'
import { addReconcilePreview } from './pages/reconcile-preview.tsx'
import { addReturnPages } from './pages/return.tsx'
import { addSearchPages } from './pages/search.tsx'
import { addSectionPage } from './pages/section.tsx'
import { addSectorPage } from './pages/sector.tsx'
import { addSourcesPage } from './pages/sources.tsx'
import { addStatusPage } from './pages/status.tsx'
import { HTML, PAGE_POLICY, toHtml, type WebDeps } from './render.ts'
import { suggestionRoutes } from './suggestions.ts'

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
const robotsRoute: FastifyPluginAsync = async (app) => {
  app.get('/robots.txt', { schema: { hide: true } }, async (_, reply) =>
    reply.header('Cache-Control', A_DAY).type('text/plain; charset=utf-8').send(ROBOTS_TXT),
  )
}

/** All pages for people, error pages included. */
export const webSurface =
  (deps: WebDeps): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl, filingViewerUrl } = deps.config
    const site: Site = {
      assets: await addAssets(app),
      publicUrl,
      filingViewerUrl,
      origin: () => originOf(app.server, deps.config),
      freshness: {},
    }
    app.setErrorPage((error, requestId) => ({
      type: HTML,
      policy: PAGE_POLICY,
      body: toHtml(site, <ErrorPage error={error} requestId={requestId} />),
    }))
    addMarkdown(app)
    await app.register(robotsRoute)
    await app.register(suggestionRoutes(deps))
    await app.register(async (app) => {
      const pages = { app, deps, site }
      // Before validation, so that its error pages are fresh too; errors elsewhere show the last state.
      const freshness = holdLast(() => readFreshness(deps), site.freshness)
      app.addHook('preValidation', async () => {
        site.freshness = await freshness()
      })
      await app.register(organizationPages(deps, site))
      addSearchPages(pages)
      addAskPages(pages)
      addSectionPage(pages)
      addEvidencePages(pages)
      addFilingsPages(pages)
      addFilingChangesPages(pages)
      addReturnPages(pages)
      addGrantsPages(pages)
      addPeerFundersPages(pages)
      addGrantSearchPages(pages)
      addPeopleSearchPages(pages)
      addComparePages(pages)
      addMemoPages(pages)
      addReconcilePreview(pages)
      addSectorPage(pages)
      addAboutPage(pages)
      addAgentsPage(pages)
      addSourcesPage(pages)
      addStatusPage(pages)
    })
  }
