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
import { addCompareCsv } from './pages/compare-csv.ts'
import { addDiligencePages } from './pages/diligence.tsx'
import { addEvidencePage, addEvidenceRedirect } from './pages/evidence.tsx'
import { addFilingChangesPages } from './pages/filing-changes.tsx'
import { addFilingXml } from './pages/filing-xml.ts'
import { addFilingsPage } from './pages/filings.tsx'
import { addGrantSearchPages } from './pages/grant-search.tsx'
import { addGrantsPages } from './pages/grants.tsx'
import { organizationPages } from './pages/organization/routes.tsx'
import { addPeerFundersPages } from './pages/peer-funders.tsx'
import { addPeopleSearchPages } from './pages/people-search.tsx'
import { addSearchPage } from './pages/search.tsx'
import { addSearchCsv } from './pages/search-csv.ts'
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
      await pages.register(organizationPages(deps, site))
      addSearchPage(pages, deps, site)
      addSearchCsv(pages, deps)
      addSectionPage(pages, deps, site)
      addEvidencePage(pages, deps, site)
      addEvidenceRedirect(pages, deps)
      addFilingsPage(pages, deps, site)
      addFilingChangesPages(pages, deps, site)
      addGrantsPages(pages, deps, site)
      addPeerFundersPages(pages, deps, site)
      addGrantSearchPages(pages, deps, site)
      addPeopleSearchPages(pages, deps, site)
      addFilingXml(pages, deps)
      addComparePage(pages, deps, site)
      addCompareCsv(pages, deps)
      addDiligencePages(pages, deps, site)
      addTopListsPage(pages, deps, site)
      addSectorPage(pages, deps, site)
      addAboutPage(pages, site)
      addAgentsPage(pages, site)
      addSourcesPage(pages, deps, site)
    })
  }
