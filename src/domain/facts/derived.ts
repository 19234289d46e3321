import type { Form } from '../form.ts'
import type { FactKey } from './definitions.ts'
import { CHECK_SUMS } from './derived-check-sums.ts'
import {
  anyYes,
  compoundGrowth,
  type DerivedInputs,
  type DerivedSource,
  difference,
  fact,
  growth,
  monthsOf,
  mostOfPeople,
  ofFunction,
  onlyYes,
  paragraphOf,
  quotient,
  type Read,
  type ReadBoolean,
  sum,
  sumOfOfficers,
  unlessFiled,
} from './derived-operands.ts'
import type { Facts } from './read-facts.ts'

export type {
  DerivedInputs,
  DerivedSource,
  FactsOfFiling,
  PeopleListed,
} from './derived-operands.ts'

export type DerivedUnit = 'ratio' | 'months' | 'USD' | 'boolean'

/** Form 990, Part IV, lines 25a to 28c: dealings with interested persons. */
const INTERESTED_PERSON_LINES: readonly FactKey[] = [
  'excessBenefitTransaction',
  'priorExcessBenefitTransaction',
  'loansToInterestedPersons',
  'grantsToInterestedPersons',
  'businessWithOfficers',
  'businessWithFamily',
  'businessWithControlledEntity',
]

const EXCESS_BENEFIT_LINES: ReadonlySet<FactKey> = new Set([
  'excessBenefitTransaction',
  'priorExcessBenefitTransaction',
])
// Section 4958 applies only to these. A 4947(a)(1) trust answers like a 501(c)(3) organization, and
// a filer without a filed status may be any of them.
const EXCESS_BENEFIT_PARAGRAPHS: readonly number[] = [3, 4, 29]

/**
 * Returns whether Form 990, Part IV asks this filer: lines 25a and 25b are for 501(c)(3), (4), and
 * (29) organizations only.
 */
function isAskedOfFiler(key: FactKey, facts: Facts): boolean {
  if (!EXCESS_BENEFIT_LINES.has(key)) return true
  const paragraph = paragraphOf(facts)
  const isOther = paragraph !== undefined && !EXCESS_BENEFIT_PARAGRAPHS.includes(paragraph)
  return !isOther && facts.is527?.value !== true
}

type Rule = { formula: string; compute: Read | ReadBoolean }

type Definition = {
  label: string
  unit: DerivedUnit
  meaning: string
  /**
   * Inputs other than the facts of the filing: its people, or other years of the form. `check`
   * needs none and is only shown with a cross-check (`CHECK_SUMS`).
   */
  needs?: 'people' | 'years' | 'check'
  forms: Partial<Record<Form, Rule>>
}

/** A figure computed from filed leaves; `from` lists them, including those of other filings. */
export type DerivedFigure = {
  key: DerivedKey
  label: string
  /** A ratio is a fraction of 1; money is whole US dollars. */
  unit: DerivedUnit
  value: number | boolean
  formula: string
  from: DerivedSource[]
}

const EXPENSES_990 = fact('functionalExpenses')
const PROGRAM_990 = ofFunction('functionalProgramExpenses')
const REVENUE_990 = fact('statementRevenue')
// Only the summary's totals, because these facts fall back to the statements.
const SUMMARY_REVENUE_990 = fact('totalRevenue', 'Part I')
const SUMMARY_EXPENSES_990 = fact('totalExpenses', 'Part I')
const EXPENSES_EZ = fact('totalExpenses')
const PROGRAM_EZ = fact('programExpenses')
const PRIOR_NONE: Read = () => undefined

const GROWTH_RULE =
  'divided by the same line on the return whose period ends one year earlier, minus 1; both must be above 0 and cover full years'
const PRIOR_COLUMN =
  "if neither that return nor one for a period in between is available, the line's prior-year column is used; that column does not say how many months the year had"
