import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type Change, type ChangeList, readChanges } from '#src/organizations/filings/changes.ts'
import { CHANGE_KINDS } from '#src/organizations/store/read-changes.ts'
import { A_RELEASE, example } from '../openapi/examples/demo.ts'
import { integer, opaque, releaseOf } from '../shared/parameters.ts'
import { operation } from './operation.ts'

const SINCE =
  'A release of this store, such as 20261121t033012345z, or its time as /api/v2/health shows it; what changed after it is listed.'

/** `Since` is `since`, as surface A writes names. */
const changesQuery = z
  .strictObject({
    since: releaseOf(`${SINCE} Required, as this or as Since.`),
    Since: releaseOf('The same as since; send one of them.'),
    Cursor: opaque('NextCursor of the answer before, with the same since.'),
    Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Organizations an answer.' }),
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
  Release: z.string().describe('In which it last changed.'),
  ChangedAt: z.iso.datetime().optional().describe('When that release was minted.'),
  Removed: z
    .literal(true)
    .optional()
    .describe('No source has it any more: a copy of it should go, too.'),
  What: z
    .array(
      z.strictObject({
        Kind: z
          .enum(CHANGE_KINDS)
          .describe(
            'Organization: name, place, classification, registry facts or the latest return. Filings: a return or postcard of any year came, was replaced or is read otherwise. Rating: its state, score, band or return, or that it has none any more. MoneyNetwork: whom it gives to or receives from. Screening: its matches on restriction lists. Awards: federal awards or subawards to it, or the identifiers that attach them to it. Website: what its website says.',
          ),
        Release: z.string(),
      }),
    )
    .describe('What changed after since, the earliest first; empty where it was removed.'),
  Links: z.strictObject({
    Page: z.string().optional().describe('Its page; absent where it has filed nothing.'),
    WebPage: z
      .string()
      .optional()
      .describe('The same for people; absent where it has filed nothing.'),
    Profile: z
      .string()
      .optional()
      .describe('Its profile on surface B, also of the registry alone.'),
  }),
})

export const changeList = z
  .strictObject({
    Since: z.string(),
    Release: z
      .string()
      .describe(
        'The newest release when the first page was asked for; the same on all pages. Ask with it as since the next time.',
      ),
    ReleasedAt: z.iso.datetime().optional(),
    Changes: z.array(change),
    NextCursor: z
      .string()
      .optional()
      .describe('Absent on the last page alone: a page may hold fewer than Limit, even none.'),
  })
  .meta({ id: 'ChangeList' })
export type ChangeListAnswer = z.output<typeof changeList>

export const changesRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/changes', {
      ...operation({
        operationId: 'listChanges',
        group: 'Data',
        summary: 'Organizations whose data changed after a release, oldest change first',
        description:
          'What a copy of the data needs to follow it: walk over all pages, then ask with Release as since the next time. Each organization is listed once, in the release in which it last changed, the oldest first, then by EIN; all pages are of the Release of the first, and what changes meanwhile is in the next walk, so that nothing is missed while loads go on. Changes are told of the store; searches and exports are of the live index, which follows with the next reindex: take up rows of an export only once its X-Release is not older than Release, or open the pages. What says which of its data changed; screening, and filings of other years than the latest, only from the release on in which the store began to keep it. A page may hold fewer than Limit, and none where much was passed over: only an absent NextCursor is the end. An organization that no source has any more is Removed. A first copy is an export, whose X-Release is the since to begin with: organizations of the first release of all are in no list of changes. A since of another store, or older than its first release, is 422 and says where to find one. A cursor of another since is 400 InvalidCursor; one of a store that was rebuilt is 400 StaleCursor.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: example('What changed since a release; for since put one of your own store', {
          query: { since: A_RELEASE, Limit: 1 },
          toPut: { since: 'a release of your own store' },
        }),
        request: { querystring: changesQuery },
        response: changeList,
      }),
      handler: async ({ query: { since, Since, Cursor: cursor, Limit: limit } }) => {
        // The schema requires one of them.
        const release = since ?? Since ?? ''
        const parameter = since === undefined ? 'Since' : 'since'
        return presentChanges(await readChanges(deps, { since: release, cursor, limit, parameter }))
      },
    })
  }

const presentChanges = (list: ChangeList): ChangeListAnswer => ({
  Since: list.since,
  Release: list.release,
  ReleasedAt: releaseTime(list.release),
  Changes: list.changes.map(presentChange),
  NextCursor: list.nextCursor,
})

const presentChange = (change: Change): ChangeListAnswer['Changes'][number] => ({
  EIN: change.ein,
  Name: change.name,
  Release: change.release,
  ChangedAt: releaseTime(change.release),
  Removed: change.isRemoved ? true : undefined,
  What: change.kinds.map(({ kind, release }) => ({ Kind: kind, Release: release })),
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
