import { FORM_NAMES } from '../../../../domain/facts/citation.ts'
import { misreadFacts } from '../../../../domain/facts/read-facts.ts'
import type { Form } from '../../../../domain/form.ts'
import type { FigureKey } from '../../../../profiles/figure-keys.ts'
import type { NamedFigure } from '../../../../profiles/named-figures.ts'
import type { FilingSummary } from '../../../../profiles/organization.ts'

/** A figure and what a tile calls it. */
type Named = readonly [key: FigureKey, label: string]

type KeyFigures = {
  /** What the form has lines for: without one it is said to be not reported. */
  asked: readonly Named[]
  /** What is computed or not everybody's, and shown where the form tells enough for it. */
  found: readonly Named[]
}

const TOTALS: readonly Named[] = [
  ['revenue', 'Total revenue'],
  ['expenses', 'Total expenses'],
  ['assets', 'Total assets'],
  ['liabilities', 'Total liabilities'],
  ['netAssets', 'Net assets'],
]
const GROWTH_AND_PAY: readonly Named[] = [
  ['revenueGrowth', 'Revenue growth from the year before'],
  ['officerCompensation', 'Officer compensation'],
  ['highestPaidCompensation', 'Highest paid person, all columns of pay'],
]
const GENERAL: KeyFigures = {
  asked: TOTALS,
  found: [
    ['programRatio', 'Program ratio'],
    ['administrativeRatio', 'Administrative ratio'],
    ['fundraisingRatio', 'Fundraising ratio'],
    ['reserveMonths', 'Reserves'],
    ...GROWTH_AND_PAY,
  ],
}

/** What readers of each form look for first. */
const BY_FORM: Record<Form, KeyFigures> = {
  '990': GENERAL,
  '990EZ': GENERAL,
  '990PF': {
    asked: [
      ['assetsFairMarketValue', 'Assets, fair market value'],
      ['charitableDisbursements', 'Disbursed for charity'],
      ['grantsPaid', 'Grants paid, per books'],
      ['qualifyingDistributions', 'Qualifying distributions'],
      ['distributableAmount', 'Distributable amount'],
      ['undistributedIncome', 'Undistributed income'],
      ['netInvestmentIncome', 'Net investment income'],
      ...TOTALS,
    ],
    found: [
      ['distributionsToDistributableAmount', 'Qualifying distributions to distributable amount'],
      ...GROWTH_AND_PAY,
    ],
  },
  '990T': {
    asked: [
      ['unrelatedTaxableIncome', 'Unrelated taxable income'],
      ['totalTax', 'Total tax'],
      ['assets', 'Total assets'],
    ],
    found: [],
  },
  '990N': { asked: [], found: [] },
}

// Lines 2 to 6 of Part XII, Undistributed Income, until 2020 Part XIII.
const COUNTED_FIRST =
  'Qualifying distributions first settle what was left of the year before, and excess of earlier years counts as well. What is still to be paid out by the end of the next year is the undistributed income.'

/** The figures the page of an organization begins with, by what each form is read for. */
export const keyFiguresOf = (form: Form): KeyFigures => BY_FORM[form]

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
