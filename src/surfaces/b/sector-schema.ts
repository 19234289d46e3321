import { z } from 'zod'
import type { SectorFigure, SectorRatio, SectorYearBody } from '#mappings/sector.ts'
import {
  SECTOR_FIGURE_KEYS,
  SECTOR_FIGURES,
  SECTOR_RATIO_KEYS,
  SECTOR_RATIOS,
} from '../../sector/figures.ts'
import { growthFormula, ratioFormula, SECTOR_METHOD, sumFormula } from '../../sector/formulas.ts'
import type { SectorSeriesYear } from '../../sector/series.ts'
import { fieldsOf, toSnakeCase } from './figure.ts'

const count = z.int().min(0)

/** A figure of millions of returns: no Ref names them all, so it says which line it sums. */
export const sectorFigure = z
  .strictObject({
    value: z.number(),
    label: z.string(),
    unit: z.enum(['USD', 'ratio']),
    formula: z.string().describe('Which lines of Form 990 it is computed from.'),
    filings: count.optional().describe('Returns that report what it is computed from.'),
  })
  .meta({ id: 'SectorFigureB' })

const GROWTH = {
  revenueGrowth: ['Revenue growth', 'revenue'],
  expenseGrowth: ['Expense growth', 'expenses'],
} as const

export const sectorYear = z
  .strictObject({
    tax_year: z.int(),
    partial: z
      .boolean()
      .optional()
      .describe(
        'True while under 90 % of the filers of the year before have filed; absent where nobody filed the year before.',
      ),
    organizations: count.describe('Organizations whose return is in the sums, one each.'),
    filings: count.describe('Current 990 returns of the year, those left out included.'),
    group_returns_left_out: count.describe('Group returns whose members are in the sums.'),
    short_years_left_out: count.describe('Returns whose organization has a later one of the year.'),
    figures: fieldsOf(SECTOR_FIGURE_KEYS, sectorFigure).describe('Sums in whole dollars.'),
    ratios: fieldsOf([...SECTOR_RATIO_KEYS, ...Object.keys(GROWTH)], sectorFigure).describe(
      'Shares of 1; growth between complete years only.',
    ),
  })
  .meta({ id: 'SectorYearB' })

/** Where the sums came from, in place of Refs. */
export const sectorEvidence = z
  .strictObject({
    form: z.literal('990'),
    method: z.string(),
    filings: z.string().describe('How to get at the filings that are summed.'),
  })
  .meta({ id: 'SectorEvidenceB' })

export const SECTOR_EVIDENCE: z.output<typeof sectorEvidence> = {
  form: '990',
  method: SECTOR_METHOD,
  filings:
    '/api/v2/search lists organizations, and /api/v2/charity/{ein}/metrics gives the figures of each with the Refs of the lines they stand in.',
}

/** A sum of a line, over the returns that report it. */
export const presentSum = (key: keyof typeof SECTOR_FIGURES, { sum, filings }: SectorFigure) => ({
  value: sum,
  label: SECTOR_FIGURES[key].label,
  unit: 'USD' as const,
  formula: sumFormula(key),
  filings,
})

function presentRatio(key: keyof typeof SECTOR_RATIOS, ratio: SectorRatio) {
  return {
    value: ratio.numerator / ratio.denominator,
    label: SECTOR_RATIOS[key].label,
    unit: 'ratio' as const,
    formula: ratioFormula(key),
    filings: ratio.filings,
  }
}

function presentGrowth(growth: SectorSeriesYear['growth']) {
  return (Object.keys(GROWTH) as (keyof typeof GROWTH)[]).flatMap((key) => {
    const value = growth[key]
    if (value === undefined) return []
    const [label, figure] = GROWTH[key]
    const formula = growthFormula(figure)
    return [[toSnakeCase(key), { value, label, unit: 'ratio' as const, formula }]]
  })
}

/** A tax year of the sector; what no return reports is left out. */
export function presentSectorYear(
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
    tax_year: year.taxYear,
    ...(year.isComplete !== undefined && { partial: !year.isComplete }),
    organizations: year.organizations,
    filings: year.filings,
    group_returns_left_out: year.groupReturnsLeftOut,
    short_years_left_out: year.shortYearsLeftOut,
    figures: Object.fromEntries(figures),
    ratios: Object.fromEntries([...ratios, ...presentGrowth(year.growth ?? {})]),
  }
}
