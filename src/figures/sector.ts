import { CATALOGUE } from '../domain/facts/catalogue.ts'
import { labelOf } from '../domain/facts/definitions.ts'
import { DERIVED } from '../domain/facts/derived.ts'
import type { SqlFact } from '../domain/facts/stored-facts.ts'
import { FIGURES } from './figures.ts'
import { SECTOR_FIGURE_KEYS, type SectorFigureKey } from './sets.ts'

/** The fact of Form 990 that a sector figure sums, its label, and its line. */
type SectorFigure = {
  fact: SqlFact
  label: string
  line: string
  a: (typeof FIGURES)[SectorFigureKey]['sectorA']
}

/** The figures of a sector year. The fact for a blank summary line falls back on the statement. */
export const SECTOR_FIGURES = Object.fromEntries(
  SECTOR_FIGURE_KEYS.map((key): [SectorFigureKey, SectorFigure] => {
    const { fact, sectorA } = FIGURES[key]
    return [key, { fact, label: labelOf(fact, '990'), line: firstLine(fact), a: sectorA }]
  }),
) as Record<SectorFigureKey, SectorFigure>

function firstLine(fact: SqlFact): string {
  const [place] = CATALOGUE.find(({ key }) => key === fact)?.paths['990'] ?? []
  return `${place?.line}${fact.endsWith('Eoy') ? ', end of year' : ''}`
}

/**
 * Quotients of two sums, [numerator, denominator], each over the returns that report both lines.
 * Sums over different returns would compare costs of some organizations with totals of others.
 */
export const SECTOR_RATIOS = {
  programRatio: ['programExpenses', 'expenses'],
  administrativeRatio: ['managementExpenses', 'expenses'],
  fundraisingRatio: ['fundraisingExpenses', 'expenses'],
  missionDeploymentRate: ['programExpenses', 'revenue'],
  liabilitiesToAssets: ['liabilities', 'assets'],
} as const satisfies Record<string, readonly [SectorFigureKey, SectorFigureKey]>

type SectorRatioKey = keyof typeof SECTOR_RATIOS
export const SECTOR_RATIO_KEYS = Object.keys(SECTOR_RATIOS) as SectorRatioKey[]

/** Growth rates of sums, each with its figure. */
export const SECTOR_GROWTH = { revenueGrowth: 'revenue', expenseGrowth: 'expenses' } as const
type SectorGrowthKey = keyof typeof SECTOR_GROWTH
export const SECTOR_GROWTH_KEYS = Object.keys(SECTOR_GROWTH) as SectorGrowthKey[]

/** Returns the label of a ratio or growth of sums, which is the same as for one filing. */
export const sectorLabel = (key: SectorRatioKey | SectorGrowthKey): string => DERIVED[key].label

/** The filings that the sums include and exclude. No Ref can identify a million filings. */
export const SECTOR_METHOD =
  'Sums of current returns on Form 990. Each organization counts once per tax year; if it has two returns, the one whose period ends later is used. A group return is excluded if a member of the group filed its own Form 990 for that year. A value that a return does not report is unknown, not zero. Each sum comes with the number of returns that report the figure.'

/** Describes the form line that a sum adds up. */
export const sumFormula = (key: SectorFigureKey): string =>
  `Sum of Form 990, ${SECTOR_FIGURES[key].line}`

/** Returns the two sums that a ratio divides. */
export function ratioFormula(key: SectorRatioKey): string {
  const [numerator, denominator] = SECTOR_RATIOS[key]
  return `Sum of Form 990, ${SECTOR_FIGURES[numerator].line} ÷ sum of ${SECTOR_FIGURES[denominator].line}, over returns that report both`
}

/** Describes how the growth of a sum is computed. */
export const growthFormula = (key: SectorFigureKey): string =>
  `Sum of Form 990, ${SECTOR_FIGURES[key].line} ÷ the same sum for the previous year, minus 1, over organizations that report both; the year must be complete`
