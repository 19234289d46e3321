import { count, money, text } from './columns.ts'
import type { TableDefinition } from './table.ts'

/**
 * Form 990-T, Schedule A: one part of the return a trade or business, in the layout of 2020 and
 * later. Source of names and lines: the IRS's stylesheet of the form; no concordance covers it.
 */
export const UNRELATED_BUSINESSES: TableDefinition = {
  label: 'Unrelated trades and businesses',
  form: '990T',
  line: 'Schedule A',
  rows: [{ path: '/IRS990TScheduleA' }],
  columns: {
    activityCode: text('Activity code', ['PrincipalBusinessActivityCd'], 'item C'),
    description: text('Trade or business', ['TradeOrBusinessDesc'], 'item E'),
    sequence: count('Number of this schedule', ['SequenceReferenceNum'], 'item D'),
    grossReceipts: money('Gross receipts or sales', ['GrossReceiptsOrSalesAmt'], 'Part I, line 1a'),
    returns: money('Returns and allowances', ['ReturnsAndAllowancesAmt'], 'Part I, line 1b'),
    netReceipts: money('Net receipts', ['NetGrossReceiptsOrSalesAmt'], 'Part I, line 1c'),
    costOfGoods: money('Cost of goods sold', ['CostOfGoodsSoldAmt'], 'Part I, line 2'),
    grossProfit: money('Gross profit', ['GrossProfitAmt'], 'Part I, line 3'),
    capitalGain: money('Capital gain', ['CapitalGainNetIncomeAmt'], 'Part I, line 4a'),
    ordinaryGain: money(
      'Net gain or loss of Form 4797',
      ['TotalOrdinaryGainLossAmt'],
      'Part I, line 4b',
    ),
    capitalLoss: money(
      'Capital loss deduction of trusts',
      ['CapitalLossLimitationAmt'],
      'Part I, line 4c',
    ),
    partnershipIncome: money(
      'Income or loss of partnerships and S corporations',
      ['TotalPrtshpSCorpIncomeAmt'],
      'Part I, line 5',
    ),
    rentGross: money('Gross income of rent', ['TotalRentIncomeAmt'], 'Part I, line 6, column (A)'),
    rentExpenses: money(
      'Expenses of rent',
      ['TotalRentDeductionsAmt'],
      'Part I, line 6, column (B)',
    ),
    rentIncome: money('Net rent income', ['NetRentIncomeAmt'], 'Part I, line 6, column (C)'),
    debtFinancedGross: money(
      'Gross income of unrelated debt-financed property',
      ['TotalGrossDebtFinancedIncmAmt'],
      'Part I, line 7, column (A)',
    ),
    debtFinancedExpenses: money(
      'Expenses of unrelated debt-financed property',
      ['TotalAllocableDeductionsAmt'],
      'Part I, line 7, column (B)',
    ),
    debtFinancedIncome: money(
      'Net unrelated debt-financed income',
      ['NetUnrelatedDebtFincdIncmAmt'],
      'Part I, line 7, column (C)',
    ),
    controlledGross: money(
      'Gross income of interest, annuities, royalties and rents from controlled organizations',
      ['TotalCtrlOrgPymtGrossIncmAmt'],
      'Part I, line 8, column (A)',
    ),
    controlledExpenses: money(
      'Expenses of interest, annuities, royalties and rents from controlled organizations',
      ['TotalCtrlOrgDeductionAmt'],
      'Part I, line 8, column (B)',
    ),
    controlledIncome: money(
      'Net interest, annuities, royalties and rents from controlled organizations',
      ['NetCtrlOrgIntAnntsRyltsRntsAmt'],
      'Part I, line 8, column (C)',
    ),
    investmentGross: money(
      'Gross income of investments of social clubs and benefit organizations',
      ['TotalInvestmentIncomeAmt'],
      'Part I, line 9, column (A)',
    ),
    investmentExpenses: money(
      'Expenses of investments of social clubs and benefit organizations',
      ['TotalDeductionSetAsidesAmt'],
      'Part I, line 9, column (B)',
    ),
    investmentIncome: money(
      'Net investment income of social clubs and benefit organizations',
      ['NetInvestmentIncomeAmt'],
      'Part I, line 9, column (C)',
    ),
    exploitedGross: money(
      'Gross income of exploited exempt activities',
      ['ExploitedExemptActivityIncmAmt'],
      'Part I, line 10, column (A)',
    ),
    exploitedExpenses: money(
      'Expenses of exploited exempt activities',
      ['ExploitedExpnssCnnctUBIAmt'],
      'Part I, line 10, column (B)',
    ),
    exploitedIncome: money(
      'Net income of exploited exempt activities',
      ['NetExploitedActivityIncomeAmt'],
      'Part I, line 10, column (C)',
    ),
    advertisingGross: money(
      'Gross income of advertising',
      ['TotalGrossAdvertisingIncomeAmt'],
      'Part I, line 11, column (A)',
    ),
    advertisingExpenses: money(
      'Expenses of advertising',
      ['TotalDirectAdvertisingCostAmt'],
      'Part I, line 11, column (B)',
    ),
    advertisingIncome: money(
      'Net advertising income',
      ['NetAdvertisingIncomeAmt'],
      'Part I, line 11, column (C)',
    ),
    otherIncome: money('Other income', ['OtherIncomeAmt'], 'Part I, line 12'),
    grossIncome: money('Gross income', ['TotUnrltTrdBusIncmAmt'], 'Part I, line 13, column (A)'),
    directExpenses: money(
      'Directly connected expenses',
      ['TotUnrltTrdBusIncmExpnssAmt'],
      'Part I, line 13, column (B)',
    ),
    netIncome: money('Net income', ['TotNetUnrltTrdBusIncmAmt'], 'Part I, line 13, column (C)'),
    officerCompensation: money(
      'Compensation of officers, directors and trustees',
      ['TotalUnrelatedBusinessCompAmt'],
      'Part II, line 1',
    ),
    salaries: money('Salaries and wages', ['SalariesAndWagesAmt'], 'Part II, line 2'),
    repairs: money('Repairs and maintenance', ['RepairsAndMaintenanceAmt'], 'Part II, line 3'),
    badDebts: money('Bad debts', ['BadDebtExpenseAmt'], 'Part II, line 4'),
    interest: money('Interest', ['InterestDeductionAmt'], 'Part II, line 5'),
    taxes: money('Taxes and licenses', ['TaxesAndLicensesAmt'], 'Part II, line 6'),
    totalDepreciation: money('Depreciation', ['TotalDepreciationAmt'], 'Part II, line 7'),
    depreciationElsewhere: money(
      'Depreciation claimed elsewhere',
      ['DepreciationClmElsewhereAmt'],
      'Part II, line 8a',
    ),
    depreciation: money('Depreciation, net', ['DepreciationNetAmt'], 'Part II, line 8b'),
    depletion: money('Depletion', ['DepletionAmt'], 'Part II, line 9'),
    deferredCompensation: money(
      'Contributions to deferred compensation plans',
      ['DeferredCompensationPlanAmt'],
      'Part II, line 10',
    ),
    benefits: money('Employee benefit programs', ['EmployeeBenefitProgramAmt'], 'Part II, line 11'),
    excessExemptExpenses: money(
      'Excess exempt expenses',
      ['ExploitedExcessExemptExpnssAmt'],
      'Part II, line 12',
    ),
    excessReadershipCosts: money(
      'Excess readership costs',
      ['TotExcessReadershipCostsDedAmt'],
      'Part II, line 13',
    ),
    otherDeductions: money('Other deductions', ['OtherDeductionsAmt'], 'Part II, line 14'),
    deductions: money('Total deductions', ['TotalDeductionsAmt'], 'Part II, line 15'),
    incomeBeforeLosses: money(
      'Income before net operating losses',
      ['UBIBeforeNOLDedAmt'],
      'Part II, line 16',
    ),
    losses: money(
      'Net operating loss deduction',
      ['NetOperatingLossDeductionAmt'],
      'Part II, line 17',
    ),
    taxableIncome: money(
      'Unrelated business taxable income',
      ['UnrelatedBusinessTaxblIncmAmt'],
      'Part II, line 18',
    ),
  },
}

/** Form 990-T, Part IV, line 5: losses of 2018 and later that each business carries over. */
export const LOSS_CARRYOVERS_990T: TableDefinition = {
  label: 'Loss carryovers by business',
  form: '990T',
  line: 'Part IV, line 5',
  rows: [{ path: '/IRS990T/Post2017NOLCarryoverGrp' }],
  columns: {
    activityCode: text('Activity code', ['PrincipalBusinessActivityCd']),
    amount: money('Available loss carryover', ['AvlblPost2017NOLCarryoverAmt']),
  },
}

/** Form 990-T, Part V. */
export const EXPLANATIONS_990T: TableDefinition = {
  label: 'Supplemental information',
  form: '990T',
  line: 'Part V',
  rows: [{ path: '/IRS990T/ItmzdSupplementalInfoGrp' }],
  columns: {
    part: text('Part it explains', ['PartNum']),
    reference: text('Line it explains', ['LineNum']),
    explanation: text('Explanation', ['ExplanationTxt']),
  },
}
