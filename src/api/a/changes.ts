import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type Change, type ChangeList, readChanges } from '#src/organizations/filings/changes.ts'
import { CHANGE_KINDS } from '#src/organizations/store/read-changes.ts'
import { A_RELEASE, example } from '../openapi/examples/demo.ts'
import { integer, opaque, releaseOf } from '../shared/parameters.ts'
import { toFields } from './fields.ts'
import { getOperation } from './operation.ts'

const SINCE =
  'A release of this store, such as 20261121t033012345z, or its time as /api/v2/health shows it.'

/** `Since` is `since`, as surface A writes names. */
const changesQuery = z
  .strictObject({
    since: releaseOf(`${SINCE} Required, under this name or as Since.`),
    Since: releaseOf('Another name of since; send one of them.'),
    Cursor: opaque('NextCursor of the previous page, with the same since.'),
    Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Organizations per page.' }),
  })
  .superRefine(({ since, Since }, check) => {
    if (since === undefined && Since === undefined) {
      const message =
        'is required: send the Release of an earlier answer, the X-Release of an export, the release of /readyz or CompiledAt of /api/v2/health'
      check.addIssue({ code: 'custom', path: ['since'], message, params: { type: 'missing' } })
    }
    if (since !== undefined && Since !== undefined) {
      const message = 'is the same parameter as since; send one of them'
      check.addIssue({ code: 'custom', path: ['Since'], message, params: { type: 'twice' } })
    }
  })

const change = z.strictObject({
  EIN: z.string().describe('Nine digits.'),
  Name: z.string(),
  Release: z.string().describe('The release in which it last changed.'),
  ChangedAt: z.iso.datetime().optional().describe('Time of that release.'),
  Removed: z.literal(true).optional().describe('No source lists it any more; delete your copy.'),
  What: z
    .array(
      z.strictObject({
        Kind: z
          .enum(CHANGE_KINDS)
          .describe(
            'Organization: name, place, classification, registry or latest return. Filings: a return of any year. MoneyNetwork: its funders and recipients. Screening: its matches on restriction lists.',
          ),
        Release: z.string(),
      }),
    )
    .describe('What changed after since, earliest first; empty if it was removed.'),
  Links: z.strictObject({
    Page: z.string().optional().describe('Absent if it has filed nothing.'),
    WebPage: z.string().optional().describe('The page for people; absent if it filed nothing.'),
    Profile: z.string().optional().describe('Profile on surface B.'),
  }),
})

export const changeList = z
  .strictObject({
    Since: z.string(),
    Release: z
      .string()
      .describe('Newest release at the first page, the same on all pages; the next since.'),
    ReleasedAt: z.iso.datetime().optional(),
    Changes: z.array(change),
    NextCursor: z
      .string()
      .optional()
      .describe('Absent on the last page only; a page may hold fewer rows than Limit, even none.'),
  })
  .meta({ id: 'ChangeList' })
export type ChangeListAnswer = z.output<typeof changeList>

export const changesRoute = getOperation(
  '/api/v2/changes',
  {
    operationId: 'listChanges',
    group: 'Data',
    summary: 'Organizations whose data changed after a release, oldest change first',
    description:
      'Use it to keep a copy of the data up to date: read all pages, then send Release as the next since. Start a copy with an export and its X-Release. Each organization is listed once, in the release in which it last changed; changes during the walk appear in the next one. Changes are those of the store: read rows from an export only if its X-Release is not older than Release. A since of another store is 422; a cursor of another since is 400 InvalidCursor, one of a rebuilt store 400 StaleCursor.',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('What changed since a release; for since put one of your own store', {
      query: { since: A_RELEASE, Limit: 1 },
      toPut: { since: 'a release of your own store' },
    }),
    request: { querystring: changesQuery },
    response: changeList,
  },
  async (deps: ProfileDeps, { query: { since, Since, Cursor: cursor, Limit: limit } }) => {
    // The schema requires one of them.
    const release = since ?? Since ?? ''
    const parameter = since === undefined ? 'Since' : 'since'
    return presentChanges(await readChanges(deps, { since: release, cursor, limit, parameter }))
  },
)

const presentChanges = (list: ChangeList): ChangeListAnswer => ({
  ...toFields(list),
  ReleasedAt: releaseTime(list.release),
  Changes: list.changes.map(presentChange),
})

const presentChange = (change: Change): ChangeListAnswer['Changes'][number] => ({
  EIN: change.ein,
  Name: change.name,
  Release: change.release,
  ChangedAt: releaseTime(change.release),
  Removed: change.isRemoved || undefined,
  What: change.kinds.map(toFields),
  Links: linksOf(change),
})

function linksOf({ ein, isRemoved, isFiler }: Change) {
  if (isRemoved) return {}
  const path = `/charity/${ein}`
  return {
    ...(isFiler && { Page: `/api/v2${path}/page`, WebPage: path }),
    Profile: `/api/v2${path}/profile`,
  }
}
