import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import type { SearchDeps } from '../../search/search.ts'
import { blockRoutes } from './blocks.ts'
import { contradictionRoutes } from './contradictions.ts'
import { coreRecordRoutes } from './core-record.ts'
import { flowRoutes } from './flows.ts'
import { peopleRoutes } from './leadership.ts'
import { metricsRoutes } from './metrics.ts'
import { profileRoutes } from './profile.ts'
import { ratingRoutes } from './ratings.ts'
import { searchRoutes } from './search.ts'
import { addServerTiming } from './server-timing.ts'
import { statsRoutes } from './stats.ts'
import { summaryRoutes } from './summary.ts'
import { topListsRoutes } from './top-lists.ts'

/** Every operation of surface B. */
export const surfaceB =
  (deps: SearchDeps & ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    addServerTiming(app)
    await app.register(searchRoutes(deps))
    await app.register(profileRoutes(deps))
    await app.register(summaryRoutes(deps))
    await app.register(metricsRoutes(deps))
    await app.register(flowRoutes(deps))
    await app.register(contradictionRoutes(deps))
    await app.register(peopleRoutes(deps))
    await app.register(ratingRoutes(deps))
    await app.register(blockRoutes(deps))
    await app.register(coreRecordRoutes(deps))
    await app.register(statsRoutes(deps))
    await app.register(topListsRoutes(deps))
  }
