import type { Terms } from '#src/access/terms.ts'
import { readAwards } from '#src/network/awards.ts'
import { readSubawards } from '#src/network/subawards.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { einParams } from '../../shared/parameters.ts'
import { CURSOR_ERRORS } from '../fields.ts'
import { getOperation } from '../operation.ts'
import { presentAwards, presentSubawards } from './present.ts'
import { awardList, awardsQuery, subawardList } from './schema.ts'

const ATTRIBUTED = `Awards are matched to an EIN through the Unique Entity Identifiers (UEIs) in federal audits. Only organizations with large federal awards file these audits, so most organizations have no rows here even if they received awards. Verify rows in which MappingConfidence is low or NameMatches is false. ${CURSOR_ERRORS}`

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
    summary: 'List federal awards to an organization, largest first',
    description: `Amount is the total obligation in US dollars and can be negative. ${ATTRIBUTED}`,
    examples: example('The largest federal award', {
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
    summary: 'List federal subawards to an organization, largest first, with their prime awards',
    description: `Recipients of federal awards report the amounts that they pass on to other organizations. ${ATTRIBUTED}`,
    examples: example('The largest subaward to a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    response: subawardList,
  },
  async (deps: ProfileDeps, { params, query: { Cursor: cursor, Limit: limit } }) =>
    presentSubawards(await readSubawards(deps, params.ein, { cursor, limit })),
)
