import { money } from './columns.ts'
import { leafBuilder } from './lines.ts'
import type { TableDefinition } from './table.ts'

const line = leafBuilder('Part I', '/IRS990EZ')
const amount = { amount: money('Amount', ['']) }

/**
 * Form 990-EZ, Part I, lines 1 to 9. Special events had lines 6a to 6c until 2009 and have 6a to
 * 6d since, where gaming got a line of its own.
 */
export const REVENUE_990EZ: TableDefinition = {
  label: 'Revenue',
  form: '990EZ',
  line: 'Part I',
  rows: [
    ...line('1', 'Contributions, gifts and grants', [
      'ContributionsGiftsGrantsEtcAmt',
      'ContributionsGiftsGrantsEtc',
    ]),
    ...line('2', 'Program service revenue', ['ProgramServiceRevenueAmt', 'ProgramServiceRevenue']),
    ...line('3', 'Membership dues', ['MembershipDuesAmt', 'MembershipDues']),
    ...line('4', 'Investment income', ['InvestmentIncomeAmt', 'InvestmentIncome']),
    ...line('5a', 'Gross amount from sale of assets', [
      'SaleOfAssetsGrossAmt',
      'GrossAmountFromSaleOfAssets',
    ]),
    ...line('5b', 'Cost or other basis and sales expenses', [
      'CostOrOtherBasisExpenseSaleAmt',
      'CostOtherBasisAndSalesExpenses',
    ]),
    ...line('5c', 'Gain or loss from sale of assets', [
      'GainOrLossFromSaleOfAssetsAmt',
      'GainOrLossFromSaleOfAssets',
    ]),
    ...line('6a', 'Gross income from gaming', ['GamingGrossIncomeAmt', 'GamingGrossIncome']),
    {
      path: '/IRS990EZ/SpecialEventsGrossRevenue',
      label: 'Gross revenue from gaming and fundraising events',
      line: 'Part I, line 6a',
    },
    ...line('6b', 'Gross income from fundraising events', [
      'FundraisingGrossIncomeAmt',
      'FundraisingGrossIncome',
    ]),
    ...line('6c', 'Direct expenses of gaming and fundraising events', [
      'SpecialEventsDirectExpensesAmt',
    ]),
    {
      path: '/IRS990EZ/SpecialEventsDirectExpenses',
      label: 'Direct expenses of gaming and fundraising events',
      line: 'Part I, line 6b',
      moved: { since: '2010v3.2', line: 'Part I, line 6c' },
    },
    ...line('6d', 'Net income or loss from gaming and fundraising events', [
      'SpecialEventsNetIncomeLossAmt',
    ]),
    {
      path: '/IRS990EZ/SpecialEventsNetIncomeLoss',
      label: 'Net income or loss from gaming and fundraising events',
      line: 'Part I, line 6c',
      moved: { since: '2010v3.2', line: 'Part I, line 6d' },
    },
    ...line('7a', 'Gross sales of inventory', [
      'GrossSalesOfInventoryAmt',
      'GrossSalesOfInventory',
    ]),
    ...line('7b', 'Cost of goods sold', ['CostOfGoodsSoldAmt', 'CostOfGoodsSold']),
    ...line('7c', 'Gross profit or loss from sales of inventory', [
      'GrossProfitLossSlsOfInvntryAmt',
      'GroProfitLossSalesOfInventory',
    ]),
    ...line('8', 'Other revenue', ['OtherRevenueTotalAmt', 'OtherRevenueTotal']),
    ...line('9', 'Total revenue', ['TotalRevenueAmt', 'TotalRevenue']),
  ],
  columns: amount,
}

/** Form 990-EZ, Part I, lines 10 to 17. */
export const EXPENSES_990EZ: TableDefinition = {
  label: 'Expenses',
  form: '990EZ',
  line: 'Part I',
  rows: [
    ...line('10', 'Grants and similar amounts paid', [
      'GrantsAndSimilarAmountsPaidAmt',
      'GrantsAndSimilarAmountsPaid',
    ]),
    ...line('11', 'Benefits paid to or for members', [
      'BenefitsPaidToOrForMembersAmt',
      'BenefitsPaidToOrForMembers',
    ]),
    ...line('12', 'Salaries, other compensation and employee benefits', [
      'SalariesOtherCompEmplBnftAmt',
      'SalariesOtherCompEmplBenefits',
    ]),
    ...line('13', 'Fees and other payments to independent contractors', [
      'FeesAndOtherPymtToIndCntrctAmt',
      'FeesAndOthPymtToIndContractors',
    ]),
    ...line('14', 'Occupancy, rent, utilities and maintenance', [
      'OccupancyRentUtltsAndMaintAmt',
      'OccupancyRentUtilitiesAndMaint',
    ]),
    ...line('15', 'Printing, publications and postage', [
      'PrintingPublicationsPostageAmt',
      'PrintingPublicationsPostage',
    ]),
    ...line('16', 'Other expenses', ['OtherExpensesTotalAmt', 'OtherExpensesTotal']),
    ...line('17', 'Total expenses', ['TotalExpensesAmt', 'TotalExpenses']),
  ],
  columns: amount,
}

/** Form 990-EZ, Part I, lines 18 to 21. */
export const NET_ASSETS_990EZ: TableDefinition = {
  label: 'Changes in net assets',
  form: '990EZ',
  line: 'Part I',
  rows: [
    ...line('18', 'Excess or deficit for the year', [
      'ExcessOrDeficitForYearAmt',
      'ExcessOrDeficitForYear',
    ]),
    ...line('19', 'Net assets or fund balances, beginning of year', [
      'NetAssetsOrFundBalancesBOYAmt',
      'NetAssetsOrFundBalancesBOY',
    ]),
    ...line('20', 'Other changes in net assets', [
      'OtherChangesInNetAssetsAmt',
      'OtherChangesInNetAssets',
    ]),
    ...line('21', 'Net assets or fund balances, end of year', [
      'NetAssetsOrFundBalancesEOYAmt',
      'NetAssetsOrFundBalancesEOY',
    ]),
  ],
  columns: amount,
}

const balance = leafBuilder('Part II', '/IRS990EZ')

/** Form 990-EZ, Part II. */
export const BALANCE_990EZ: TableDefinition = {
  label: 'Balance sheet',
  form: '990EZ',
  line: 'Part II',
  rows: [
    ...balance('22', 'Cash, savings and investments', [
      'CashSavingsAndInvestmentsGrp',
      'CashSavingsAndInvestments',
    ]),
    ...balance('23', 'Land and buildings', ['LandAndBuildingsGrp', 'LandAndBuildings']),
    ...balance('24', 'Other assets', ['OtherAssetsTotalDetail', 'OtherAssetsTotal', 'OtherAssets']),
    ...balance('25', 'Total assets', ['Form990TotalAssetsGrp', 'TotalAssets']),
    ...balance('26', 'Total liabilities', ['SumOfTotalLiabilitiesGrp', 'SumOfTotalLiabilities']),
    ...balance('27', 'Net assets or fund balances', [
      'NetAssetsOrFundBalancesGrp',
      'NetAssetsOrFundBalances',
    ]),
  ],
  columns: {
    beginning: money('Beginning of year', ['BOYAmt', 'BOY'], 'column (A)'),
    end: money('End of year', ['EOYAmt', 'EOY'], 'column (B)'),
  },
}
