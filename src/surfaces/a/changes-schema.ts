import { z } from 'zod'
import { CHANGE_KINDS } from '../../profiles/store/read-changes.ts'
import { integer, opaque, releaseOf } from '../parameters.ts'

const SINCE =
  'A release of this store, such as 20261121t033012345z, or its time as /api/v2/health shows it; what changed after it is listed.'

/** Parameters of `GET /api/v2/changes`; beyond the interface. `Since` is `since`, as A writes names. */
export const changesQuery = z
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

/** Beyond the interface: what changed after a release. */
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
