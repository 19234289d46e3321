import { money } from './columns.ts'
import { leafBuilder } from './lines.ts'
import type { RowSource, TableDefinition } from './table.ts'

const ANALYSIS = '/IRS990PF/AnalysisOfRevenueAndExpenses'

// The element of Part I kept its name in 2013; only its leaves changed theirs.
const analysis = (
  number: string,
  label: string,
  columns: NonNullable<RowSource['columns']>,
): RowSource => ({
  path: ANALYSIS,
  key: `${ANALYSIS}#${number}`,
  label,
  line: `Part I, line ${number}`,
  columns,
})

// Leaves are a stem and the column's name, since 2013 with Amt.
const revenue = (number: string, label: string, stem: string, before = stem): RowSource =>
  analysis(number, label, {
    books: [`${stem}RevAndExpnssAmt`, `${before}RevAndExpnss`],
    netInvestment: [`${stem}NetInvstIncmAmt`, `${before}NetInvstIncm`],
    adjustedNet: [`${stem}AdjNetIncmAmt`, `${before}AdjNetIncm`],
  })

const expense = (number: string, label: string, stem: string, before = stem): RowSource =>
  analysis(number, label, {
    ...revenue(number, label, stem, before).columns,
    charitable: [`${stem}DsbrsChrtblAmt`, `${before}DsbrsChrtblPrps`],
  })

const COLUMNS_OF_PART_I = {
  amount: money('Amount', []),
  books: money('Per books', [], 'column (a)'),
  netInvestment: money('Net investment income', [], 'column (b)'),
  adjustedNet: money('Adjusted net income', [], 'column (c)'),
}

/** Form 990-PF, Part I, lines 1 to 12. */
export const REVENUE_990PF: TableDefinition = {
  label: 'Revenue',
  form: '990PF',
  line: 'Part I',
  rows: [
    revenue('1', 'Contributions, gifts and grants received', 'ContriRcvd', 'ContriReceived'),
    analysis('3', 'Interest on savings and temporary cash investments', {
      books: ['InterestOnSavRevAndExpnssAmt', 'InterestOnSavingsRevAndExpnss'],
      netInvestment: ['InterestOnSavNetInvstIncmAmt', 'InterestOnSavingsNetInvstIncm'],
      adjustedNet: ['InterestOnSavingsAdjNetIncmAmt', 'InterestOnSavingsAdjNetIncm'],
    }),
    revenue('4', 'Dividends and interest from securities', 'Dividends'),
    revenue('5a', 'Gross rents', 'GrossRents'),
    analysis('5b', 'Net rental income or loss', {
      amount: ['NetRentalIncomeOrLossAmt', 'NetRentalIncomeOrLoss'],
    }),
    analysis('6a', 'Net gain or loss from sale of assets', {
      books: ['NetGainSaleAstRevAndExpnssAmt', 'NetGainSaleAssetsRevAndExpnss'],
    }),
    analysis('6b', 'Gross sales price of these assets', {
      amount: ['GrossSalesPriceAmt', 'GrossSalesPrice'],
    }),
    analysis('7', 'Capital gain net income', {
      netInvestment: ['CapGainNetIncmNetInvstIncmAmt', 'CapitalGainNetIncmNetInvstIncm'],
    }),
    analysis('8', 'Net short-term capital gain', {
      adjustedNet: ['NetSTCapitalGainAdjNetIncmAmt', 'NetSTCGAdjNetIncm'],
    }),
    analysis('9', 'Income modifications', {
      adjustedNet: ['IncmModificationsAdjNetIncmAmt', 'IncomeModificationsAdjNetIncm'],
    }),
    analysis('10a', 'Gross sales less returns and allowances', {
      amount: ['GrossSalesLessRetAndAllwncAmt', 'GrossSalesLessReturnsAndAllwnc'],
    }),
    analysis('10b', 'Cost of goods sold', { amount: ['CostOfGoodsSoldAmt', 'CostOfGoodsSold'] }),
    revenue('10c', 'Gross profit or loss', 'GrossProfit'),
    revenue('11', 'Other income', 'OtherIncome'),
    analysis('12', 'Total revenue', {
      books: ['TotalRevAndExpnssAmt', 'TotalRevenueAndExpenses'],
      netInvestment: ['TotalNetInvstIncmAmt', 'TotalNetInvestmentIncome'],
      adjustedNet: ['TotalAdjNetIncmAmt', 'TotalAdjustedNetIncome'],
    }),
  ],
  columns: COLUMNS_OF_PART_I,
}

