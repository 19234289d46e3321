import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type Change, readChanges } from '#src/organizations/filings/filings.ts'
import { CHANGE_KINDS } from '#src/organizations/store/read-changes.ts'
import { A_RELEASE, example } from '../openapi/examples/demo.ts'
import { cursor, limit, refuse, releaseOf, SEND_RELEASE } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { readOperation } from './operation.ts'

const SINCE = 'A release of this service, such as 20261121t033012345z, or its time.'

/** `Since` is `since` in the spelling of surface A. */
const changesQuery = z
  .strictObject({
    since: releaseOf(`${SINCE} Required. Send it as since or Since.`),
    Since: releaseOf('Another name for since. Send only one of them.'),
    Cursor: cursor,
    Limit: limit(200, 50),
  })
  .superRefine(({ since, Since }, check) => {
    if (since === undefined && Since === undefined)
      refuse(check, 'missing', `is required. ${SEND_RELEASE}`, 'since')
    if (since !== undefined && Since !== undefined)
      refuse(check, 'twice', 'is the same parameter as since. Send only one of them', 'Since')
  })

const change = z.strictObject({
  ein: z.string(),
  name: z.string(),
  release: z.string(),
  changedAt: z.iso.datetime().optional(),
  isRemoved: z
    .literal(true)
    .optional()
    .describe('Present if no source lists the organization anymore. Delete your copy.'),
  kinds: z.array(
    z.strictObject({
      kind: z.enum(CHANGE_KINDS),
      release: z.string(),
    }),
  ),
  links: z.strictObject({
    page: z.string().optional(),
    webPage: z.string().optional(),
    profile: z.string().optional(),
  }),
})

const response = component('ChangeList', {
  since: z.string(),
  release: z.string(),
  releasedAt: z.iso.datetime().optional(),
  changes: z.array(change),
  nextCursor: z.string().optional().describe('Any page can have fewer rows than Limit, or none.'),
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
    description: `To keep a copy of the data up to date, start with an export, and send its X-Release as since. Read all pages, and then send Release as since in your next request. The list contains each organization once, under the release in which it last changed.`,
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
