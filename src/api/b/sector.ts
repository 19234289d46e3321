import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { SectorFigure, SectorRatio, SectorYearBody } from '#mappings/sector.ts'
import {
  growthFormula,
  ratioFormula,
  SECTOR_FIGURES,
  SECTOR_GROWTH,
  SECTOR_GROWTH_KEYS,
  SECTOR_METHOD,
  SECTOR_RATIO_KEYS,
  type SECTOR_RATIOS,
  sectorLabel,
  sumFormula,
} from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS } from '#src/figures/sets.ts'
import { ApiError } from '#src/platform/errors.ts'
import { type SectorSeriesYear, toSectorSeries } from '#src/sector/front.ts'
import {
  NOTHING_FILED,
  readSectorStats,
  type SectorDeps,
  type SectorStats,
} from '#src/sector/read-sector.ts'
import { noQuery } from '../shared/parameters.ts'
import { component, optionalObject } from '../shared/schemas.ts'
import { presenterOf, skin } from '../shared/skin.ts'
import { byName } from './figure.ts'
import { operation, wrap } from './operation.ts'

const count = z.int().min(0)

/** A figure of all returns. No Ref can identify them all, so the figure says which line it sums. */
const sectorFigure = component('SectorFigureB', {
  value: z.number(),
  label: z.string(),
  unit: z.enum(['USD', 'ratio']),
  formula: z.string(),
  filings: count.optional(),
})

const sectorYear = component('SectorYearB', {
  taxYear: z.int(),
  partial: z
    .boolean()
    .optional()
    .describe("True until 90% of the previous year's filers have filed."),
  organizations: count,
  filings: count,
  groupReturnsLeftOut: count,
  shortYearsLeftOut: count,
  figures: byName(SECTOR_FIGURE_KEYS, sectorFigure),
  ratios: byName([...SECTOR_RATIO_KEYS, ...SECTOR_GROWTH_KEYS], sectorFigure),
})

/** The origin of the sums, instead of Refs. */
const sectorEvidence = component('SectorEvidenceB', {
  form: z.literal('990'),
  method: z.string(),
  filings: z.string(),
})

const SECTOR_EVIDENCE: z.output<typeof sectorEvidence> = {
  form: '990',
  method: SECTOR_METHOD,
  filings:
    'To list organizations, use /api/v2/search. To get the figures of each organization with the Refs of their lines, use /api/v2/charity/{ein}/metrics.',
}

/** Returns a sum of a line, over the returns that report it. */
const toSum = (key: keyof typeof SECTOR_FIGURES, figure: SectorFigure | undefined) =>
  figure && {
    value: figure.sum,
    label: SECTOR_FIGURES[key].label,
    unit: 'USD' as const,
    formula: sumFormula(key),
    filings: figure.filings,
  }

const toRatio = (key: keyof typeof SECTOR_RATIOS, ratio: SectorRatio | undefined) =>
  ratio && {
    value: ratio.numerator / ratio.denominator,
    label: sectorLabel(key),
    unit: 'ratio' as const,
    formula: ratioFormula(key),
    filings: ratio.filings,
  }

const toGrowth = (key: (typeof SECTOR_GROWTH_KEYS)[number], value: number | undefined) =>
  value === undefined
    ? undefined
    : {
        ...{ value, label: sectorLabel(key), unit: 'ratio' as const },
        formula: growthFormula(SECTOR_GROWTH[key]),
      }

const byKey = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, of(key)]))

/** Returns a tax year of the sector, without figures that no return reports. */
const toSectorYear = ({
  isComplete,
  growth = {},
  ...year
}: Omit<SectorYearBody, 'growth'> & Partial<Pick<SectorSeriesYear, 'growth'>>) => ({
  ...year,
  partial: isComplete === undefined ? undefined : !isComplete,
  figures: byKey(SECTOR_FIGURE_KEYS, (key) => toSum(key, year.figures[key])),
  ratios: {
    ...byKey(SECTOR_RATIO_KEYS, (key) => toRatio(key, year.ratios[key])),
    ...byKey(SECTOR_GROWTH_KEYS, (key) => toGrowth(key, growth[key])),
  },
})

const metrics = component('SectorMetrics', {
  ein: z.literal('000000000'),
  name: z.string(),
  form: z.literal('990'),
  release: z.string(),
  computedAt: z.iso.datetime(),
  latestCompleteYear: z.int().optional(),
  years: z.array(sectorYear),
  evidence: sectorEvidence,
})
export const sectorMetricsData = skin(metrics, 'B')
const writeMetrics = presenterOf(metrics, 'B')

/** Throws ApiError ProfileNotFound if no 990 is loaded. */
export function presentSectorMetrics({ stats, years }: SectorStats) {
  if (years.length === 0) {
    const message =
      stats.charities === 0
        ? NOTHING_FILED
        : 'The sector series covers only Form 990 returns, and none are loaded. Request the metrics of a single organization instead.'
    throw new ApiError('ProfileNotFound', { message })
  }
  return writeMetrics({
    ...stats,
    ein: '000000000',
    name: 'U.S. nonprofit sector',
    form: '990',
    latestCompleteYear: stats.overview?.latestCompleteYear,
    years: toSectorSeries(years).map(toSectorYear),
    evidence: SECTOR_EVIDENCE,
  })
}

const statsOf = z.strictObject({
  release: z.string(),
  computedAt: z.iso.datetime(),
  charities: count,
  filings: count,
  filingsByForm: z.record(z.string(), count),
  countsApproximate: z.literal(false),
  modalLatestYear: z.int().optional(),
  latestReturns: z
    .strictObject({
      organizations: count,
      firstYear: z.int(),
      lastYear: z.int(),
      sectorRevenue: sectorFigure.optional(),
      programDollars: sectorFigure.optional(),
    })
    .optional(),
  sectorOverview: optionalObject({
    form: z.literal('990'),
    organizations: count,
    filings: count,
    latestCompleteYear: z.int().optional(),
    years: z.array(sectorYear),
  }),
  sectorComposition: optionalObject({
    organizations: count,
    updatedOn: z.iso.date(),
    groups: z.array(z.strictObject({ key: z.string(), label: z.string(), organizations: count })),
  }),
  evidence: sectorEvidence,
})
const statsData = skin(statsOf, 'B')
export type StatsData = z.output<typeof statsData>
const writeStats = presenterOf(statsOf, 'B')

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
        slot: 'index',
      }),
      handler: async () => wrap(presentStats(await readSectorStats(deps))),
    })
  }

/** Throws ApiError ProfileNotFound when nothing is filed. */
export function presentStats({ stats, years }: SectorStats): StatsData {
  if (stats.charities === 0) throw new ApiError('ProfileNotFound', { message: NOTHING_FILED })
  const { overview, latestReturns } = stats
  return writeStats({
    ...stats,
    countsApproximate: false,
    latestReturns: latestReturns && {
      ...latestReturns,
      sectorRevenue: toSum('revenue', latestReturns.revenue),
      programDollars: toSum('programExpenses', latestReturns.programExpenses),
    },
    sectorOverview: overview && { ...overview, form: '990', years: years.map(toSectorYear) },
    sectorComposition: stats.composition,
    evidence: SECTOR_EVIDENCE,
  })
}