/** Form 990-PF, Part I, lines 13 to 27. */
export const EXPENSES_990PF: TableDefinition = {
  label: 'Expenses',
  form: '990PF',
  line: 'Part I',
  rows: [
    expense('13', 'Compensation of officers, directors and trustees', 'CompOfcrDirTrst'),
    expense('14', 'Other employee salaries and wages', 'OthEmplSlrsWgs'),
    expense('15', 'Pension plans and employee benefits', 'PensionEmplBnft'),
    expense('16a', 'Legal fees', 'LegalFees'),
    analysis('16b', 'Accounting fees', {
      ...expense('16b', '', 'AccountingFees').columns,
      charitable: ['AccountingFeesChrtblPrpsAmt', 'AccountingFeesDsbrsChrtblPrps'],
    }),
    expense('16c', 'Other professional fees', 'OtherProfFees'),
    expense('17', 'Interest', 'Interest'),
    expense('18', 'Taxes', 'Taxes'),
    revenue('19', 'Depreciation and depletion', 'DeprecAndDpltn', 'DeprecAndDepletion'),
    expense('20', 'Occupancy', 'Occupancy'),
    expense('21', 'Travel, conferences and meetings', 'TravConfMeeting'),
    expense('22', 'Printing and publications', 'PrintingAndPub'),
    expense('23', 'Other expenses', 'OtherExpenses'),
    expense('24', 'Total operating and administrative expenses', 'TotOprExpenses'),
    expense('25', 'Contributions, gifts and grants paid', 'ContriPaid', 'ContriGiftsPaid'),
    expense('26', 'Total expenses and disbursements', 'TotalExpenses'),
    analysis('27a', 'Excess of revenue over expenses and disbursements', {
      books: ['ExcessRevenueOverExpensesAmt', 'ExcessOfRevenueOverExpenses'],
    }),
    analysis('27b', 'Net investment income', {
      netInvestment: ['NetInvestmentIncomeAmt', 'NetInvestmentIncome'],
    }),
    analysis('27c', 'Adjusted net income', {
      adjustedNet: ['AdjustedNetIncomeAmt', 'AdjustedNetIncome'],
    }),
  ],
  columns: {
    ...COLUMNS_OF_PART_I,
    charitable: money('Disbursements for charitable purposes', [], 'column (d)'),
  },
}

const SHEET = '/IRS990PF/Form990PFBalanceSheetsGrp'
const SHEET_BEFORE = '/IRS990PF/BalanceSheets'

const onSheet = (
  path: string,
  number: string,
  label: string,
  columns: NonNullable<RowSource['columns']>,
  line = `Part II, line ${number}`,
): RowSource => ({ path, key: `${path}#${label}`, label, line, columns })

// The net asset lines moved in 2019, when the three classes became two.
const asset = (number: string, label: string, stem: string, before: string): RowSource[] => [
  onSheet(SHEET, number, label, {
    beginning: [`${stem}BOYAmt`],
    endBook: [`${stem}EOYAmt`],
    endMarket: [`${stem}EOYFMVAmt`],
  }),
  onSheet(SHEET_BEFORE, number, label, {
    beginning: [`${before}BOY`],
    endBook: [`${before}EOY`],
    endMarket: [`${before}EOYFMV`],
  }),
]

const inner = (number: string, label: string, leaf: string, before: string): RowSource[] => [
  onSheet(SHEET, number, label, { amount: [leaf] }),
  onSheet(SHEET_BEFORE, number, label, { amount: [before] }),
]

const since2019 = (number: number, rows: RowSource[]): RowSource[] =>
  rows.map((row) => ({
    ...row,
    moved: { since: '2019v5.0', line: `Part II, line ${number}` },
  }))

