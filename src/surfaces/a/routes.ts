import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CaptureDeps } from '../../capture/store.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import type { SearchDeps } from '../../search/search.ts'
import { awardRoutes } from './awards.ts'
import { brandIconRoutes } from './brand-icon.ts'
import { capabilitiesRoutes } from './capabilities.ts'
import { changesRoutes } from './changes.ts'
import { type ChatDeps, chatRoutes } from './chat.ts'
import { cohortRoutes } from './cohort.ts'
import { compareRoutes } from './compare.ts'
import { diligenceRoutes } from './diligence.ts'
import { discoveryRoutes } from './discovery.ts'
import { type ExportDeps, exportRoutes } from './export.ts'
import { feedbackRoutes } from './feedback.ts'
import { filingsRoutes } from './filings.ts'
import { fundersRoutes } from './funders.ts'
import { granteesRoutes } from './grantees.ts'
import { type GrantsDeps, grantsRoutes } from './grants.ts'
import { healthRoutes } from './health.ts'
import { moneyNetworkRoutes } from './money-network.ts'
import { pageRoutes } from './page.ts'
import { questionRoutes } from './questions.ts'
import { searchRoutes } from './search.ts'
import { sectionRoutes } from './sections.ts'
import { sourcesRoutes } from './sources.ts'
import { statsRoutes } from './stats.ts'
import { subawardRoutes } from './subawards.ts'
import { topListsRoutes } from './top-lists.ts'
import { type UsageDeps, usageRoutes } from './usage.ts'

/** Every operation of surface A. */
export const surfaceA =
  (
    deps: SearchDeps & ProfileDeps & CaptureDeps & UsageDeps & ChatDeps & ExportDeps & GrantsDeps,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(healthRoutes(deps))
    await app.register(searchRoutes(deps))
    await app.register(exportRoutes(deps))
    await app.register(pageRoutes(deps))
    await app.register(brandIconRoutes(deps))
    await app.register(sectionRoutes(deps))
    await app.register(filingsRoutes(deps))
    await app.register(statsRoutes(deps))
    await app.register(topListsRoutes(deps))
    await app.register(discoveryRoutes(deps))
    await app.register(diligenceRoutes(deps))
    await app.register(compareRoutes(deps))
    await app.register(awardRoutes(deps))
    await app.register(subawardRoutes(deps))
    await app.register(moneyNetworkRoutes(deps))
    await app.register(grantsRoutes(deps))
    await app.register(granteesRoutes(deps))
    await app.register(fundersRoutes(deps))
    await app.register(cohortRoutes(deps))
    await app.register(changesRoutes(deps))
    await app.register(sourcesRoutes(deps))
    await app.register(questionRoutes(deps))
    await app.register(feedbackRoutes(deps))
    await app.register(capabilitiesRoutes)
    await app.register(chatRoutes(deps))
    await app.register(usageRoutes(deps))
  }
