import type { FastifyPluginAsync } from 'fastify'
import { releaseTime } from '#src/domain/release.ts'
import { ApiError } from '#src/platform/errors.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import { NOTHING_FILED, readSectorStats, type SectorStats } from '#src/sector/read-sector.ts'
import { toSectorSeries } from '#src/sector/series.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { ByCause, ByExemption } from '../components/sector/composition.tsx'
import { SectorTotals } from '../components/sector/totals.tsx'
import { SectorYears } from '../components/sector/years.tsx'
import type { WebDeps } from '../deps.ts'
import { sendPage } from '../render.ts'

/** `GET /sector`: what all filings add up to. Throws ApiError IndexNotReady where nothing is filed. */
export const sectorPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/sector', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: { hide: true },
      handler: async (_, reply) => {
        const [sector, counted] = await Promise.all([readSectorStats(deps), countCauses(deps)])
        if (sector.stats.charities === 0) {
          throw new ApiError('IndexNotReady', { message: NOTHING_FILED })
        }
        return sendPage(reply, <SectorPage site={site} sector={sector} counted={counted} />)
      },
    })
  }

type Counted = Awaited<ReturnType<typeof countCauses>>

/** All organizations of the index by cause: the facets of a listing that nothing narrows. */
async function countCauses(deps: SearchDeps) {
  const { facets, found } = await searchOrganizations(deps, {
    query: '',
    mode: 'Discovery',
    page: 1,
    limit: 1,
    sort: 'Relevance',
    facets: true,
    filters: {},
  })
  return { causes: facets?.Cause ?? [], whole: found }
}

type Props = { site: Site; sector: SectorStats; counted: Counted }

const SectorPage = ({ site, sector: { stats, years }, counted }: Props) => (
  <Layout
    site={site}
    head={{
      title: 'The nonprofit sector in figures · Nonprofit Research',
      description:
        'What the public filings of U.S. nonprofits add up to: organizations, revenue, expenses and assets by tax year, exemption and cause.',
      canonicalPath: '/sector',
    }}
    current="/sector"
    releasedAt={releaseTime(stats.release)}
    lag="Sums grow with every filing that comes in; which tax years are complete is told beside them."
  >
    <h1>The sector</h1>
    <p>
      What the filings loaded here add up to. No single line holds a sum, so each says which line of
      Form 990 it adds up, and how many returns report it.
    </p>
    <SectorTotals stats={stats} />
    <SectorYears years={toSectorSeries(years)} complete={stats.overview?.latestCompleteYear} />
    {stats.composition && <ByExemption composition={stats.composition} />}
    <ByCause {...counted} />
    <p class="quiet">
      The same as data:{' '}
      <a href="/api/v2/stats" rel="nofollow">
        /api/v2/stats
      </a>{' '}
      and{' '}
      <a href="/api/v2/charity/0/metrics" rel="nofollow">
        /api/v2/charity/0/metrics
      </a>
      . The figures of one organization lead to its filings: <a href="/">search for one</a>.
    </p>
  </Layout>
)
