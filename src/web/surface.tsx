import type { FastifyPluginAsync } from 'fastify'
import { listeningAddress } from '../platform/listening-address.ts'
import { readFreshness } from '../provenance/read-freshness.ts'
import { addAssets } from './assets.ts'
import { ErrorPage } from './components/error-page.tsx'
import type { Site } from './components/layout.tsx'
import { holdLast } from './held.ts'
import { addAboutPage } from './pages/about.tsx'
import { addAgentsPage } from './pages/agents.tsx'
import { addComparePage } from './pages/compare.tsx'
import { addEvidencePage, addEvidenceRedirect } from './pages/evidence.tsx'
import { addFilingXml } from './pages/filing-xml.ts'
import { addFilingsPage } from './pages/filings.tsx'
import { organizationPage } from './pages/organization.tsx'
import { addSearchPage } from './pages/search.tsx'
import { addSectionPage } from './pages/section.tsx'
import { addSectorPage } from './pages/sector.tsx'
import { addSourcesPage } from './pages/sources.tsx'
import { addTopListsPage } from './pages/top-lists.tsx'
import { HTML, PAGE_POLICY, toHtml, type WebDeps } from './render.ts'
import { robotsRoute } from './robots.ts'
import { suggestionRoutes } from './suggestions.ts'

/** All pages for people, error pages included. */
export const webSurface =
  (deps: WebDeps): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl, filingViewerUrl } = deps.config
    const site: Site = {
      assets: await addAssets(app),
      publicUrl,
      filingViewerUrl,
      origin: () => publicUrl?.replace(/\/$/, '') ?? listeningAddress(app.server, deps.config),
      freshness: {},
    }
    app.setErrorPage((error, requestId) => ({
      type: HTML,
      policy: PAGE_POLICY,
      body: toHtml(<ErrorPage site={site} error={error} requestId={requestId} />),
    }))
    await app.register(robotsRoute)
    await app.register(suggestionRoutes(deps))
    await app.register(async (pages) => {
      // Before validation, so that its error pages are fresh too; errors elsewhere show the last state.
      const freshness = holdLast(() => readFreshness(deps), site.freshness)
      pages.addHook('preValidation', async () => {
        site.freshness = await freshness()
      })
      await pages.register(organizationPage(deps, site))
      addSearchPage(pages, deps, site)
      addSectionPage(pages, deps, site)
      addEvidencePage(pages, deps, site)
      addEvidenceRedirect(pages, deps)
      addFilingsPage(pages, deps, site)
      addFilingXml(pages, deps)
      addComparePage(pages, deps, site)
      addTopListsPage(pages, deps, site)
      addSectorPage(pages, deps, site)
      addAboutPage(pages, site)
      addAgentsPage(pages, site)
      addSourcesPage(pages, deps, site)
    })
  }
