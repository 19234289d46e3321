import { z } from 'zod'
import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import { ApiError } from '#src/platform/errors.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists, type SectorDeps } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '#src/sector/top-lists.ts'
import { noQuery } from '../shared/parameters.ts'
import { getOperation } from './operation.ts'

const organization = z.strictObject({
  EIN: z.string().regex(/^\d{9}$/),
  Name: z.string(),
  Score: z.int().min(0).max(100).describe('Rating as a whole number.'),
  Location: z.string().optional(),
  PrimaryForm: z.enum(FORMS).optional(),
  Revenue: z.number().optional().describe('Total revenue in the latest return, in US dollars.'),
  LatestYear: z.int().optional(),
})

const topLists = z
  .strictObject({
    Week: z.int().min(1).max(53).describe('ISO week in which the lists were computed.'),
    FilingYear: z
      .int()
      .describe(
        'Tax year that most of the sector has filed for. Organizations whose latest return is for an earlier year are not listed.',
      ),
    Lists: z
      .array(
        z.strictObject({
          Key: z.string().describe('Letter of the NTEE major group.'),
          Title: z.string().describe('Label of the cause. Send it as CauseLabel in a search.'),
          Description: z.string(),
          Causes: z
            .array(z.string())
            .describe('Cause labels in the group. Send one as Cause in a search.'),
          Organizations: z
            .array(organization)
            .length(LIST_LENGTH)
            .describe('Organizations, largest revenue first.'),
        }),
      )
      .min(1),
  })
  .meta({ id: 'TopLists' })
export type TopLists = z.output<typeof topLists>

export const topListsRoute = getOperation(
  '/api/v2/top-lists',
  {
    sharesPath: true,
    operationId: 'getTopLists',
    group: 'Sector',
    summary: 'List the ten largest rated organizations for each cause',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'shared', alsoWithoutKey: true },
    examples: [{ name: 'SurfaceA', summary: 'With a key (surface A)' }],
    request: { querystring: noQuery },
    response: topLists,
  },
  async (deps: SectorDeps) => {
    const answer = presentTopLists(await readSectorTopLists(deps))
    if (!answer) throw new ApiError('IndexNotReady', { message: NO_LISTS })
    return answer
  },
)

/** Returns undefined if no group has ten eligible organizations. */
export function presentTopLists({
  computedAt,
  filingYear,
  lists,
}: TopListsBody): TopLists | undefined {
  if (filingYear === undefined || lists.length === 0) return undefined
  return {
    Week: isoWeek(computedAt).week,
    FilingYear: filingYear,
    Lists: lists.map(({ key, byRevenue }) => {
      const { title, description, causes } = describeList(key)
      return {
        Key: key,
        Title: title,
        Description: description,
        Causes: causes,
        Organizations: byRevenue.map(presentListed),
      }
    }),
  }
}

const presentListed = (
  listed: ListedOrganization,
): TopLists['Lists'][number]['Organizations'][number] => ({
  EIN: listed.ein,
  Name: listed.name,
  Score: wholeScore(listed.score),
  Location: toLocation(listed),
  PrimaryForm: FORMS.find((form) => form === listed.form),
  Revenue: listed.revenue.value,
  LatestYear: listed.latestYear,
})
