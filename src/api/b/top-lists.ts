import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists, type SectorDeps } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '#src/sector/top-lists.ts'
import { noQuery } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { ein } from './fields.ts'
import { numberFigure, src, toSnakeFields } from './figure.ts'
import { operation, wrap } from './operation.ts'

const listed = component('ListedOrganizationB', {
  ein,
  name: z.string(),
  name_ref: z.string(),
  score: numberFigure.describe('Rating, 0 to 100.'),
  band: optional.string('Absent if the rated return is more than three years old.'),
  city: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
  form: z.string(),
  latest_year: z.int(),
  revenue: numberFigure,
  prominence: required.number('log10(1 + revenue) × score.'),
  _src: src,
})

export const topListsData = z.strictObject({
  release: z.string(),
  computed_at: z.iso.datetime(),
  week: required.int('ISO week in which the lists were computed.'),
  week_year: z.int(),
  filing_year: optional.int(
    'Tax year that most of the sector has filed for. Organizations whose latest return is for an earlier year are not listed.',
  ),
  lists: z.array(
    z.strictObject({
      key: required.string('Letter of the NTEE major group.'),
      title: z.string(),
      causes: z.array(z.string()),
      eligible: required.int('Number of organizations that the top ten were chosen from.'),
      organizations: z
        .array(listed)
        .length(LIST_LENGTH)
        .describe('Organizations, most prominent first.'),
      _src: src,
    }),
  ),
  note: optional.string('Why there are no lists.'),
  evidence: evidenceRegistry,
})
type TopListsData = z.output<typeof topListsData>

export const topListsRoute =
  (deps: SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/top-lists', {
      ...operation({
        sharesPath: true,
        operationId: 'readTopLists',
        group: 'Sector',
        summary: 'List the weekly top ten organizations for each cause, ranked by prominence',
        examples: [],
        request: { querystring: noQuery },
        data: topListsData,
        envelope: 'TopListsEnvelope',
      }),
      handler: async () => wrap(presentTopLists(await readSectorTopLists(deps))),
    })
  }

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
    filing_year: filingYear,
    lists: lists.map(({ key, eligible, byProminence }) => {
      const { title, causes } = describeList(key)
      return { key, title, causes, eligible, organizations: byProminence.map(presentListed) }
    }),
    ...(lists.length === 0 && { note: NO_LISTS }),
  }
  return attribute(data, undefined)
}

const presentListed = (one: ListedOrganization): z.output<typeof listed> => ({
  ...toSnakeFields(one, 'ein', 'name', 'nameRef', 'band', 'city', 'state', 'country', 'form'),
  ...toSnakeFields(one, 'latestYear', 'prominence'),
  score: { value: one.score, ref: one.scoreRef },
  revenue: { ...one.revenue, unit: 'USD' },
})
