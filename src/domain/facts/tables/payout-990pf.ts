import { money } from './columns.ts'
import type { RowSource, TableDefinition } from './table.ts'

type Element = { path: string; names: (since2013: string, before: string) => string }

const of2013 = (name: string): Element => ({
  path: `/IRS990PF/${name}`,
  names: (since2013) => since2013,
})
const before2013 = (name: string): Element => ({
  path: `/IRS990PF/${name}`,
  names: (_since2013, before) => before,
})

// Every part after the fifth moved up by one when Part V went out in 2021.
const lines =
  (part: string, since2021: string, elements: readonly Element[]) =>
  (number: string, label: string, since2013: string, before: string): RowSource[] =>
    elements
      .map(({ path, names }) => `${path}/${names(since2013, before)}`)
      .map((path) => ({
        path,
        label,
        line: `${part}, line ${number}`,
        moved: { since: '2021v4.0', line: `${since2021}, line ${number}` },
      }))

const excise = lines('Part VI', 'Part V', [
  of2013('ExciseTaxBasedOnInvstIncmGrp'),
  before2013('ExciseTaxBasedOnInvestmentIncm'),
])
const exciseSince2013 = (number: string, label: string, name: string): RowSource[] =>
  lines('Part VI', 'Part V', [of2013('ExciseTaxBasedOnInvstIncmGrp')])(number, label, name, '')
const minimum = lines('Part X', 'Part IX', [
  of2013('MinimumInvestmentReturnGrp'),
  before2013('MinimumInvestmentReturn'),
])
const distributable = lines('Part XI', 'Part X', [
  of2013('DistributableAmountGrp'),
  before2013('DistributableAmount'),
])
// The element was renamed with its part in 2021.
const qualifying = lines('Part XII', 'Part XI', [
  of2013('PFQualifyingDistributionsGrp'),
  of2013('QualifyingDistriPartXIIGrp'),
  before2013('QualifyingDistributions'),
])
const undistributed = lines('Part XIII', 'Part XII', [
  of2013('UndistributedIncomeGrp'),
  before2013('UndistributedIncome'),
])

/**
 * Form 990-PF, from the minimum investment return to what is left to pay out, and the excise tax
 * on investment income.
 */
