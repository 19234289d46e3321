import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { SearchDeps } from '#src/search/search.ts'
import type { SubmissionDeps } from '#src/submissions/store.ts'
import { awardRoutes } from './awards/routes.ts'
import { brandIconRoutes } from './brand-icon.ts'
import { capabilitiesRoutes } from './capabilities.ts'
import { changesRoutes } from './changes.ts'
import { type ChatDeps, chatRoutes } from './chat/route.ts'
import { compareRoutes } from './compare.ts'
import { counterpartyRoutes } from './counterparties.ts'
import { diligenceRoutes } from './diligence.ts'
import { discoveryRoutes } from './discovery.ts'
import { type ExportDeps, exportRoutes } from './export/route.ts'
import { feedbackRoutes } from './feedback.ts'
import { filingsRoutes } from './filings.ts'
import { type GrantsDeps, grantsRoutes } from './grants/route.ts'
import { healthRoutes } from './health.ts'
import { moneyNetworkRoutes } from './money-network.ts'
import { pageRoutes } from './page/route.ts'
import { questionRoutes } from './question.ts'
import { searchRoutes } from './search.ts'
import { sectionRoutes } from './section/route.ts'
import { sourcesRoutes } from './sources.ts'
import { statsRoutes } from './stats.ts'
import { topListsRoutes } from './top-lists.ts'
import { type UsageDeps, usageRoutes } from './usage.ts'

// In the order of the reference and of /llms.txt, within each group.
const ROUTES = [
  searchRoutes,
  discoveryRoutes,
  pageRoutes,
  sectionRoutes,
  filingsRoutes,
  brandIconRoutes,
  compareRoutes,
  diligenceRoutes,
  moneyNetworkRoutes,
  grantsRoutes,
  counterpartyRoutes,
  awardRoutes,
  statsRoutes,
  topListsRoutes,
  exportRoutes,
  changesRoutes,
  sourcesRoutes,
  chatRoutes,
  capabilitiesRoutes,
  questionRoutes,
  feedbackRoutes,
  usageRoutes,
  healthRoutes,
]

type Deps = SearchDeps &
  ProfileDeps &
  SubmissionDeps &
  UsageDeps &
  ChatDeps &
  ExportDeps &
  GrantsDeps

/** Every operation of surface A. */
export const surfaceA =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    for (const routes of ROUTES) await app.register(routes(deps))
  }
