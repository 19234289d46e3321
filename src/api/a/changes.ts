import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type Change, readChanges } from '#src/organizations/filings/filings.ts'
import { CHANGE_KINDS } from '#src/organizations/store/read-changes.ts'
import { A_RELEASE, example } from '../openapi/examples/demo.ts'
import { integer, opaque, refuse, releaseOf, SEND_RELEASE } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { CURSOR_ERRORS } from './fields.ts'
import { readOperation } from './operation.ts'

const SINCE =
  'A release of this service, such as 20261121t033012345z, or the time of a release, in the format of CompiledAt from /api/v2/health.'

/** `Since` is `since` in the spelling of surface A. */
const changesQuery = z
  .strictObject({
    since: releaseOf(`${SINCE} Required. Send it as since or Since.`),
    Since: releaseOf('Another name for since. Send only one of them.'),
    Cursor: opaque('NextCursor from the previous page. Also send the same since as before.'),
    Limit: integer({ max: 200, fallback: 50, description: 'Organizations per page.' }),
  })
  .superRefine(({ since, Since }, check) => {
    if (since === undefined && Since === undefined)
      refuse(check, 'missing', `is required. ${SEND_RELEASE}`, 'since')
    if (since !== undefined && Since !== undefined)
      refuse(check, 'twice', 'is the same parameter as since. Send only one of them', 'Since')
  })

const change = z.strictObject({
  ein: required.string('Nine digits.'),
  name: z.string(),
  release: required.string('Release in which the organization last changed.'),
  changedAt: z.iso.datetime().optional().describe('Time of Release.'),
  isRemoved: optional.true(
    'Present if no source lists the organization anymore. Delete your copy.',
  ),
  kinds: required.objects(
    'Changes after the release in since, earliest first. Empty if the organization was removed.',
    {
      kind: required.enum(
        CHANGE_KINDS,
        'What changed. Organization: name, location, classification, registry entry, or latest return. Filings: a return for any year. MoneyNetwork: funders and recipients. Screening: matches on restriction lists.',
      ),
      release: z.string(),
    },
  ),
  links: z.strictObject({
    page: optional.string('Path of the page in the API. Absent if the organization has no filing.'),
    webPage: optional.string(
      'Path of the page on the website. Absent if the organization has no filing.',
    ),
    profile: optional.string(
      'Path of the profile on surface B. Absent if the organization was removed.',
    ),
  }),
})

const response = component('ChangeList', {
  since: z.string(),
  release: required.string(
    'Newest release when the first page was read. It is the same on all pages. Send it as since in your next request for changes.',
  ),
  releasedAt: z.iso.datetime().optional(),
  changes: z.array(change),
  nextCursor: optional.string(
    'Send it as Cursor to get the next page. Absent only on the last page. Any page can have fewer rows than Limit, or none.',
  ),
})
const NAMES = { kinds: 'What' } as const
export const changeList = skin(response, 'A', NAMES)
export type ChangeListAnswer = z.output<typeof changeList>

export const changesRoute = readOperation(
  '/api/v2/changes',
  {
    operationId: 'listChanges',
    group: 'Data',
    summary: 'List the organizations that changed after a release, oldest change first',
    description: `Use this operation to keep a copy of the data up to date. Start with an export, and send its X-Release as since. Read all pages, and then send Release as since in your next request. The list contains each organization once, under the release in which it last changed. Changes after Release appear in the next list. If you read the changed rows from an export, make sure that its X-Release is not older than Release. If the release in since is from another service, the response is 422. ${CURSOR_ERRORS}`,
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example(
      'Changes since a release; replace the value of since with a release from the service that you call',
      {
        query: { since: A_RELEASE, Limit: 1 },
        toPut: { since: 'a release of your own service' },
      },
    ),
    request: { querystring: changesQuery },
    response,
    names: NAMES,
  },
  async (deps: ProfileDeps, { query: { since, Since, Cursor: cursor, Limit: limit } }) => {
    // The schema requires one of them.
    const release = since ?? Since ?? ''
    const parameter = since === undefined ? 'Since' : 'since'
    const list = await readChanges(deps, { since: release, cursor, limit, parameter })
    return {
      ...list,
      releasedAt: releaseTime(list.release),
      changes: list.changes.map((change) => ({
        ...change,
        changedAt: releaseTime(change.release),
        isRemoved: change.isRemoved || undefined,
        links: linksOf(change),
      })),
    }
  },
)

function linksOf({ ein, isRemoved, isFiler }: Change) {
  if (isRemoved) return {}
  const path = `/charity/${ein}`
  return {
    ...(isFiler && { page: `/api/v2${path}/page`, webPage: path }),
    profile: `/api/v2${path}/profile`,
  }
}
