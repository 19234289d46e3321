import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { blockRoutes } from './blocks.ts'
import { contradictionRoutes } from './contradictions.ts'
import { coreRecordRoutes } from './core-record.ts'
import { flowRoutes } from './flows.ts'
import { leadershipRoutes } from './leadership.ts'
import { metricsRoutes } from './metrics.ts'
import { addServerTiming } from './operation.ts'
import { profileRoutes } from './profile/route.ts'
import { ratingRoutes } from './ratings.ts'
import { relatedRoutes } from './related.ts'
import { searchRoutes } from './search/route.ts'
import { statsRoutes } from './stats.ts'
import { summaryRoutes } from './summary.ts'
import { topListsRoutes } from './top-lists.ts'

const ROUTES = [
  searchRoutes,
  profileRoutes,
  summaryRoutes,
  metricsRoutes,
  flowRoutes,
  contradictionRoutes,
  leadershipRoutes,
  relatedRoutes,
  ratingRoutes,
  blockRoutes,
  coreRecordRoutes,
  statsRoutes,
  topListsRoutes,
]

/** Every operation of surface B. */
export const surfaceB =
  (deps: SearchDeps & ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    addServerTiming(app)
    for (const routes of ROUTES) await app.register(routes(deps))
  }
