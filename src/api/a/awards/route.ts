import type { Terms } from '#src/access/terms.ts'
import { readAwards } from '#src/network/awards.ts'
import { readSubawards } from '#src/network/subawards.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { einParams } from '../../shared/parameters.ts'
import { getOperation } from '../operation.ts'
import { presentAwards, presentSubawards } from './present.ts'
import { awardList, awardsQuery, subawardList } from './schema.ts'

const ATTRIBUTED =
  'USAspending names recipients by UEI, not by EIN. Federal audits, which only organizations with much federal money file, say which EIN has a UEI. Most organizations therefore have no rows and no count, which does not mean that they received no award. Check rows with a low MappingConfidence, or with NameMatches false, which AttributionWarnings counts. NextCursor is absent on the last page. A cursor of another request is 400 InvalidCursor; one from before the data changed is 400 StaleCursor.'

const SHARED = {
  group: 'Network' as const,
  terms: { access: 'keyed', costs: 'Data', slot: 'shared' } satisfies Terms,
  request: { params: einParams, querystring: awardsQuery },
}

export const awardsRoute = getOperation(
  '/api/v2/charity/:ein/awards',
  {
    ...SHARED,
    operationId: 'listAwards',
    summary: 'Federal awards to an organization, largest first',
    description: `Amount is the total obligation and may be negative; ObligationTotalFrom says where it is stated. ${ATTRIBUTED}`,
    examples: example('The newest federal award', {
      path: inPath(DEMO.republicanRiver),
      query: { Limit: 1 },
    }),
    response: awardList,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    presentAwards(await readAwards(deps, params.ein, { cursor, limit })),
)

export const subawardsRoute = getOperation(
  '/api/v2/charity/:ein/subawards',
  {
    ...SHARED,
    operationId: 'listSubawards',
    summary: 'Federal subawards to an organization, largest first, with their prime awards',
    description: `Recipients of federal awards report which part they passed on to the organization. ${ATTRIBUTED}`,
    examples: example('What was passed on to a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    response: subawardList,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    presentSubawards(await readSubawards(deps, params.ein, { cursor, limit })),
)
