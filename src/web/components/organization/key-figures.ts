import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import type { NamedFigure } from '#src/organizations/figures/named-figures.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'

// Lines 2 to 6 of Part XII, Undistributed Income, until 2020 Part XIII.
const COUNTED_FIRST =
  'Qualifying distributions first settle what was left of the year before, and excess of earlier years counts as well. What is still to be paid out by the end of the next year is the undistributed income.'

/** What the figures of a form do not tell, in a sentence; undefined where that needs no word. */
export function describeLimits(
  filing: Pick<FilingSummary, 'form' | 'warnings'>,
  known: Partial<Record<FigureKey, NamedFigure>>,
) {
  const { form } = filing
  switch (form) {
    case '990N':
      return 'Form 990-N, the postcard of small organizations, reports no figures.'
    case '990T':
      return 'Form 990-T reports the tax on unrelated business income, and no revenue or expenses.'
    case '990PF':
      if (known.distributableAmount?.value === 0)
        return 'Nothing had to be distributed for the year.'
      return known.distributionsToDistributableAmount && COUNTED_FIRST
    default:
      if (known.programRatio !== undefined) return undefined
      return form === '990'
        ? `Expenses by function are ${isFunctionMisread(filing) ? 'not readable' : 'not reported'}, so the program ratio is unknown.`
        : `${FORM_NAMES[form]} as filed does not tell enough for a program ratio.`
  }
}

/** Whether a line that the program ratio of Form 990 is computed from holds an unreadable text. */
function isFunctionMisread({ form, warnings }: Pick<FilingSummary, 'form' | 'warnings'>): boolean {
  const misread = misreadFacts(form, warnings)
  return misread.has('functionalProgramExpenses') || misread.has('functionalExpenses')
}
