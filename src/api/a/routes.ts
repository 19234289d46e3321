import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { SearchDeps } from '#src/search/search.ts'
import type { SubmissionDeps } from '#src/submissions/store.ts'
import { grantsByYear } from '../lists/grants-by-year.ts'
import { peerFunders } from '../lists/peer-funders.ts'
import { peopleByYear } from '../lists/people-by-year.ts'
import { awardsRoute, subawardsRoute } from './awards/route.ts'
import { brandIconRoute } from './brand-icon.ts'
import { type ChatDeps, chatRoute } from './chat/route.ts'
import { compareRoute } from './compare.ts'
import { cohortFundersRoute, fundersRoute, granteesRoute } from './counterparties.ts'
import { diligenceRoute } from './diligence.ts'
import { discoveryRoute } from './discovery.ts'
import { type EvidenceDeps, evidenceRoute } from './evidence.ts'
import { type ExportDeps, exportRoute } from './export/route.ts'
import { feedbackRoute, questionRoute } from './feedback.ts'
import { filingChangesRoute, filingsRoute, filingXmlRoute } from './filings.ts'
import { searchGrantsRoute } from './grant-search/route.ts'
import { grantTotalsRoute } from './grant-search/totals.ts'
import { type GrantsDeps, grantsRoute } from './grants/route.ts'
import { capabilitiesRoute, healthRoute, type UsageDeps, usageRoute } from './health.ts'
import { moneyNetworkRoute } from './money-network.ts'
import { pageRoute } from './page/route.ts'
import { peopleRoute } from './people.ts'
import { searchRoute } from './search.ts'
import { sectionRoute } from './section/route.ts'
import { sourcesRoute } from './sources.ts'
import { statsRoute, topListsRoute } from './stats.ts'

// In the order of the reference and of /llms.txt, within each group.
const ROUTES = [
  searchRoute,
  peopleRoute,
  discoveryRoute,
  pageRoute,
  sectionRoute,
  peopleByYear,
  filingsRoute,
  filingXmlRoute,
  evidenceRoute,
  filingChangesRoute,
  brandIconRoute,
  compareRoute,
  diligenceRoute,
  moneyNetworkRoute,
  grantsRoute,
  searchGrantsRoute,
  grantTotalsRoute,
  granteesRoute,
  fundersRoute,
  cohortFundersRoute,
  grantsByYear,
  peerFunders,
  awardsRoute,
  subawardsRoute,
  statsRoute,
  topListsRoute,
  exportRoute,
  sourcesRoute,
  chatRoute,
  capabilitiesRoute,
  questionRoute,
  feedbackRoute,
  usageRoute,
  healthRoute,
]

type Deps = SearchDeps &
  ProfileDeps &
  SubmissionDeps &
  UsageDeps &
  ChatDeps &
  EvidenceDeps &
  ExportDeps &
  GrantsDeps

/** Every operation of surface A. */
export const surfaceA =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    for (const route of ROUTES) await app.register(route(deps))
  }