/** Form 990-PF, Part II. */
export const BALANCE_990PF: TableDefinition = {
  label: 'Balance sheets',
  form: '990PF',
  line: 'Part II',
  rows: [
    ...asset('1', 'Cash, not bearing interest', 'Cash', 'Cash'),
    ...asset(
      '2',
      'Savings and temporary cash investments',
      'SavAndTempCashInvst',
      'SavingsAndTempCashInvst',
    ),
    ...inner('3', 'Accounts receivable, gross', 'AcctRcvblAmt', 'AccountsReceivable'),
    ...inner(
      '3',
      'Allowance for doubtful accounts',
      'AcctRcvblAllwncDbtflAcctAmt',
      'AllwncForDbtflAcctAcctRcvbl',
    ),
    ...asset('3', 'Accounts receivable', 'AcctRcvbl', 'AccountsReceivable'),
    ...inner('4', 'Pledges receivable, gross', 'PledgesRcvblAmt', 'PledgesReceivable'),
    ...inner(
      '4',
      'Allowance for doubtful pledges',
      'PledgesRcvblAllwncDbtflAcctAmt',
      'AllwncForDbtflAcctPledgesRcvbl',
    ),
    ...asset('4', 'Pledges receivable', 'PledgesRcvbl', 'PledgesReceivable'),
    ...asset('5', 'Grants receivable', 'GrantsReceivable', 'GrantsReceivable'),
    ...asset(
      '6',
      'Receivables from officers, directors and other disqualified persons',
      'RcvblFromOfficers',
      'ReceivablesFromOfficers',
    ),
    ...inner(
      '7',
      'Other notes and loans receivable, gross',
      'OtherNtsAndLoansRcvblAmt',
      'OtherNotesAndLoansReceivable',
    ),
    ...inner(
      '7',
      'Allowance for doubtful notes and loans',
      'OtherRcvblAllwncDbtflAcctAmt',
      'AllwncForDbtflAcctOtherRcvbl',
    ),
    ...asset(
      '7',
      'Other notes and loans receivable',
      'OtherNtsAndLoansRcvbl',
      'OtherNotesAndLoansRcvbl',
    ),
    ...asset('8', 'Inventories for sale or use', 'Inventories', 'InventoriesForSaleOrUse'),
    ...asset('9', 'Prepaid expenses and deferred charges', 'PrepaidExpenses', 'PrepaidExpenses'),
    onSheet(SHEET, '10a', 'Government obligations', {
      beginning: ['USGovernmentObligationsBOYAmt'],
      endBook: ['USGovernmentObligationsEOYAmt'],
      endMarket: ['USGovtObligationsEOYFMVAmt'],
    }),
    onSheet(SHEET_BEFORE, '10a', 'Government obligations', {
      beginning: ['InvestmentsGovtObligBOY'],
      endBook: ['InvestmentsGovtObligEOY'],
      endMarket: ['InvestmentsGovtObligEOYFMV'],
    }),
    ...asset('10b', 'Corporate stock', 'CorporateStock', 'InvestmentsCorpStock'),
    ...asset('10c', 'Corporate bonds', 'CorporateBonds', 'InvestmentsCorpBonds'),
    ...inner(
      '11',
      'Investment land and buildings, at cost',
      'InvstLandCostOrOtherBasisAmt',
      'InvestmentsLandEtcBasis',
    ),
    ...inner(
      '11',
      'Accumulated depreciation of investments',
      'InvstLandAccumDepreciationAmt',
      'AccumDeprecInvestmentsLandEtc',
    ),
    ...asset('11', 'Investment land and buildings', 'LandBldgInvestments', 'InvestmentsLandEtc'),
    ...asset('12', 'Mortgage loans', 'MortgageLoans', 'InvestmentsMortgageLoans'),
    ...asset('13', 'Other investments', 'OtherInvestments', 'InvestmentsOther'),
    ...inner(
      '14',
      'Land, buildings and equipment, at cost',
      'LandBldgEquipCostOrOtherBssAmt',
      'LandBuildingAndEquipmentBasis',
    ),
    ...inner(
      '14',
      'Accumulated depreciation',
      'LandBldgEquipAccumDeprecAmt',
      'AccumDeprecLandBldgAndEquip',
    ),
    ...asset('14', 'Land, buildings and equipment', 'Land', 'LandBuildingAndEquipment'),
    ...asset('15', 'Other assets', 'OtherAssets', 'OtherAssets'),
    ...asset('16', 'Total assets', 'TotalAssets', 'TotalAssets'),
    ...asset('17', 'Accounts payable and accrued expenses', 'AccountsPayable', 'AccountsPayable'),
    ...asset('18', 'Grants payable', 'GrantsPayable', 'GrantsPayable'),
    ...asset('19', 'Deferred revenue', 'DeferredRevenue', 'DeferredRevenue'),
    ...asset(
      '20',
      'Loans from officers, directors and other disqualified persons',
      'LoansFromOfficers',
      'LoansFromOfficers',
    ),
    ...asset(
      '21',
      'Mortgages and other notes payable',
      'MortgagesAndNotesPayable',
      'MortgagesAndNotesPayable',
    ),
    ...asset('22', 'Other liabilities', 'OtherLiabilities', 'OtherLiabilities'),
    ...asset('23', 'Total liabilities', 'TotalLiabilities', 'TotalLiabilities'),
    onSheet(SHEET, '24', 'Net assets without donor restrictions', {
      // "Assests" is the schema's own spelling.
      beginning: ['NoDonorRstrNetAssestsBOYAmt'],
      endBook: ['NoDonorRstrNetAssestsEOYAmt'],
    }),
    onSheet(SHEET, '25', 'Net assets with donor restrictions', {
      beginning: ['DonorRstrNetAssetsBOYAmt'],
      endBook: ['DonorRstrNetAssetsEOYAmt'],
    }),
    ...asset('24', 'Unrestricted net assets', 'Unrestricted', 'Unrestricted'),
    ...asset(
      '25',
      'Temporarily restricted net assets',
      'TemporarilyRestricted',
      'TemporarilyRestricted',
    ),
    ...asset(
      '26',
      'Permanently restricted net assets',
      'PermanentlyRestricted',
      'PermanentlyRestricted',
    ),
    ...since2019(
      26,
      asset(
        '27',
        'Capital stock, trust principal or current funds',
        'CapitalStock',
        'CapitalStock',
      ),
    ),
    ...since2019(
      27,
      asset(
        '28',
        'Paid-in or capital surplus, or land, building and equipment fund',
        'AdditionalPaidInCapital',
        'PaidInOrCapitalSurplus',
      ),
    ),
    ...since2019(
      28,
      asset(
        '29',
        'Retained earnings, accumulated income, endowment or other funds',
        'RetainedEarning',
        'RetainedEarnings',
      ),
    ),
    ...since2019(
      29,
      asset('30', 'Total net assets or fund balances', 'TotNetAstOrFundBalances', 'TotalNetAssets'),
    ),
    ...since2019(
      30,
      asset(
        '31',
        'Total liabilities and net assets',
        'TotalLiabilitiesNetAst',
        'TotalLiabilitiesNetAssets',
      ),
    ),
  ],
  columns: {
    amount: money('Amount', []),
    beginning: money('Beginning of year, book value', [], 'column (a)'),
    endBook: money('End of year, book value', [], 'column (b)'),
    endMarket: money('End of year, fair market value', [], 'column (c)'),
  },
}

