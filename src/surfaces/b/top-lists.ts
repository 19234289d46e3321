import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import type { SectorDeps } from '../../sector/deps.ts'
import { isoWeek } from '../../sector/iso-week.ts'
import { readSectorTopLists } from '../../sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '../../sector/top-lists.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { numberFigure, src } from './figure.ts'
import { ein } from './filing-schema.ts'
import { answerSector, sectorOperation } from './operation-sector.ts'

const listed = z
  .strictObject({
    ein,
    name: z.string(),
    name_ref: z.string(),
    score: numberFigure.describe('The rating, 0 to 100.'),
    band: z.string(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
    form: z.string(),
    latest_year: z.int(),
    revenue: numberFigure,
    prominence: z.number().describe('log10(1 + revenue) × score.'),
    _src: src,
  })
  .meta({ id: 'ListedOrganizationB' })

export const topListsData = z.strictObject({
  release: z.string(),
  computed_at: z.iso.datetime(),
  week: z.int().describe('Week of ISO 8601 in which the lists were computed, of week_year.'),
  week_year: z.int(),
  filing_year: z
    .int()
    .optional()
    .describe('Tax year most of the sector has filed for; organizations behind it are not listed.'),
  lists: z.array(
    z.strictObject({
      key: z.string().describe('Letter of the NTEE major group.'),
      title: z.string(),
      causes: z.array(z.string()),
      eligible: z.int().describe('How many organizations the ten were chosen from.'),
      organizations: z.array(listed).length(LIST_LENGTH).describe('Most prominent first.'),
      _src: src,
    }),
  ),
  note: z.string().optional().describe('Why there is no list.'),
  evidence: evidenceRegistry,
})
export type TopListsData = z.output<typeof topListsData>

/** `GET /api/v2/top-lists` of surface B; without lists it says why. */
export const topListsRoutes =
  (deps: SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { schema, ...options } = sectorOperation({
      operationId: 'readTopLists',
      summary: 'Weekly top-10 lists ranked by prominence',
      data: topListsData,
      answer: 'TopListsEnvelope',
    })
    // Without lists it says why, so there is nothing it does not find.
    const { 404: _, ...response } = schema.response
    app.get('/api/v2/top-lists', {
      ...options,
      schema: { ...schema, response },
      handler: (request) => answerSector(request, () => readSectorTopLists(deps), presentTopLists),
    })
  }

/** The lists as surface B shows them, each figure with the filing it stands in. */
export function presentTopLists({
  release,
  computedAt,
  filingYear,
  lists,
}: TopListsBody): TopListsData {
  const { week, year } = isoWeek(computedAt)
  const data = {
    release,
    computed_at: computedAt,
    week,
    week_year: year,
    ...(filingYear !== undefined && { filing_year: filingYear }),
    lists: lists.map(({ key, eligible, byProminence }) => {
      const { title, causes } = describeList(key)
      return { key, title, causes, eligible, organizations: byProminence.map(presentListed) }
    }),
    ...(lists.length === 0 && { note: NO_LISTS }),
  }
  return attribute(data, undefined)
}

const presentListed = (one: ListedOrganization): z.output<typeof listed> => ({
  ein: one.ein,
  name: one.name,
  name_ref: one.nameRef,
  score: { value: one.score, ref: one.scoreRef },
  band: one.band,
  ...(one.city !== undefined && { city: one.city }),
  ...(one.state !== undefined && { state: one.state }),
  ...(one.country !== undefined && { country: one.country }),
  form: one.form,
  latest_year: one.latestYear,
  revenue: { ...one.revenue, unit: 'USD' },
  prominence: one.prominence,
})
