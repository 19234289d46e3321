import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Terms } from '#src/access/terms.ts'
import { readAwards } from '#src/network/awards.ts'
import { readSubawards } from '#src/network/subawards.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { einParams } from '../../shared/parameters.ts'
import { operation } from '../operation.ts'
import { presentAwards, presentSubawards } from './present.ts'
import { awardList, awardsQuery, subawardList } from './schema.ts'

const ATTRIBUTED =
  "USAspending names recipients by UEI, never by EIN; which EIN has a UEI is known from federal audits, which only organizations that spend much federal money have. Most grantees have no UEI here and so no rows, which does not mean that they received none: the count is then absent. MappingConfidence, from 0 to 1, says how sure it is that the row's UEI is the organization's; it is above 0.5 only where audits give it a name it is known by. NameMatches says whether the recipient's name in the row itself is one of those, and AttributionWarnings counts the rows of the page where it is not: look at these before relying on them. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or list is 400 InvalidCursor; one given before awards or their mapping changed is 400 StaleCursor."

const TERMS: Terms = { access: 'keyed', costs: 'Data', slot: 'shared' }

export const awardRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/awards', {
      ...operation({
        operationId: 'listAwards',
        group: 'Network',
        summary: 'Federal awards to an organization, largest first, with what attributes each',
        description: `Amount is what is obligated in all and may be negative; ObligationTotalFrom says where it is stated. ${ATTRIBUTED}`,
        terms: TERMS,
        examples: example('The newest federal award', {
          path: inPath(DEMO.republicanRiver),
          query: { Limit: 1 },
        }),
        request: { params: einParams, querystring: awardsQuery },
        response: awardList,
      }),
      handler: async ({ params, query }) =>
        presentAwards(
          await readAwards(deps, params.ein, { cursor: query.Cursor, limit: query.Limit }),
        ),
    })
    app.get('/api/v2/charity/:ein/subawards', {
      ...operation({
        operationId: 'listSubawards',
        group: 'Network',
        summary:
          'Subawards passed on to an organization, largest first, with prime award and recipient',
        description: `What recipients of federal awards report that they passed on to the organization. ${ATTRIBUTED}`,
        terms: TERMS,
        examples: example('What was passed on to a food bank', {
          path: inPath(DEMO.hockingHillsFoodBank),
          query: { Limit: 1 },
        }),
        request: { params: einParams, querystring: awardsQuery },
        response: subawardList,
      }),
      handler: async ({ params, query }) =>
        presentSubawards(
          await readSubawards(deps, params.ein, { cursor: query.Cursor, limit: query.Limit }),
        ),
    })
  }