const MONTHS_RULE = '12, or the number of months in the period if the period is known to be shorter'
const THREE_YEARS_RULE =
  'divided by the same line on the return whose period ends three years earlier, to the power of 1/3, minus 1; both must be above 0 and cover full years'

/**
 * Every derived figure with its formula by form (docs/using/rating.md). A missing operand makes it
 * unknown. Sums add the lines that are filed, as the form's own totals do.
 */
export const DERIVED = {
  programRatio: {
    label: 'Program ratio',
    unit: 'ratio',
    meaning: 'Share of expenses spent on programs.',
    forms: {
      '990': {
        formula: 'Part IX, line 25, column (B) ÷ Part IX, line 25, column (A)',
        compute: quotient(PROGRAM_990, EXPENSES_990),
      },
      '990EZ': {
        formula: 'Part III, line 32 ÷ Part I, line 17',
        compute: quotient(PROGRAM_EZ, EXPENSES_EZ),
      },
    },
  },
  administrativeRatio: {
    label: 'Administrative ratio',
    unit: 'ratio',
    meaning: 'Share of expenses spent on management and general costs.',
    forms: {
      '990': {
        formula: 'Part IX, line 25, column (C) ÷ Part IX, line 25, column (A)',
        compute: quotient(ofFunction('managementExpenses'), EXPENSES_990),
      },
    },
  },
  fundraisingRatio: {
    label: 'Fundraising ratio',
    unit: 'ratio',
    meaning: 'Share of expenses spent on raising funds.',
    forms: {
      '990': {
        formula: 'Part IX, line 25, column (D) ÷ Part IX, line 25, column (A)',
        compute: quotient(ofFunction('functionalFundraisingExpenses'), EXPENSES_990),
      },
    },
  },
  missionDeploymentRate: {
    label: 'Mission Deployment Rate',
    unit: 'ratio',
    meaning:
      'Program expenses per dollar of revenue. The rate is above 1 if program expenses exceed revenue.',
    forms: {
      '990': {
        formula: 'Part IX, line 25, column (B) ÷ Part VIII, line 12, column (A), if above 0',
        compute: quotient(PROGRAM_990, REVENUE_990),
      },
      '990EZ': {
        formula: 'Part III, line 32 ÷ Part I, line 9, if line 9 is above 0',
        compute: quotient(PROGRAM_EZ, fact('totalRevenue')),
      },
    },
  },
  reserveMonths: {
    label: 'Reserve months',
    unit: 'months',
    meaning:
      'The number of months of expenses that net assets without donor restrictions can cover.',
    forms: {
      '990': {
        formula: `Part X, line 27, column (B) ÷ (Part IX, line 25, column (A) ÷ ${MONTHS_RULE})`,
        compute: monthsOf(fact('unrestrictedNetAssetsEoy'), EXPENSES_990),
      },
      '990EZ': {
        formula: `Part I, line 21 ÷ (Part I, line 17 ÷ ${MONTHS_RULE})`,
        compute: monthsOf(fact('netAssetsEoy', 'Part I'), EXPENSES_EZ),
      },
    },
  },
  liabilitiesToAssets: {
    label: 'Ratio of liabilities to assets',
    unit: 'ratio',
    meaning: 'Total liabilities per dollar of total assets, at the end of the year.',
    forms: {
      '990': {
        formula: 'Part X, line 26, column (B) ÷ Part X, line 16, column (B)',
        compute: quotient(fact('balanceSheetLiabilities'), fact('balanceSheetAssets')),
      },
      '990EZ': {
        formula: 'Part II, line 26, column (B) ÷ Part II, line 25, column (B)',
        compute: quotient(fact('totalLiabilitiesEoy'), fact('totalAssetsEoy')),
      },
    },
  },
  officerCompensation: {
    label: 'Compensation of officers, directors, trustees and key employees',
    unit: 'USD',
    meaning: 'The sum for all people listed, if the form has no line for it.',
    needs: 'people',
    forms: {
      '990EZ': {
        formula: 'Sum of Part IV, column (c), over all people listed',
        compute: sumOfOfficers('compensation'),
      },
    },
  },
  officerCompensationShare: {
    label: 'Officer compensation share',
    unit: 'ratio',
    meaning: 'Share of expenses paid to officers, directors, trustees, and key employees.',
    needs: 'people',
    forms: {
      '990': {
        formula: 'Part IX, line 5, column (A) ÷ Part IX, line 25, column (A)',
        compute: quotient(fact('officerCompensation'), EXPENSES_990),
      },
      '990EZ': {
        formula: 'Sum of Part IV, column (c), over all people listed ÷ Part I, line 17',
        compute: quotient(sumOfOfficers('compensation'), EXPENSES_EZ),
      },
    },
  },
  highestPaidCompensation: {
    label: 'Compensation of the highest-paid person',
    unit: 'USD',
    meaning:
      'Compensation of the highest-paid person among the listed officers, directors, trustees, and employees.',
    needs: 'people',
    forms: {
      '990': {
        formula:
          'Largest sum of Part VII, Section A, columns (D), (E), and (F), for any one person listed; blank columns are ignored',
        compute: mostOfPeople('reportableCompensation', 'relatedCompensation', 'otherCompensation'),
      },
      '990EZ': {
        formula:
          'Largest sum of columns (c), (d), and (e) for any one person listed in Part IV or Part VI, line 50; blank columns are ignored',
        compute: mostOfPeople('compensation', 'benefits', 'expenseAccount'),
      },
      '990PF': {
        formula:
          'Largest sum of columns (c), (d), and (e) for any one person listed in Part VII (Part VIII before 2021), lines 1 and 2; blank columns are ignored',
        compute: mostOfPeople('compensation', 'benefits', 'expenseAccount'),
      },
    },
  },
  independentShare: {
    label: 'Share of independent board members',
    unit: 'ratio',
    meaning: 'Share of the voting members of the governing body who are independent.',
    forms: {
      '990': {
        formula: 'Part VI, line 1b ÷ Part VI, line 1a',
        compute: quotient(fact('independentMembers', 'Part VI'), fact('votingMembers', 'Part VI')),
      },
    },
  },
  revenueGrowth: {
    label: 'Revenue growth',
    unit: 'ratio',
    meaning:
      "Change in total revenue from the previous year, as a share of that year's revenue. If only the prior-year column is known, the previous year may have been short.",
    needs: 'years',
    forms: {
      '990': {
        formula: `Part I, line 12, ${GROWTH_RULE}; ${PRIOR_COLUMN}`,
        compute: growth(SUMMARY_REVENUE_990, fact('priorTotalRevenue')),
      },
      '990EZ': {
        formula: `Part I, line 9, ${GROWTH_RULE}`,
        compute: growth(fact('totalRevenue'), PRIOR_NONE),
      },
      '990PF': {
        formula: `Part I, line 12, column (a), ${GROWTH_RULE}`,
        compute: growth(fact('totalRevenue'), PRIOR_NONE),
      },
    },
  },
  expenseGrowth: {
    label: 'Expense growth',
    unit: 'ratio',
    meaning:
      "Change in total expenses from the previous year, as a share of that year's expenses. If only the prior-year column is known, the previous year may have been short.",
    needs: 'years',
    forms: {
      '990': {
        formula: `Part I, line 18, ${GROWTH_RULE}; ${PRIOR_COLUMN}`,
        compute: growth(SUMMARY_EXPENSES_990, fact('priorTotalExpenses')),
      },
      '990EZ': {
        formula: `Part I, line 17, ${GROWTH_RULE}`,
        compute: growth(fact('totalExpenses'), PRIOR_NONE),
      },
      '990PF': {
        formula: `Part I, line 26, column (a), ${GROWTH_RULE}`,
        compute: growth(fact('totalExpenses'), PRIOR_NONE),
      },
    },
  },
  revenueGrowthThreeYears: {
    label: 'Three-year revenue growth, per year',
    unit: 'ratio',
    meaning: 'Compound annual growth of total revenue over three years.',
    needs: 'years',
    forms: {
      '990': {
        formula: `Part I, line 12, ${THREE_YEARS_RULE}`,
        compute: compoundGrowth(SUMMARY_REVENUE_990, 3),
      },
      '990EZ': {
        formula: `Part I, line 9, ${THREE_YEARS_RULE}`,
        compute: compoundGrowth(fact('totalRevenue'), 3),
      },
      '990PF': {
        formula: `Part I, line 12, column (a), ${THREE_YEARS_RULE}`,
        compute: compoundGrowth(fact('totalRevenue'), 3),
      },
    },
  },
  programExpenseGrowthThreeYears: {
    label: 'Three-year program expense growth, per year',
    unit: 'ratio',
    meaning: 'Compound annual growth of program expenses over three years.',
    needs: 'years',
    forms: {
      '990': {
        formula: `Part IX, line 25, column (B), ${THREE_YEARS_RULE}`,
        compute: compoundGrowth(PROGRAM_990, 3),
      },
      '990EZ': {
        formula: `Part III, line 32, ${THREE_YEARS_RULE}`,
        compute: compoundGrowth(PROGRAM_EZ, 3),
      },
    },
  },
  netAssets: {
    label: 'Net assets, end of year',
    unit: 'USD',
    meaning: 'Assets less liabilities, if the return leaves the line for net assets blank.',
    forms: {
      '990': {
        formula: 'Part I, line 20 − Part I, line 21, at the end of the year',
        compute: unlessFiled(
          'netAssetsEoy',
          difference(fact('totalAssetsEoy', 'Part I'), fact('totalLiabilitiesEoy', 'Part I')),
        ),
      },
      '990EZ': {
        formula: 'Part II, line 25, column (B) − Part II, line 26, column (B)',
        compute: unlessFiled(
          'netAssetsEoy',
          difference(fact('totalAssetsEoy'), fact('totalLiabilitiesEoy')),
        ),
      },
      '990PF': {
        formula: 'Part II, line 16, column (b) − Part II, line 23, column (b)',
        compute: unlessFiled(
          'netAssetsEoy',
          difference(fact('totalAssetsEoy'), fact('totalLiabilitiesEoy')),
        ),
      },
    },
  },
  investmentIncome: {
    label: 'Investment income',
    unit: 'USD',
    meaning:
      'The sum of interest, dividends, and gains, if the form has no line for investment income.',
    forms: {
      '990PF': {
        formula:
          'Sum of the filed lines among Part I, lines 3, 4, and 6a, column (a): interest, dividends, and net gain from sale of assets',
        compute: sum(fact('interestIncome'), fact('dividendIncome'), fact('assetSaleGain')),
      },
    },
  },
  distributionsToDistributableAmount: {
    label: 'Ratio of qualifying distributions to distributable amount',
    unit: 'ratio',
    // Lines 2 to 6 of Part XII, Undistributed Income, until 2020 Part XIII.
    meaning:
      'Qualifying distributions per dollar of the distributable amount for the year. A foundation must first apply these distributions to undistributed income from the previous year. Excess distributions from earlier years also count toward the distributable amount. The ratio therefore does not show how much remains to be paid out. Undistributed income does.',
    forms: {
      '990PF': {
        formula:
          'Part XI, line 4 (or Part XII, line 4, if blank) ÷ Part X, line 7 (or Part XII, line 1, if blank), if above 0; until 2020, Part XII, line 4 (or Part XIII, line 4, if blank) ÷ Part XI, line 7 (or Part XIII, line 1, if blank)',
        compute: quotient(fact('qualifyingDistributions'), fact('distributableAmount')),
      },
    },
  },
  compensationReview: {
    label: 'Compensation review',
    unit: 'boolean',
    meaning:
      'Whether the organization sets pay through a process that includes review, comparison, and documentation.',
    forms: {
      '990': {
        formula: 'Yes if Part VI, Section B, line 15a or 15b is yes; no if both are no',
        compute: anyYes(['executiveCompensationReview', 'otherCompensationReview']),
      },
    },
  },
  auditedOrReviewedStatements: {
    label: 'Audited, reviewed, or compiled financial statements',
    unit: 'boolean',
    meaning:
      'Whether an independent accountant compiled, reviewed, or audited the financial statements.',
    forms: {
      '990': {
        formula: 'Yes if Part XII, line 2a or 2b is yes; no if both are no',
        compute: anyYes(['auditedStatements', 'reviewedStatements']),
      },
    },
  },
  returnOnWebsite: {
    label: 'Return available on a website',
    unit: 'boolean',
    meaning:
      "Whether the return is available on the organization's own website or another website.",
    forms: {
      '990': {
        formula:
          'Yes if the box “Own website” or “Another’s website” on Part VI, line 18, is checked; no if only other boxes are checked',
        compute: (inputs) => onWebsite(inputs),
      },
    },
  },
  fundraisingActivity: {
    label: 'Fundraising through professionals, events, or gaming',
    unit: 'boolean',
    meaning:
      'Whether the organization paid professional fundraisers, held fundraising events, or conducted gaming.',
    forms: {
      '990': {
        formula: 'Yes if any of Part IV, lines 17, 18, and 19 is yes; no if all are no',
        compute: anyYes(['professionalFundraising', 'fundraisingActivities', 'gamingActivities']),
      },
    },
  },
  relatedPartyTransactions: {
    label: 'Related-party transactions',
    unit: 'boolean',
    meaning:
      'Whether the organization had transactions with its officers, their families, or their businesses.',
    forms: {
      '990': {
        formula:
          'Yes if any of Part IV, lines 25a, 25b, 26, 27, 28a, 28b, and 28c is yes; no if all lines that apply to the filer are no (25a and 25b apply only to 501(c)(3), (4), and (29) organizations)',
        compute: anyYes(INTERESTED_PERSON_LINES, isAskedOfFiler),
      },
      '990EZ': {
        // The short form does not ask about business dealings, so two answers of no do not mean
        // "none".
        formula: 'Yes if Part V, line 38a or 40b is yes; otherwise unknown',
        compute: onlyYes('excessBenefitTransaction', 'loansToInterestedPersons'),
      },
    },
  },
  ...CHECK_SUMS,
} as const satisfies Record<string, Definition>

