import type { FastifyPluginAsync } from 'fastify'
import { addAssets } from './assets.ts'
import type { WebDeps } from './deps.ts'
import { organizationPages } from './pages/organization.tsx'
import { ErrorPage } from './parts/error-page.tsx'
import type { Site } from './parts/layout.tsx'
import { HTML, PAGE_POLICY, toHtml } from './render.ts'

/** Every page for people, and how they are told of errors. */
export const webSurface =
  (deps: WebDeps): FastifyPluginAsync =>
  async (app) => {
    const site: Site = { assets: await addAssets(app), publicUrl: deps.publicUrl }
    app.setErrorPage((error, requestId) => ({
      type: HTML,
      policy: PAGE_POLICY,
      body: toHtml(<ErrorPage site={site} error={error} requestId={requestId} />),
    }))
    await app.register(organizationPages(deps, site))
  }
