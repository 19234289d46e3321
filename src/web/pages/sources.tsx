import type { FastifyPluginAsync } from 'fastify'
import { readSourceList, type SourceList } from '#src/provenance/read-list.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { SourceTable } from '../components/sources/table.tsx'
import type { WebDeps } from '../deps.ts'
import { sendPage } from '../render.ts'

/** `GET /sources`: what the service is made of, and how old each part is. */
export const sourcesPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/sources', {
      config: { terms: { access: 'unchecked', costs: 'nothing', slot: 'shared' } },
      schema: { hide: true },
      handler: async (_, reply) =>
        sendPage(reply, <SourcesPage site={site} list={await readSourceList(deps)} />),
    })
  }

const SourcesPage = ({ site, list: { sources, freshness } }: { site: Site; list: SourceList }) => (
  <Layout
    site={site}
    head={{
      title: 'Sources · Nonprofit Research',
      description:
        'What the facts here are made of: who publishes each source, how far it lags, and what of it is loaded.',
      canonicalPath: '/sources',
    }}
    releasedAt={freshness.releasedAt}
  >
    <h1>Sources</h1>
    <p>
      What the facts here are made of. Where nothing of a source is loaded, nothing can be found in
      it: that is not the same as there being nothing.
    </p>
    <SourceTable sources={sources} />
    <p class="quiet">
      The same as data:{' '}
      <a href="/api/v2/sources" rel="nofollow">
        /api/v2/sources
      </a>
      .
    </p>
  </Layout>
)