export type DerivedKey = keyof typeof DERIVED

export const DERIVED_KEYS = Object.keys(DERIVED) as DerivedKey[]

// Only checked boxes are filed. One checked box on the line shows that the others were left blank.
function onWebsite(inputs: DerivedInputs): ReturnType<ReadBoolean> {
  const yes = onlyYes('returnOnOwnWebsite', 'returnOnOtherWebsite')(inputs)
  if (yes) return yes
  const otherwise = onlyYes('returnUponRequest', 'returnOtherwisePublic')(inputs)
  return otherwise && { value: false, from: otherwise.from }
}

/** Returns a derived figure of a filing; undefined if its form has none or an input is missing. */
export function deriveFigure(key: DerivedKey, inputs: DerivedInputs): DerivedFigure | undefined {
  const { label, unit, forms }: Definition = DERIVED[key]
  const rule = forms[inputs.filing.form]
  const found = rule?.compute(inputs)
  return rule && found ? { key, label, unit, formula: rule.formula, ...found } : undefined
}

/**
 * Returns all figures that can be derived from the inputs, by key, except those of cross-checks.
 */
export function deriveFigures(inputs: DerivedInputs): Partial<Record<DerivedKey, DerivedFigure>> {
  const figures: Partial<Record<DerivedKey, DerivedFigure>> = {}
  for (const key of DERIVED_KEYS) {
    if (key in CHECK_SUMS) continue
    const figure = deriveFigure(key, inputs)
    if (figure) figures[key] = figure
  }
  return figures
}
