import type { FactPaths, PathRow } from './definitions.ts'

// Part I, column (a): a leaf is a stem and the column's name, since 2013 with Amt.
const columnA = (line: string, stem: string, before = stem): PathRow[] =>
  [`${stem}RevAndExpnssAmt`, `${before}RevAndExpnss`].map((leaf) => [
    `/IRS990PF/AnalysisOfRevenueAndExpenses/${leaf}`,
    `Part I, line ${line}, column (a)`,
  ])

/**
 * Form 990-PF: names since 2013, then those of 2009–2012 (irsx's line numbers of 2012).
 * Schema 2021v4.0 moved Parts VI to XV one part down, so later returns cite other parts.
 */
export const PATHS_990PF = {
  totalRevenue: [
    ['/IRS990PF/AnalysisOfRevenueAndExpenses/TotalRevAndExpnssAmt', 'Part I, line 12, column (a)'],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/TotalRevenueAndExpenses',
      'Part I, line 12, column (a)',
    ],
  ],
  contributions: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ContriRcvdRevAndExpnssAmt',
      'Part I, line 1, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ContriReceivedRevAndExpnss',
      'Part I, line 1, column (a)',
    ],
  ],
  interestIncome: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/InterestOnSavRevAndExpnssAmt',
      'Part I, line 3, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/InterestOnSavingsRevAndExpnss',
      'Part I, line 3, column (a)',
    ],
  ],
  dividendIncome: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/DividendsRevAndExpnssAmt',
      'Part I, line 4, column (a)',
    ],
    ['/IRS990PF/AnalysisOfRevenueAndExpenses/DividendsRevAndExpnss', 'Part I, line 4, column (a)'],
  ],
  assetSaleGain: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/NetGainSaleAstRevAndExpnssAmt',
      'Part I, line 6a, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/NetGainSaleAssetsRevAndExpnss',
      'Part I, line 6a, column (a)',
    ],
  ],
  otherRevenue: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/OtherIncomeRevAndExpnssAmt',
      'Part I, line 11, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/OtherIncomeRevAndExpnss',
      'Part I, line 11, column (a)',
    ],
  ],
  totalExpenses: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/TotalExpensesRevAndExpnssAmt',
      'Part I, line 26, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/TotalExpensesRevAndExpnss',
      'Part I, line 26, column (a)',
    ],
  ],
  charitableDisbursements: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/TotalExpensesDsbrsChrtblAmt',
      'Part I, line 26, column (d)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/TotalExpensesDsbrsChrtblPrps',
      'Part I, line 26, column (d)',
    ],
  ],
  grantsPaid: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ContriPaidRevAndExpnssAmt',
      'Part I, line 25, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ContriGiftsPaidRevAndExpnss',
      'Part I, line 25, column (a)',
    ],
  ],
  grantsPaidCashBasis: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ContriPaidDsbrsChrtblAmt',
      'Part I, line 25, column (d)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ContriGiftsPaidDsbrsChrtblPrps',
      'Part I, line 25, column (d)',
    ],
  ],
  salaries: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/OthEmplSlrsWgsRevAndExpnssAmt',
      'Part I, line 14, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/OthEmplSlrsWgsRevAndExpnss',
      'Part I, line 14, column (a)',
    ],
  ],
  officerCompensation: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/CompOfcrDirTrstRevAndExpnssAmt',
      'Part I, line 13, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/CompOfcrDirTrstRevAndExpnss',
      'Part I, line 13, column (a)',
    ],
  ],
  grossRents: columnA('5a', 'GrossRents'),
  inventorySalesProfit: columnA('10c', 'GrossProfit'),
  pensionAndBenefits: columnA('15', 'PensionEmplBnft'),
  legalFees: columnA('16a', 'LegalFees'),
  accountingFees: columnA('16b', 'AccountingFees'),
  otherProfessionalFees: columnA('16c', 'OtherProfFees'),
  interestExpense: columnA('17', 'Interest'),
  taxesPaid: columnA('18', 'Taxes'),
  depreciation: columnA('19', 'DeprecAndDpltn', 'DeprecAndDepletion'),
  occupancy: columnA('20', 'Occupancy'),
  travelAndMeetings: columnA('21', 'TravConfMeeting'),
  printing: columnA('22', 'PrintingAndPub'),
  otherExpenses: columnA('23', 'OtherExpenses'),
  revenueLessExpenses: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ExcessRevenueOverExpensesAmt',
      'Part I, line 27a, column (a)',
    ],
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/ExcessOfRevenueOverExpenses',
      'Part I, line 27a, column (a)',
    ],
  ],
  netInvestmentIncome: [
    [
      '/IRS990PF/AnalysisOfRevenueAndExpenses/NetInvestmentIncomeAmt',
      'Part I, line 27b, column (b)',
    ],
    ['/IRS990PF/AnalysisOfRevenueAndExpenses/NetInvestmentIncome', 'Part I, line 27b, column (b)'],
  ],
  totalAssetsBoy: [
    ['/IRS990PF/Form990PFBalanceSheetsGrp/TotalAssetsBOYAmt', 'Part II, line 16, column (a)'],
    ['/IRS990PF/BalanceSheets/TotalAssetsBOY', 'Part II, line 16, column (a)'],
  ],
  totalLiabilitiesBoy: [
    ['/IRS990PF/Form990PFBalanceSheetsGrp/TotalLiabilitiesBOYAmt', 'Part II, line 23, column (a)'],
    ['/IRS990PF/BalanceSheets/TotalLiabilitiesBOY', 'Part II, line 23, column (a)'],
  ],
  netAssetsBoy: [
    [
      '/IRS990PF/Form990PFBalanceSheetsGrp/TotNetAstOrFundBalancesBOYAmt',
      'Part II, line 30, column (a)',
      '2019v5.0',
      'Part II, line 29, column (a)',
    ],
    [
      '/IRS990PF/BalanceSheets/TotalNetAssetsBOY',
      'Part II, line 30, column (a)',
      '2019v5.0',
      'Part II, line 29, column (a)',
    ],
  ],
  totalAssetsEoy: [
    ['/IRS990PF/Form990PFBalanceSheetsGrp/TotalAssetsEOYAmt', 'Part II, line 16, column (b)'],
    ['/IRS990PF/BalanceSheets/TotalAssetsEOY', 'Part II, line 16, column (b)'],
  ],
  totalLiabilitiesEoy: [
    ['/IRS990PF/Form990PFBalanceSheetsGrp/TotalLiabilitiesEOYAmt', 'Part II, line 23, column (b)'],
    ['/IRS990PF/BalanceSheets/TotalLiabilitiesEOY', 'Part II, line 23, column (b)'],
  ],
  netAssetsEoy: [
    [
      '/IRS990PF/Form990PFBalanceSheetsGrp/TotNetAstOrFundBalancesEOYAmt',
      'Part II, line 30, column (b)',
      '2019v5.0',
      'Part II, line 29, column (b)',
    ],
    [
      '/IRS990PF/BalanceSheets/TotalNetAssetsEOY',
      'Part II, line 30, column (b)',
      '2019v5.0',
      'Part II, line 29, column (b)',
    ],
  ],
  assetsFairMarketValue: [
    ['/IRS990PF/FMVAssetsEOYAmt', 'Heading, item I'],
    ['/IRS990PF/FMVAssetsEOY', 'Heading, item I'],
    ['/IRS990PF/Form990PFBalanceSheetsGrp/TotalAssetsEOYFMVAmt', 'Part II, line 16, column (c)'],
    ['/IRS990PF/BalanceSheets/TotalAssetsEOYFMV', 'Part II, line 16, column (c)'],
  ],
  cashEoy: [
    ['/IRS990PF/Form990PFBalanceSheetsGrp/CashEOYAmt', 'Part II, line 1, column (b)'],
    ['/IRS990PF/BalanceSheets/CashEOY', 'Part II, line 1, column (b)'],
  ],
  savingsEoy: [
    [
      '/IRS990PF/Form990PFBalanceSheetsGrp/SavAndTempCashInvstEOYAmt',
      'Part II, line 2, column (b)',
    ],
    ['/IRS990PF/BalanceSheets/SavingsAndTempCashInvstEOY', 'Part II, line 2, column (b)'],
  ],
  minimumInvestmentReturn: [
    [
      '/IRS990PF/MinimumInvestmentReturnGrp/MinimumInvestmentReturnAmt',
      'Part X, line 6',
      '2021v4.0',
      'Part IX, line 6',
    ],
    [
      '/IRS990PF/MinimumInvestmentReturn/MinimumInvestmentReturn',
      'Part X, line 6',
      '2021v4.0',
      'Part IX, line 6',
    ],
  ],
  distributableAmount: [
    [
      '/IRS990PF/DistributableAmountGrp/DistributableAsAdjustedAmt',
      'Part XI, line 7',
      '2021v4.0',
      'Part X, line 7',
    ],
    [
      '/IRS990PF/UndistributedIncomeGrp/DistributableAsAdjustedAmt',
      'Part XIII, line 1, column (d)',
      '2021v4.0',
      'Part XII, line 1, column (d)',
    ],
    [
      '/IRS990PF/DistributableAmount/DistributableAmountAsAdjusted',
      'Part XI, line 7',
      '2021v4.0',
      'Part X, line 7',
    ],
    [
      '/IRS990PF/UndistributedIncome/DistributableAmountAsAdjusted',
      'Part XIII, line 1, column (d)',
      '2021v4.0',
      'Part XII, line 1, column (d)',
    ],
  ],
  qualifyingDistributions: [
    [
      '/IRS990PF/PFQualifyingDistributionsGrp/QualifyingDistributionsAmt',
      'Part XII, line 4',
      '2021v4.0',
      'Part XI, line 4',
    ],
    // What the group was called in the schemas of 2013 to 2020.
    [
      '/IRS990PF/QualifyingDistriPartXIIGrp/QualifyingDistributionsAmt',
      'Part XII, line 4',
      '2021v4.0',
      'Part XI, line 4',
    ],
    [
      '/IRS990PF/UndistributedIncomeGrp/QualifyingDistributionsAmt',
      'Part XIII, line 4',
      '2021v4.0',
      'Part XII, line 4',
    ],
    [
      '/IRS990PF/QualifyingDistributions/QualifyingDistributions',
      'Part XII, line 4',
      '2021v4.0',
      'Part XI, line 4',
    ],
    [
      '/IRS990PF/UndistributedIncome/QualifyingDistributions',
      'Part XIII, line 4',
      '2021v4.0',
      'Part XII, line 4',
    ],
  ],
  undistributedIncome: [
    [
      '/IRS990PF/UndistributedIncomeGrp/UndistributedIncomeCYAmt',
      'Part XIII, line 6f, column (d)',
      '2021v4.0',
      'Part XII, line 6f, column (d)',
    ],
    [
      '/IRS990PF/UndistributedIncome/UndistributedIncomeCY',
      'Part XIII, line 6f, column (d)',
      '2021v4.0',
      'Part XII, line 6f, column (d)',
    ],
  ],
  exciseTax: [
    [
      '/IRS990PF/ExciseTaxBasedOnInvstIncmGrp/InvestmentIncomeExciseTaxAmt',
      'Part VI, line 1',
      '2021v4.0',
      'Part V, line 1',
    ],
    [
      '/IRS990PF/ExciseTaxBasedOnInvestmentIncm/InvestmentIncomeExciseTax',
      'Part VI, line 1',
      '2021v4.0',
      'Part V, line 1',
    ],
  ],
  grantsPaidTotal: [
    [
      '/IRS990PF/SupplementaryInformationGrp/TotalGrantOrContriPdDurYrAmt',
      'Part XV, line 3a, total',
      '2021v4.0',
      'Part XIV, line 3a, total',
    ],
    [
      '/IRS990PF/SupplementaryInformation/TotGrantOrContriPaidDuringYear',
      'Part XV, line 3a, total',
      '2021v4.0',
      'Part XIV, line 3a, total',
    ],
  ],
  grantsApprovedTotal: [
    [
      '/IRS990PF/SupplementaryInformationGrp/TotalGrantOrContriApprvFutAmt',
      'Part XV, line 3b, total',
      '2021v4.0',
      'Part XIV, line 3b, total',
    ],
    [
      '/IRS990PF/SupplementaryInformation/TotGrantOrContriApprovedFuture',
      'Part XV, line 3b, total',
      '2021v4.0',
      'Part XIV, line 3b, total',
    ],
  ],
  onlyPreselected: [
    [
      '/IRS990PF/SupplementaryInformationGrp/OnlyContriToPreselectedInd',
      'Part XV, line 2',
      '2021v4.0',
      'Part XIV, line 2',
    ],
    [
      '/IRS990PF/SupplementaryInformation/OnlyContributesToPreselected',
      'Part XV, line 2',
      '2021v4.0',
      'Part XIV, line 2',
    ],
  ],
  accrualAccounting: [
    ['/IRS990PF/MethodOfAccountingAccrualInd', 'Heading, item J'],
    ['/IRS990PF/MethodOfAccountingAccrual', 'Heading, item J'],
  ],
  cashAccounting: [
    ['/IRS990PF/MethodOfAccountingCashInd', 'Heading, item J'],
    ['/IRS990PF/MethodOfAccountingCash', 'Heading, item J'],
  ],
  amendedReturn: [
    ['/IRS990PF/AmendedReturnInd', 'Heading, item G'],
    ['/IRS990PF/AmendedReturn', 'Heading, item G'],
  ],
  initialReturn: [
    ['/IRS990PF/InitialReturnInd', 'Heading, item G'],
    ['/IRS990PF/InitialReturn', 'Heading, item G'],
  ],
  finalReturn: [
    ['/IRS990PF/FinalReturnInd', 'Heading, item G'],
    ['/IRS990PF/FinalReturn', 'Heading, item G'],
  ],
  nameChange: [['/IRS990PF/NameChangeInd', 'Heading, item G']],
  addressChange: [
    ['/IRS990PF/AddressChangeInd', 'Heading, item G'],
    ['/IRS990PF/AddressChange', 'Heading, item G'],
  ],
  website: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/WebsiteAddressTxt',
      'Part VII-A, line 13',
      '2021v4.0',
      'Part VI-A, line 13',
    ],
    [
      '/IRS990PF/StatementsRegardingActivities/WebsiteAddress',
      'Part VII-A, line 13',
      '2021v4.0',
      'Part VI-A, line 13',
    ],
  ],
} as const satisfies FactPaths