const changes = (number: string, label: string, since2013: string, before: string): RowSource[] => [
  ...leafBuilder('Part III', '/IRS990PF/ChgInNetAssetsFundBalancesGrp')(number, label, [since2013]),
  ...leafBuilder('Part III', '/IRS990PF/ChangesInNetAssetsFundBalances')(number, label, [before]),
]

/** Form 990-PF, Part III. */
export const NET_ASSETS_990PF: TableDefinition = {
  label: 'Changes in net assets',
  form: '990PF',
  line: 'Part III',
  rows: [
    ...changes(
      '1',
      'Net assets or fund balances, beginning of year',
      'TotNetAstOrFundBalancesBOYAmt',
      'TotalNetAssetsFundBalancesBOY',
    ),
    ...changes(
      '2',
      'Excess of revenue over expenses and disbursements',
      'ExcessRevenueOverExpensesAmt',
      'ExcessOfRevenueOverExpenses',
    ),
    ...changes('3', 'Other increases', 'OtherIncreasesAmt', 'OtherIncreases'),
    ...changes('4', 'Subtotal', 'SubtotalAmt', 'Subtotal'),
    ...changes('5', 'Other decreases', 'OtherDecreasesAmt', 'OtherDecreases'),
    ...changes(
      '6',
      'Net assets or fund balances, end of year',
      'TotNetAstOrFundBalancesEOYAmt',
      'TotalNetAssetsFundBalancesEOY',
    ),
  ],
  columns: { amount: money('Amount', ['']) },
}
