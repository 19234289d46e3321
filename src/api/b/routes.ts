import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { blockRoute, blocksRoute, coreRecordRoutes } from './blocks.ts'
import { metricsRoute, summaryRoute } from './metrics.ts'
import { profileRoute } from './profile/route.ts'
import { ratingsRoute } from './ratings.ts'
import { searchRoute } from './search/route.ts'
import { contradictionsRoute, flowsRoute, leadershipRoute, relatedRoute } from './sections.ts'
import { statsRoute } from './sector.ts'
import { topListsRoute } from './top-lists.ts'

const ROUTES = [
  searchRoute,
  profileRoute,
  summaryRoute,
  metricsRoute,
  flowsRoute,
  contradictionsRoute,
  leadershipRoute,
  relatedRoute,
  ratingsRoute,
  blocksRoute,
  blockRoute,
  ...coreRecordRoutes,
  statsRoute,
  topListsRoute,
]

/** Every operation of surface B. */
export const surfaceB =
  (deps: SearchDeps & ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    for (const route of ROUTES) await app.register(route(deps))
  }
