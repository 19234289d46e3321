import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { SearchDeps } from '#src/search/search.ts'
import type { SubmissionDeps } from '#src/submissions/store.ts'
import { awardsRoute, subawardsRoute } from './awards/route.ts'
import { brandIconRoute } from './brand-icon.ts'
import { capabilitiesRoute } from './capabilities.ts'
import { changesRoute } from './changes.ts'
import { type ChatDeps, chatRoute } from './chat/route.ts'
import { compareRoute } from './compare.ts'
import { cohortFundersRoute, fundersRoute, granteesRoute } from './counterparties.ts'
import { diligenceRoute } from './diligence.ts'
import { discoveryRoute } from './discovery.ts'
import { type EvidenceDeps, evidenceRoute } from './evidence.ts'
import { type ExportDeps, exportRoute } from './export/route.ts'
import { feedbackRoute } from './feedback.ts'
import { filingChangesRoute } from './filing-changes.ts'
import { filingXmlRoute } from './filing-xml.ts'
import { filingsRoute } from './filings.ts'
import { searchGrantsRoute } from './grant-search/route.ts'
import { type GrantsDeps, grantsRoute } from './grants/route.ts'
import { grantsByPlaceRoute } from './grants-by-place.ts'
import { grantsByYearRoute } from './grants-by-year.ts'
import { healthRoute } from './health.ts'
import { moneyNetworkRoute } from './money-network.ts'
import { pageRoute } from './page/route.ts'
import { peerFundersRoute } from './peer-funders.ts'
import { peopleRoute } from './people.ts'
import { peopleByYearRoute } from './people-by-year.ts'
import { questionRoute } from './question.ts'
import { searchRoute } from './search.ts'
import { sectionRoute } from './section/route.ts'
import { sourcesRoute } from './sources.ts'
import { statsRoute } from './stats.ts'
import { topListsRoute } from './top-lists.ts'
import { type UsageDeps, usageRoute } from './usage.ts'

// In the order of the reference and of /llms.txt, within each group.
const ROUTES = [
  searchRoute,
  peopleRoute,
  discoveryRoute,
  pageRoute,
  sectionRoute,
  peopleByYearRoute,
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
  granteesRoute,
  fundersRoute,
  grantsByYearRoute,
  grantsByPlaceRoute,
  cohortFundersRoute,
  peerFundersRoute,
  awardsRoute,
  subawardsRoute,
  statsRoute,
  topListsRoute,
  exportRoute,
  changesRoute,
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
