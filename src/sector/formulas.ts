import {
  SECTOR_FIGURES,
  SECTOR_RATIOS,
  type SectorFigureKey,
  type SectorRatioKey,
} from './figures.ts'

/** What the sums of a year are made of, and what they leave out; no Ref names a million filings. */
export const SECTOR_METHOD =
  'Sums over current returns on Form 990, one an organization and tax year: the one whose period ends later. A group return is left out where a member of the group has a 990 of its own of that year. What a return does not report is not counted as zero; filings says how many report a figure.'

/** Which line of the form a sum adds up. */
export const sumFormula = (key: SectorFigureKey): string =>
  `Sum of Form 990, ${SECTOR_FIGURES[key].line}`

/** Which two sums a ratio divides. */
export function ratioFormula(key: SectorRatioKey): string {
  const { numerator, denominator } = SECTOR_RATIOS[key]
  return `Sum of Form 990, ${SECTOR_FIGURES[numerator].line} ÷ sum of ${SECTOR_FIGURES[denominator].line}, over returns that report both`
}

/** How the growth of a sum is computed. */
export const growthFormula = (key: SectorFigureKey): string =>
  `Sum of Form 990, ${SECTOR_FIGURES[key].line} ÷ that of the year before, less 1; both years complete`
