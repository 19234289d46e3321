import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ApiError } from '#src/platform/errors.ts'
import {
  NOTHING_FILED,
  readSectorStats,
  type SectorDeps,
  type SectorStats,
} from '#src/sector/read-sector.ts'
import { noQuery } from '../shared/parameters.ts'
import { operation, wrap } from './operation.ts'
import {
  presentSectorYear,
  presentSum,
  SECTOR_EVIDENCE,
  sectorEvidence,
  sectorFigure,
  sectorYear,
} from './sector.ts'

const count = z.int().min(0)

const statsData = z.strictObject({
  release: z.string(),
  computed_at: z.iso.datetime(),
  charities: count.describe(
    'Number of organizations that have filed a return or a postcard (990-N).',
  ),
  filings: count.describe(
    'Number of current filings, including postcards and excluding superseded filings.',
  ),
  filings_by_form: z.record(z.string(), count),
  counts_approximate: z.literal(false),
  modal_latest_year: z
    .int()
    .optional()
    .describe("Most common tax year among the organizations' latest filings."),
  latest_returns: z
    .strictObject({
      organizations: count,
      first_year: z.int(),
      last_year: z.int(),
      sector_revenue: sectorFigure.optional(),
      program_dollars: sectorFigure.optional(),
    })
    .optional()
    .describe(
      "Sums over each organization's latest 990, with the range of tax years that they cover.",
    ),
  sector_overview: z
    .strictObject({
      form: z.literal('990'),
      organizations: count,
      filings: count,
      latest_complete_year: z.int().optional(),
      years: z.array(sectorYear),
    })
    .optional(),
  sector_composition: z
    .strictObject({
      organizations: count,
      updated_on: z.iso.date().describe('Day of the newest registry extract.'),
      groups: z.array(z.strictObject({ key: z.string(), label: z.string(), organizations: count })),
    })
    .optional(),
  evidence: sectorEvidence,
})
export type StatsData = z.output<typeof statsData>

export const statsRoute =
  (deps: SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/stats', {
      ...operation({
        sharesPath: true,
        operationId: 'readStats',
        group: 'Sector',
        summary: 'Get sector totals by form and tax year',
        examples: [],
        canMiss: true,
        request: { querystring: noQuery },
        data: statsData,
        envelope: 'StatsEnvelope',
      }),
      handler: async () => wrap(presentStats(await readSectorStats(deps))),
    })
  }

/** Throws ApiError ProfileNotFound when nothing is filed. */
export function presentStats({ stats, years }: SectorStats): StatsData {
  if (stats.charities === 0) throw new ApiError('ProfileNotFound', { message: NOTHING_FILED })
  const { composition, modalLatestYear } = stats
  return {
    release: stats.release,
    computed_at: stats.computedAt,
    charities: stats.charities,
    filings: stats.filings,
    filings_by_form: stats.filingsByForm,
    counts_approximate: false,
    modal_latest_year: modalLatestYear,
    ...presentReturns(stats),
    ...presentOverview(stats, years),
    ...(composition && {
      sector_composition: {
        organizations: composition.organizations,
        updated_on: composition.updatedOn,
        groups: composition.groups,
      },
    }),
    evidence: SECTOR_EVIDENCE,
  }
}

function presentReturns({
  latestReturns,
}: SectorStats['stats']): Pick<StatsData, 'latest_returns'> {
  if (!latestReturns) return {}
  const { organizations, firstYear, lastYear, revenue, programExpenses } = latestReturns
  return {
    latest_returns: {
      organizations,
      first_year: firstYear,
      last_year: lastYear,
      ...(revenue && { sector_revenue: presentSum('revenue', revenue) }),
      ...(programExpenses && { program_dollars: presentSum('programExpenses', programExpenses) }),
    },
  }
}

function presentOverview(
  { overview }: SectorStats['stats'],
  years: SectorStats['years'],
): Pick<StatsData, 'sector_overview'> {
  if (!overview) return {}
  const { organizations, filings, latestCompleteYear } = overview
  return {
    sector_overview: {
      form: '990',
      organizations,
      filings,
      latest_complete_year: latestCompleteYear,
      years: years.map(presentSectorYear),
    },
  }
}
