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
import {
  NOTHING_FILED,
  readSectorStats,
  type SectorDeps,
  type SectorStats,
} from '#src/sector/read-sector.ts'
import { type SectorSeriesYear, toSectorSeries } from '#src/sector/series.ts'
import { noQuery } from '../shared/parameters.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { fieldsOf, toSnakeCase, toSnakeFields } from './figure.ts'
import { operation, wrap } from './operation.ts'

const count = z.int().min(0)

/** A figure of all returns. No Ref can identify them all, so the figure says which line it sums. */
const sectorFigure = component('SectorFigureB', {
  value: z.number(),
  label: z.string(),
  unit: z.enum(['USD', 'ratio']),
  formula: required.string('Form 990 lines that the figure is computed from.'),
  filings: count.optional().describe('Number of returns that report those lines.'),
})

const sectorYear = component('SectorYearB', {
  tax_year: z.int(),
  partial: optional.boolean(
    "True until 90% of the previous year's filers have filed. Absent if no filers are known for the previous year.",
  ),
  organizations: count.describe('Number of organizations in the sums, with one return each.'),
  filings: count.describe(
    'Number of current 990 returns for the year, including returns excluded from the sums.',
  ),
  group_returns_left_out: count.describe(
    'Number of group returns excluded because the sums include their members.',
  ),
  short_years_left_out: count.describe(
    'Number of returns excluded because the organization has a later return for the same year.',
  ),
  figures: fieldsOf(SECTOR_FIGURE_KEYS, sectorFigure).describe('Sums in whole US dollars.'),
  ratios: fieldsOf([...SECTOR_RATIO_KEYS, ...SECTOR_GROWTH_KEYS], sectorFigure).describe(
    'Ratios and growth as decimals: 0.25 is 25%. Growth is present only between complete years.',
  ),
})

/** The origin of the sums, instead of Refs. */
const sectorEvidence = component('SectorEvidenceB', {
  form: z.literal('990'),
  method: z.string(),
  filings: required.string('How to get the filings behind the sums.'),
})

const SECTOR_EVIDENCE: z.output<typeof sectorEvidence> = {
  form: '990',
  method: SECTOR_METHOD,
  filings:
    'To list organizations, use /api/v2/search. To get the figures of each organization with the Refs of their lines, use /api/v2/charity/{ein}/metrics.',
}

/** Presents a sum of a line, over the returns that report it. */
const presentSum = (key: keyof typeof SECTOR_FIGURES, { sum, filings }: SectorFigure) => ({
  value: sum,
  label: SECTOR_FIGURES[key].label,
  unit: 'USD' as const,
  formula: sumFormula(key),
  filings,
})

function presentRatio(key: keyof typeof SECTOR_RATIOS, ratio: SectorRatio) {
  return {
    value: ratio.numerator / ratio.denominator,
    label: sectorLabel(key),
    unit: 'ratio' as const,
    formula: ratioFormula(key),
    filings: ratio.filings,
  }
}

function presentGrowth(growth: SectorSeriesYear['growth']) {
  return SECTOR_GROWTH_KEYS.flatMap((key) => {
    const value = growth[key]
    if (value === undefined) return []
    const formula = growthFormula(SECTOR_GROWTH[key])
    return [[toSnakeCase(key), { value, label: sectorLabel(key), unit: 'ratio' as const, formula }]]
  })
}

/** Presents a tax year of the sector, without figures that no return reports. */
function presentSectorYear(
  year: SectorYearBody & Partial<Pick<SectorSeriesYear, 'growth'>>,
): z.output<typeof sectorYear> {
  const figures = SECTOR_FIGURE_KEYS.flatMap((key) => {
    const figure = year.figures[key]
    return figure ? [[toSnakeCase(key), presentSum(key, figure)]] : []
  })
  const ratios = SECTOR_RATIO_KEYS.flatMap((key) => {
    const ratio = year.ratios[key]
    return ratio ? [[toSnakeCase(key), presentRatio(key, ratio)]] : []
  })
  return {
    ...toSnakeFields(year, 'taxYear', 'organizations', 'filings'),
    ...toSnakeFields(year, 'groupReturnsLeftOut', 'shortYearsLeftOut'),
    ...(year.isComplete !== undefined && { partial: !year.isComplete }),
    figures: Object.fromEntries(figures),
    ratios: Object.fromEntries([...ratios, ...presentGrowth(year.growth ?? {})]),
  }
}

export const sectorMetricsData = component('SectorMetrics', {
  ein: z.literal('000000000'),
  name: z.string(),
  form: z.literal('990'),
  release: z.string(),
  computed_at: z.iso.datetime(),
  latest_complete_year: z.int().optional(),
  years: required.array(
    sectorYear,
    'One entry per tax year, oldest first. The newest year can be partial.',
  ),
  evidence: sectorEvidence,
})
type SectorMetricsData = z.output<typeof sectorMetricsData>

/** Throws ApiError ProfileNotFound if no 990 is loaded. */
export function presentSectorMetrics({ stats, years }: SectorStats): SectorMetricsData {
  if (years.length === 0) {
    const message =
      stats.charities === 0
        ? NOTHING_FILED
        : 'The sector series covers only Form 990 returns, and none are loaded. Request the metrics of a single organization instead.'
    throw new ApiError('ProfileNotFound', { message })
  }
  const complete = stats.overview?.latestCompleteYear
  return {
    ein: '000000000',
    name: 'U.S. nonprofit sector',
    form: '990',
    release: stats.release,
    computed_at: stats.computedAt,
    latest_complete_year: complete,
    years: toSectorSeries(years).map(presentSectorYear),
    evidence: SECTOR_EVIDENCE,
  }
}

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
  modal_latest_year: optional.int("Most common tax year among the organizations' latest filings."),
  latest_returns: optional.object(
    "Sums over each organization's latest 990, with the range of tax years that they cover.",
    {
      organizations: count,
      first_year: z.int(),
      last_year: z.int(),
      sector_revenue: sectorFigure.optional(),
      program_dollars: sectorFigure.optional(),
    },
  ),
  sector_overview: optionalObject({
    form: z.literal('990'),
    organizations: count,
    filings: count,
    latest_complete_year: z.int().optional(),
    years: z.array(sectorYear),
  }),
  sector_composition: optionalObject({
    organizations: count,
    updated_on: z.iso.date().describe('Day of the newest registry extract.'),
    groups: z.array(z.strictObject({ key: z.string(), label: z.string(), organizations: count })),
  }),
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
    ...toSnakeFields(stats, 'release', 'computedAt', 'charities', 'filings', 'filingsByForm'),
    counts_approximate: false,
    modal_latest_year: modalLatestYear,
    ...presentReturns(stats),
    ...presentOverview(stats, years),
    ...(composition && {
      sector_composition: toSnakeFields(composition, 'organizations', 'updatedOn', 'groups'),
    }),
    evidence: SECTOR_EVIDENCE,
  }
}

function presentReturns({
  latestReturns,
}: SectorStats['stats']): Pick<StatsData, 'latest_returns'> {
  if (!latestReturns) return {}
  const { revenue, programExpenses } = latestReturns
  return {
    latest_returns: {
      ...toSnakeFields(latestReturns, 'organizations', 'firstYear', 'lastYear'),
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
  return {
    sector_overview: {
      form: '990',
      ...toSnakeFields(overview, 'organizations', 'filings', 'latestCompleteYear'),
      years: years.map(presentSectorYear),
    },
  }
}