export const PAYOUT_990PF: TableDefinition = {
  label: 'Payout and excise tax',
  form: '990PF',
  line: 'Parts VI and X to XIII',
  moved: { since: '2021v4.0', line: 'Parts V and IX to XII' },
  rows: [
    ...minimum(
      '1a',
      'Average monthly fair market value of securities',
      'AverageMonthlyFMVOfSecAmt',
      'AvgMonthlyFMVOfSecurities',
    ),
    ...minimum(
      '1b',
      'Average of monthly cash balances',
      'AverageMonthlyCashBalancesAmt',
      'AvgMonthlyCashBalances',
    ),
    ...minimum(
      '1c',
      'Fair market value of all other noncharitable assets',
      'FMVAllOtherNoncharitableAstAmt',
      'FMVAllOtherNoncharitableAssets',
    ),
    ...minimum(
      '1d',
      'Noncharitable assets, total',
      'TotalFMVOfUnusedAssetsAmt',
      'TotalFMVOfUnusedAssets',
    ),
    ...minimum(
      '1e',
      'Reduction claimed for blockage or other factors',
      'ReductionClaimedAmt',
      'ReductionClaimed',
    ),
    ...minimum(
      '2',
      'Acquisition indebtedness',
      'AcquisitionIndebtednessAmt',
      'AcquisitionIndebtedness',
    ),
    ...minimum(
      '3',
      'Noncharitable assets less indebtedness',
      'AdjustedTotalFMVOfUnusedAstAmt',
      'AdjTotalFMVOfUnusedAssets',
    ),
    ...minimum(
      '4',
      'Cash deemed held for charitable activities',
      'CashDeemedCharitableAmt',
      'CashDeemedCharitable',
    ),
    ...minimum(
      '5',
      'Net value of noncharitable assets',
      'NetVlNoncharitableAssetsAmt',
      'NetNoncharitableAssets',
    ),
    ...minimum(
      '6',
      'Minimum investment return',
      'MinimumInvestmentReturnAmt',
      'MinimumInvestmentReturn',
    ),
    ...distributable(
      '1',
      'Minimum investment return',
      'MinimumInvestmentReturnAmt',
      'MinimumInvestmentReturn',
    ),
    ...distributable(
      '2a',
      'Tax on investment income',
      'TaxBasedOnInvestmentIncomeAmt',
      'TaxBasedOnInvestmentIncome',
    ),
    ...distributable('2b', 'Income tax', 'IncomeTaxAmt', 'IncomeTaxForThisYear'),
    ...distributable('2c', 'Taxes, total', 'TotalTaxAmt', 'TotalTax'),
    ...distributable(
      '3',
      'Distributable amount before adjustments',
      'DistributableBeforeAdjAmt',
      'DistributableAmountBeforeAdj',
    ),
    ...distributable(
      '4',
      'Recoveries of qualifying distributions',
      'RecoveriesQualfiedDistriAmt',
      'RecoveriesQlfyDistributions',
    ),
    ...distributable(
      '5',
      'Distributable amount before deduction',
      'DistributableBeforeDedAmt',
      'DistributableAmountBeforeDed',
    ),
    ...distributable(
      '6',
      'Deduction from distributable amount',
      'DeductionFromDistributableAmt',
      'DeductionFrDistributableAmount',
    ),
    ...distributable(
      '7',
      'Distributable amount as adjusted',
      'DistributableAsAdjustedAmt',
      'DistributableAmountAsAdjusted',
    ),
    ...qualifying(
      '1a',
      'Expenses, contributions and gifts paid',
      'ExpensesAndContributionsAmt',
      'ExpensesAndContributions',
    ),
    ...qualifying(
      '1b',
      'Program-related investments',
      'ProgramRelatedInvstTotalAmt',
      'ProgramRelatedInvestmentsTotal',
    ),
    ...qualifying(
      '2',
      'Paid to acquire charitable assets',
      'CharitableAssetsAcquisPaidAmt',
      'AmountsPaidAcqCharitableAssets',
    ),
    ...qualifying(
      '3a',
      'Set aside, suitability test',
      'SetAsideSuitabilityTestAmt',
      'AmountsSetAsideSuitabilityTest',
    ),
    ...qualifying(
      '3b',
      'Set aside, cash distribution test',
      'SetAsideCashDistriTestAmt',
      'AmountsSetAsideCashDistriTest',
    ),
    ...qualifying(
      '4',
      'Qualifying distributions',
      'QualifyingDistributionsAmt',
      'QualifyingDistributions',
    ),
    ...qualifying(
      '5',
      'One percent of net investment income',
      'PctSect4940eOrgNetInvstIncmAmt',
      'OnePctSect4940eOrgNetInvstIncm',
    ),
    ...qualifying(
      '6',
      'Adjusted qualifying distributions',
      'AdjustedQualifyingDistriAmt',
      'AdjQualifyingDistributions',
    ),
    ...undistributed(
      '1, column (d)',
      'Distributable amount of the year',
      'DistributableAsAdjustedAmt',
      'DistributableAmountAsAdjusted',
    ),
    ...undistributed(
      '2a, column (c)',
      'Undistributed income of the year before',
      'UndistributedIncomePYAmt',
      'UndistributedIncomePriorYear',
    ),
    ...undistributed(
      '2b, column (b)',
      'Undistributed income of earlier years',
      'TotalForPriorYearsAmt',
      'TotalForPriorYears',
    ),
    ...undistributed(
      '3a',
      'Excess distributions carried over, fifth year before',
      'ExcessDistributionCyovYr5Amt',
      'ExcessDistriCarryoverYear5',
    ),
    ...undistributed(
      '3b',
      'Excess distributions carried over, fourth year before',
      'ExcessDistributionCyovYr4Amt',
      'ExcessDistriCarryoverYear4',
    ),
    ...undistributed(
      '3c',
      'Excess distributions carried over, third year before',
      'ExcessDistributionCyovYr3Amt',
      'ExcessDistriCarryoverYear3',
    ),
    ...undistributed(
      '3d',
      'Excess distributions carried over, second year before',
      'ExcessDistributionCyovYr2Amt',
      'ExcessDistriCarryoverYear2',
    ),
    ...undistributed(
      '3e',
      'Excess distributions carried over, year before',
      'ExcessDistributionCyovYr1Amt',
      'ExcessDistriCarryoverYear1',
    ),
    ...undistributed(
      '3f, column (a)',
      'Excess distributions carried over, total',
      'TotalExcessDistributionCyovAmt',
      'TotalExcessDistriCarryover',
    ),
    ...undistributed(
      '4',
      'Qualifying distributions of the year',
      'QualifyingDistributionsAmt',
      'QualifyingDistributions',
    ),
    ...undistributed(
      '4a, column (c)',
      'Applied to the year before',
      'AppliedToYear1Amt',
      'AppliedToYear1',
    ),
    ...undistributed(
      '4b, column (b)',
      'Applied to earlier years',
      'AppliedToPriorYearsAmt',
      'AppliedToPriorYears',
    ),
    ...undistributed(
      '4c, column (a)',
      'Treated as distributions out of corpus',
      'TreatedAsDistriFromCorpusAmt',
      'TreatedAsDistriFromCorpus',
    ),
    ...undistributed(
      '4d, column (d)',
      'Applied to the year',
      'AppliedToCurrentYearAmt',
      'AppliedToCurrentYear',
    ),
    ...undistributed(
      '4e, column (a)',
      'Remaining amount distributed out of corpus',
      'RemainingDistriFromCorpusAmt',
      'RemainingDistriFromCorpus',
    ),
    ...undistributed(
      '5, column (a)',
      'Carryover applied, out of corpus',
      'ExcessDistriCyovAppCYCorpusAmt',
      'ExcessDistriCyovAppCYCorpus',
    ),
    ...undistributed(
      '5, column (d)',
      'Carryover applied to the year',
      'ExcessDistributionCyovAppCYAmt',
      'ExcessDistriCyovAppliedCY',
    ),
    ...undistributed('6a, column (a)', 'Corpus', 'TotalCorpusAmt', 'TotalCorpus'),
    ...undistributed(
      '6b, column (b)',
      'Undistributed income of earlier years, left',
      'PriorYearUndistributedIncmAmt',
      'PriorYearUndistributedIncome',
    ),
    ...undistributed(
      '6c, column (b)',
      'Of it, notified as deficient or taxed',
      'PriorYearDeficiencyOrTaxAmt',
      'PriorYearDeficiencyOrTax',
    ),
    ...undistributed(
      '6d, column (b)',
      'Taxable amount, earlier years',
      'Taxable1Amt',
      'TaxableAmount1',
    ),
    ...undistributed(
      '6e, column (c)',
      'Taxable amount, year before',
      'Taxable2Amt',
      'TaxableAmount2',
    ),
    ...undistributed(
      '6f, column (d)',
      'Undistributed income of the year',
      'UndistributedIncomeCYAmt',
      'UndistributedIncomeCY',
    ),
    ...undistributed(
      '7, column (a)',
      'Treated as out of corpus to meet other requirements',
      'CorpusDistri170b1EOr4942g3Amt',
      'DistriFromCorpus170b1EOr4942g3',
    ),
    ...undistributed(
      '8, column (a)',
      'Carryover of the fifth year before, lapsed',
      'ExcessDistriCyovFromYr5Amt',
      'ExcessDistriCyovFromYear5',
    ),
    ...undistributed(
      '9, column (a)',
      'Excess distributions carried over to the next year',
      'ExcessDistriCyovToNextYrAmt',
      'ExcessDistriCyovToNextYear',
    ),
    ...undistributed(
      '10a',
      'Of it, from the fourth year before',
      'ExcessFromYear4Amt',
      'ExcessFromYear4',
    ),
    ...undistributed(
      '10b',
      'Of it, from the third year before',
      'ExcessFromYear3Amt',
      'ExcessFromYear3',
    ),
    ...undistributed(
      '10c',
      'Of it, from the second year before',
      'ExcessFromYear2Amt',
      'ExcessFromYear2',
    ),
    ...undistributed('10d', 'Of it, from the year before', 'ExcessFromYear1Amt', 'ExcessFromYear1'),
    ...undistributed(
      '10e',
      'Of it, from the year',
      'ExcessFromCurrentYearAmt',
      'ExcessFromCurrentYear',
    ),
    ...excise(
      '1',
      'Excise tax on investment income',
      'InvestmentIncomeExciseTaxAmt',
      'InvestmentIncomeExciseTax',
    ),
    ...excise('2', 'Tax under section 511', 'TaxUnderSection511Amt', 'TaxUnderSection511'),
    ...excise('3', 'Taxes, sum of lines 1 and 2', 'SubtotalAmt', 'Subtotal'),
    ...excise('4', 'Income tax of subtitle A', 'SubtitleATaxAmt', 'SubtitleATax'),
    ...excise(
      '5',
      'Tax based on investment income',
      'TaxBasedOnInvestmentIncomeAmt',
      'TaxBasedOnInvestmentIncome',
    ),
    ...excise(
      '6a',
      'Estimated payments and overpayment credited',
      'EstimatedPlusOvpmtIncmTxAmt',
      'EstTaxPaymentsAndOverpayment',
    ),
    ...exciseSince2013(
      '6b',
      'Tax withheld at source from exempt foreign organizations',
      'ExemptFrgnOrgTaxWthldAtSrceAmt',
    ),
    // The schemas of 2013 to 2016 name the payment with an extension by this leaf.
    ...exciseSince2013('6c', 'Paid with the application for an extension', 'AppliedToEsTaxAmt'),
    ...excise(
      '6c',
      'Paid with the application for an extension',
      'ExtsnRequestIncomeTaxPaidAmt',
      'TaxPaidWithExtension',
    ),
    ...excise(
      '6d',
      'Backup withholding',
      'BackupWithholdingWithheldAmt',
      'BackupWithholdingWithheld',
    ),
    ...excise(
      '7',
      'Credits and payments, total',
      'TotalPaymentsAndCreditsAmt',
      'TotalCreditsAndPayments',
    ),
    ...excise('8', 'Penalty for underpayment', 'EsPenaltyAmt', 'PenaltyForUnderpayment'),
    ...excise('9', 'Tax due', 'TaxDueAmt', 'TaxDue'),
    ...excise('10', 'Overpayment', 'OverpaymentAmt', 'Overpayment'),
    ...excise('11', 'Credited to the next year', 'AppliedToESTaxAmt', 'AmountCreditedToNextYear'),
    ...excise('11', 'Refunded', 'RefundAmt', 'AmountToBeRefunded'),
  ],
  columns: { amount: money('Amount', ['']) },
}

