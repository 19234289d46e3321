import type { FastifyPluginAsync } from 'fastify'
import { listeningAddress } from '../platform/listening-address.ts'
import { readFreshness } from '../provenance/read-freshness.ts'
import { addAssets } from './assets.ts'
import { ErrorPage } from './components/error-page.tsx'
import type { Site } from './components/layout.tsx'
import type { WebDeps } from './deps.ts'
import { agentsPages } from './pages/agents.tsx'
import { comparePages } from './pages/compare.tsx'
import { evidencePages } from './pages/evidence.tsx'
import { filingsPages } from './pages/filings.tsx'
import { organizationPages } from './pages/organization.tsx'
import { searchPages } from './pages/search.tsx'
import { sectionPages } from './pages/section.tsx'
import { sectorPages } from './pages/sector.tsx'
import { sourcesPages } from './pages/sources.tsx'
import { topListsPages } from './pages/top-lists.tsx'
import { HTML, PAGE_POLICY, toHtml } from './render.ts'
import { robotsRoute } from './robots.ts'
import { suggestionRoutes } from './suggestions.ts'

/** Every page for people, and how they are told of errors. */
export const webSurface =
  (deps: WebDeps): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = deps.config
    const site: Site = {
      assets: await addAssets(app),
      publicUrl,
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
      // Before validation, so that its error pages know as well; errors elsewhere tell what was last read.
      pages.addHook('preValidation', async () => {
        site.freshness = await readFreshness(deps).catch(() => site.freshness)
      })
      await pages.register(searchPages(deps, site))
      await pages.register(organizationPages(deps, site))
      await pages.register(sectionPages(deps, site))
      await pages.register(evidencePages(deps, site))
      await pages.register(filingsPages(deps, site))
      await pages.register(comparePages(deps, site))
      await pages.register(topListsPages(deps, site))
      await pages.register(sectorPages(deps, site))
      await pages.register(agentsPages(site))
      await pages.register(sourcesPages(deps, site))
    })
  }
