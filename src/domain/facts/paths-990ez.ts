import type { FactPaths } from './definitions.ts'

/**
 * Form 990-EZ: names since 2013, then those of 2009–2012 and rare ones the master concordance
 * of the Nonprofit Open Data Collective lists. It has no Part VI: governance stays unknown.
 */
export const PATHS_990EZ = {
  totalRevenue: [
    ['/IRS990EZ/TotalRevenueAmt', 'Part I, line 9'],
    ['/IRS990EZ/TotalRevenue', 'Part I, line 9'],
    ['/IRS990EZ/TotalRevenueCurrentYear', 'Part I, line 9'],
  ],
  contributions: [
    ['/IRS990EZ/ContributionsGiftsGrantsEtcAmt', 'Part I, line 1'],
    ['/IRS990EZ/ContributionsGiftsGrantsEtc', 'Part I, line 1'],
  ],
  programServiceRevenue: [
    ['/IRS990EZ/ProgramServiceRevenueAmt', 'Part I, line 2'],
    ['/IRS990EZ/ProgramServiceRevenue', 'Part I, line 2'],
    ['/IRS990EZ/ProgramServiceRevenueCY', 'Part I, line 2'],
  ],
  membershipDues: [
    ['/IRS990EZ/MembershipDuesAmt', 'Part I, line 3'],
    ['/IRS990EZ/MembershipDues', 'Part I, line 3'],
  ],
  investmentIncome: [
    ['/IRS990EZ/InvestmentIncomeAmt', 'Part I, line 4'],
    ['/IRS990EZ/InvestmentIncome', 'Part I, line 4'],
    ['/IRS990EZ/InvestmentIncome/TotalRevenueColumn', 'Part I, line 4'],
    ['/IRS990EZ/InvestmentIncomeGrp/TotalRevenueColumnAmt', 'Part I, line 4'],
  ],
  assetSaleGain: [
    ['/IRS990EZ/GainOrLossFromSaleOfAssetsAmt', 'Part I, line 5c'],
    ['/IRS990EZ/GainOrLossFromSaleOfAssets', 'Part I, line 5c'],
  ],
  specialEventsNetIncome: [
    ['/IRS990EZ/SpecialEventsNetIncomeLossAmt', 'Part I, line 6d'],
    ['/IRS990EZ/SpecialEventsNetIncomeLoss', 'Part I, line 6d'],
  ],
  inventorySalesProfit: [
    ['/IRS990EZ/GrossProfitLossSlsOfInvntryAmt', 'Part I, line 7c'],
    ['/IRS990EZ/GroProfitLossSalesOfInventory', 'Part I, line 7c'],
  ],
  otherRevenue: [
    ['/IRS990EZ/OtherRevenueTotalAmt', 'Part I, line 8'],
    ['/IRS990EZ/OtherRevenue/Amount', 'Part I, line 8'],
    ['/IRS990EZ/OtherRevenueCurrentYear', 'Part I, line 8'],
    ['/IRS990EZ/OtherRevenueTotal', 'Part I, line 8'],
  ],
  grossReceipts: [
    ['/IRS990EZ/GrossReceiptsAmt', 'Heading, item L'],
    ['/IRS990EZ/GrossReceipts', 'Heading, item L'],
  ],
  totalExpenses: [
    ['/IRS990EZ/TotalExpensesAmt', 'Part I, line 17'],
    ['/IRS990EZ/TotalExpenses', 'Part I, line 17'],
    ['/IRS990EZ/TotalExpensesCurrentYear', 'Part I, line 17'],
  ],
  programExpenses: [
    ['/IRS990EZ/TotalProgramServiceExpensesAmt', 'Part III, line 32'],
    ['/IRS990EZ/TotalProgramServiceExpenses', 'Part III, line 32'],
  ],
  grantsPaid: [
    ['/IRS990EZ/GrantsAndSimilarAmountsPaidAmt', 'Part I, line 10'],
    ['/IRS990EZ/GrantsAndSimilarAmntsCY', 'Part I, line 10'],
    ['/IRS990EZ/GrantsAndSimilarAmountsPaid', 'Part I, line 10'],
  ],
  benefitsPaid: [
    ['/IRS990EZ/BenefitsPaidToOrForMembersAmt', 'Part I, line 11'],
    ['/IRS990EZ/BenefitsPaidToOrForMembers', 'Part I, line 11'],
  ],
  salaries: [
    ['/IRS990EZ/SalariesOtherCompEmplBnftAmt', 'Part I, line 12'],
    ['/IRS990EZ/SalariesEtcCurrentYear', 'Part I, line 12'],
    ['/IRS990EZ/SalariesOtherCompEmplBenefits', 'Part I, line 12'],
  ],
  contractorFees: [
    ['/IRS990EZ/FeesAndOtherPymtToIndCntrctAmt', 'Part I, line 13'],
    ['/IRS990EZ/FeesAndOthPymtToIndContracters', 'Part I, line 13'],
    ['/IRS990EZ/FeesAndOthPymtToIndContractors', 'Part I, line 13'],
  ],
  occupancy: [
    ['/IRS990EZ/OccupancyRentUtltsAndMaintAmt', 'Part I, line 14'],
    ['/IRS990EZ/OccupancyRentUtilitiesAndMaint', 'Part I, line 14'],
  ],
  printing: [
    ['/IRS990EZ/PrintingPublicationsPostageAmt', 'Part I, line 15'],
    ['/IRS990EZ/PrintingPublicationsPostage', 'Part I, line 15'],
  ],
  otherExpenses: [
    ['/IRS990EZ/OtherExpensesTotalAmt', 'Part I, line 16'],
    ['/IRS990EZ/OtherExpensesTotal', 'Part I, line 16'],
  ],
  revenueLessExpenses: [
    ['/IRS990EZ/ExcessOrDeficitForYearAmt', 'Part I, line 18'],
    ['/IRS990EZ/ExcessOrDeficitForYear', 'Part I, line 18'],
  ],
  totalAssetsBoy: [
    ['/IRS990EZ/Form990TotalAssetsGrp/BOYAmt', 'Part II, line 25, column (A)'],
    ['/IRS990EZ/TotalAssets/BOY', 'Part II, line 25, column (A)'],
    ['/IRS990EZ/TotalAssetsGrp/BOYAmt', 'Part II, line 25'],
  ],
  totalLiabilitiesBoy: [
    ['/IRS990EZ/SumOfTotalLiabilitiesGrp/BOYAmt', 'Part II, line 26, column (A)'],
    ['/IRS990EZ/SumOfTotalLiabilities/BOY', 'Part II, line 26, column (A)'],
    ['/IRS990EZ/TotalLiabilities/BOY', 'Part II, line 26'],
    ['/IRS990EZ/TotalLiabilitiesGrp/BOYAmt', 'Part II, line 26'],
  ],
  netAssetsBoy: [
    ['/IRS990EZ/NetAssetsOrFundBalancesBOYAmt', 'Part I, line 19'],
    ['/IRS990EZ/NetAssetsOrFundBalancesGrp/BOYAmt', 'Part II, line 27, column (A)'],
    ['/IRS990EZ/NetAssetsOrFundBalancesBOY', 'Part I, line 19'],
    ['/IRS990EZ/NetAssetsOrFundBalances/BOY', 'Part II, line 27, column (A)'],
    ['/IRS990EZ/TotalNetAssetsFundBalanceGrp/BOYAmt', 'Part II, line 27'],
    ['/IRS990EZ/TotalNetAssetsFundBalances/BOY', 'Part II, line 27'],
  ],
  totalAssetsEoy: [
    ['/IRS990EZ/Form990TotalAssetsGrp/EOYAmt', 'Part II, line 25, column (B)'],
    ['/IRS990EZ/TotalAssets/EOY', 'Part II, line 25, column (B)'],
    ['/IRS990EZ/TotalAssetsGrp/EOYAmt', 'Part II, line 25'],
  ],
  totalLiabilitiesEoy: [
    ['/IRS990EZ/SumOfTotalLiabilitiesGrp/EOYAmt', 'Part II, line 26, column (B)'],
    ['/IRS990EZ/SumOfTotalLiabilities/EOY', 'Part II, line 26, column (B)'],
    ['/IRS990EZ/TotalLiabilities/EOY', 'Part II, line 26'],
    ['/IRS990EZ/TotalLiabilitiesGrp/EOYAmt', 'Part II, line 26'],
  ],
  netAssetsEoy: [
    ['/IRS990EZ/NetAssetsOrFundBalancesEOYAmt', 'Part I, line 21'],
    ['/IRS990EZ/NetAssetsOrFundBalancesGrp/EOYAmt', 'Part II, line 27, column (B)'],
    ['/IRS990EZ/NetAssetsOrFundBalancesEOY', 'Part I, line 21'],
    ['/IRS990EZ/NetAssetsOrFundBalances/EOY', 'Part II, line 27, column (B)'],
    ['/IRS990EZ/TotalNetAssetsFundBalanceGrp/EOYAmt', 'Part II, line 27'],
    ['/IRS990EZ/TotalNetAssetsFundBalances/EOY', 'Part II, line 27'],
  ],
  balanceSheetNetAssets: [
    ['/IRS990EZ/NetAssetsOrFundBalancesGrp/EOYAmt', 'Part II, line 27, column (B)'],
    ['/IRS990EZ/NetAssetsOrFundBalances/EOY', 'Part II, line 27, column (B)'],
  ],
  cashEoy: [
    ['/IRS990EZ/CashSavingsAndInvestmentsGrp/EOYAmt', 'Part II, line 22, column (B)'],
    ['/IRS990EZ/CashSavingsAndInvestments/EOY', 'Part II, line 22, column (B)'],
  ],
  changedDocuments: [
    ['/IRS990EZ/ChgMadeToOrgnzngDocNotRptInd', 'Part V, line 34'],
    ['/IRS990EZ/MadeChangesToOrgnzngEtcDoc', 'Part V, line 34'],
  ],
  accrualAccounting: [
    ['/IRS990EZ/MethodOfAccountingAccrualInd', 'Heading, item G'],
    ['/IRS990EZ/MethodOfAccountingAccrual', 'Heading, item G'],
  ],
  cashAccounting: [
    ['/IRS990EZ/MethodOfAccountingCashInd', 'Heading, item G'],
    ['/IRS990EZ/MethodOfAccountingCash', 'Heading, item G'],
  ],
  foreignOffice: [
    ['/IRS990EZ/ForeignOfficeInd', 'Part V, line 42c'],
    ['/IRS990EZ/ForeignOffice', 'Part V, line 42c'],
  ],
  foreignAccount: [
    ['/IRS990EZ/ForeignFinancialAccountInd', 'Part V, line 42b'],
    ['/IRS990EZ/ForeignFinancialAccount', 'Part V, line 42b'],
  ],
  excessBenefitTransaction: [
    ['/IRS990EZ/EngagedInExcessBenefitTransInd', 'Part V, line 40b'],
    ['/IRS990EZ/EngagedInExcessBenefitTrans', 'Part V, line 40b'],
  ],
  loansToInterestedPersons: [
    ['/IRS990EZ/MadeLoansToFromOfficersInd', 'Part V, line 38a'],
    ['/IRS990EZ/MadeLoansToFromOfficers', 'Part V, line 38a'],
  ],
  donorAdvisedFunds: [
    ['/IRS990EZ/DonorAdvisedFndsInd', 'Part V, line 44a'],
    ['/IRS990EZ/MaintainAnyDonorAdvisedFunds', 'Part V, line 44a'],
  ],
  unrelatedReturnFiled: [
    ['/IRS990EZ/OrganizationFiled990TInd', 'Part V, line 35b'],
    ['/IRS990EZ/Form990-TFiled', 'Part V, line 35b'],
    ['/IRS990EZ/Form990TFiledInd', 'Part V, line 35b'],
    ['/IRS990EZ/OrganizationFiled990T', 'Part V, line 35b'],
  ],
  amendedReturn: [
    ['/IRS990EZ/AmendedReturnInd', 'Heading, item B'],
    ['/IRS990EZ/AmendedReturn', 'Heading, item B'],
  ],
  initialReturn: [
    ['/IRS990EZ/InitialReturnInd', 'Heading, item B'],
    ['/IRS990EZ/InitialReturn', 'Heading, item B'],
  ],
  finalReturn: [
    ['/IRS990EZ/FinalReturnInd', 'Heading, item B'],
    ['/IRS990EZ/FinalReturn', 'Heading, item B'],
    ['/IRS990EZ/TerminatedReturn', 'Heading, item B'],
    ['/IRS990EZ/TerminationReturn', 'Heading, item B'],
  ],
  nameChange: [['/IRS990EZ/NameChangeInd', 'Heading, item B']],
  addressChange: [
    ['/IRS990EZ/AddressChangeInd', 'Heading, item B'],
    ['/IRS990EZ/AddressChange', 'Heading, item B'],
  ],
  is501c3: [
    ['/IRS990EZ/Organization501c3Ind', 'Heading, item J'],
    ['/IRS990EZ/Organization501c3', 'Heading, item J'],
  ],
  is501c: [
    ['/IRS990EZ/Organization501cInd', 'Heading, item J'],
    ['/IRS990EZ/Organization501c', 'Heading, item J'],
  ],
  paragraph501c: [
    ['/IRS990EZ/Organization501cInd/@organization501cTypeTxt', 'Heading, item J'],
    ['/IRS990EZ/Organization501c/@typeOf501cOrganization', 'Heading, item J'],
  ],
  is4947a1: [
    ['/IRS990EZ/Organization4947a1NotPFInd', 'Heading, item J'],
    ['/IRS990EZ/Organization4947a1', 'Heading, item J'],
  ],
  is527: [['/IRS990EZ/Organization527Ind', 'Heading, item J']],
  groupExemptionNumber: [
    ['/IRS990EZ/GroupExemptionNum', 'Heading, item F'],
    ['/IRS990EZ/GroupExemptionNumber', 'Heading, item F'],
  ],
  website: [
    ['/IRS990EZ/WebsiteAddressTxt', 'Heading, item I'],
    ['/IRS990EZ/WebSite', 'Heading, item I'],
  ],
  doingBusinessAs: [['/IRS990EZ/DoingBusinessAsName', 'Heading, item C']],
} as const satisfies FactPaths