const operating = lines('Part XIV', 'Part XIII', [
  of2013('PrivateOperatingFoundationsGrp'),
  before2013('PrivateOperatingFoundations'),
])

/** Form 990-PF, Part XIII (XIV before 2021): the tests of an operating foundation, by year. */
export const OPERATING_FOUNDATION_990PF: TableDefinition = {
  label: 'Tests of a private operating foundation',
  form: '990PF',
  line: 'Part XIV',
  moved: { since: '2021v4.0', line: 'Part XIII' },
  rows: [
    ...operating(
      '2a',
      'Lesser of adjusted net income and minimum investment return',
      'LessorAdjNetIncmMinInvstRetGrp',
      'LessorAdjNetIncmMinInvstReturn',
    ),
    ...operating('2b', '85 percent of it', 'Pct85LessorAdjIncmOrMinRetGrp', 'Percent85OfLessor'),
    ...operating(
      '2c',
      'Qualifying distributions',
      'QualifyingDistributionsGrp',
      'QualifyingDistributions',
    ),
    ...operating(
      '2d',
      'Of it, not used directly for exempt activities',
      'QualifyingDistriNotUsedDrtGrp',
      'QlfyDistriNotUsedDirectly',
    ),
    ...operating(
      '2e',
      'Made directly for exempt activities',
      'QualifyingDistriMadeDrtGrp',
      'QlfyDistriMadeDirectly',
    ),
    ...operating('3a(1)', 'Value of all assets', 'TotalAssetsGrp', 'TotalAssets'),
    ...operating(
      '3a(2)',
      'Value of assets used directly for exempt activities',
      'TotalAssetsSect4942j3BiGrp',
      'TotalAssetsSect4942j3Bi',
    ),
    ...operating(
      '3b',
      'Two thirds of the minimum investment return',
      'TwoThirdsMinimumInvstRetGrp',
      'TwoThirdsMinInvstReturn',
    ),
    ...operating(
      '3c(1)',
      'Support other than gross investment income',
      'TotalSupportGrp',
      'TotalSupport',
    ),
    ...operating('3c(2)', 'Support from the public', 'PublicSupportType', 'PublicSupport'),
    ...operating(
      '3c(3)',
      'Largest support from one exempt organization',
      'LargestSupportFromEOGrp',
      'LargestSupportFromEO',
    ),
    ...operating(
      '3c(4)',
      'Gross investment income',
      'GrossInvestmentIncomeGrp',
      'GrossInvestmentIncome',
    ),
  ],
  columns: {
    year: money('The year', ['CurrentYearAmt', 'CurrentYear'], 'column (a)'),
    yearBefore: money('One year before', ['Year1Amt', 'Year1'], 'column (b)'),
    twoYearsBefore: money('Two years before', ['Year2Amt', 'Year2'], 'column (c)'),
    threeYearsBefore: money('Three years before', ['Year3Amt', 'Year3'], 'column (d)'),
    total: money('Total', ['TotalAmt', 'Total'], 'column (e)'),
  },
}
