import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { readSectorTopLists, type SectorDeps } from '#src/sector/read-sector.ts'
import { describeList, LIST_LENGTH, NO_LISTS } from '#src/sector/top-lists.ts'
import { noQuery } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { presenterOf, skin } from '../shared/skin.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { ein } from './fields.ts'
import { numberFigure } from './figure.ts'
import { operation, wrap } from './operation.ts'

const listed = component('ListedOrganizationB', {
  ein,
  name: z.string(),
  nameRef: z.string(),
  score: numberFigure,
  band: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
  form: z.string(),
  latestYear: z.int(),
  revenue: numberFigure,
  prominence: z.number().describe('log10(1 + revenue) × score.'),
})

const data = z.strictObject({
  release: z.string(),
  computedAt: z.iso.datetime(),
  week: z.int(),
  weekYear: z.int(),
  filingYear: z.int().optional(),
  lists: z.array(
    z.strictObject({
      key: z.string().describe('Letter of the NTEE major group.'),
      title: z.string(),
      causes: z.array(z.string()),
      eligible: z.int(),
      organizations: z.array(listed).length(LIST_LENGTH),
    }),
  ),
  note: z.string().optional(),
})

const { _src: _, ...fields } = skin(data, 'B').shape
export const topListsData = z.strictObject({ ...fields, evidence: evidenceRegistry })
const write = presenterOf(data, 'B')

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
        slot: 'index',
      }),
      handler: async () => wrap(presentTopLists(await readSectorTopLists(deps))),
    })
  }

export function presentTopLists({ lists, ...body }: TopListsBody): z.output<typeof topListsData> {
  const { week, year } = isoWeek(body.computedAt)
  const data = write({
    ...body,
    ...{ week, weekYear: year },
    lists: lists.map(({ key, eligible, byProminence }) => ({
      ...{ key, eligible, ...describeList(key) },
      organizations: byProminence.map(toListed),
    })),
    note: lists.length === 0 ? NO_LISTS : undefined,
  })
  return attribute(data, undefined)
}

const toListed = ({ score, scoreRef, revenue, ...listed }: ListedOrganization) => ({
  ...listed,
  score: { value: score, ref: scoreRef },
  revenue: { ...revenue, unit: 'USD' },
})
