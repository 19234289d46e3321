import type { FactPaths } from './definitions.ts'

/**
 * Form 990: names since 2013, then those of 2009–2012, then the wrappers of 2008 and before.
 * Source: the Nonprofit Open Data Collective's master concordance, irsx's line numbers, checked
 * against real returns.
 */
export const PATHS_990 = {
  totalRevenue: [
    ['/IRS990/CYTotalRevenueAmt', 'Part I, line 12'],
    ['/IRS990/TotalRevenueGrp/TotalRevenueColumnAmt', 'Part VIII, line 12, column (A)'],
    ['/IRS990/TotalRevenueCurrentYear', 'Part I, line 12'],
    ['/IRS990/TotalRevenue/TotalRevenueColumn', 'Part VIII, line 12, column (A)'],
    ['/IRS990/Form990PartI/TotalRevenueCurrentYear', 'Part I, line 12'],
    ['/IRS990/Form990PartVIII/TotalRevenue/TotalRevenueColumn', 'Part VIII, line 12, column (A)'],
  ],
  statementRevenue: [
    ['/IRS990/TotalRevenueGrp/TotalRevenueColumnAmt', 'Part VIII, line 12, column (A)'],
    ['/IRS990/TotalRevenue/TotalRevenueColumn', 'Part VIII, line 12, column (A)'],
    ['/IRS990/Form990PartVIII/TotalRevenue/TotalRevenueColumn', 'Part VIII, line 12, column (A)'],
  ],
  contributions: [
    ['/IRS990/CYContributionsGrantsAmt', 'Part I, line 8'],
    ['/IRS990/TotalContributionsAmt', 'Part VIII, line 1h, column (A)'],
    ['/IRS990/ContributionsGrantsCurrentYear', 'Part I, line 8'],
    ['/IRS990/TotalContributions', 'Part VIII, line 1h, column (A)'],
    ['/IRS990/Form990PartI/ContributionsGrantsCurrentYear', 'Part I, line 8'],
    ['/IRS990/Form990PartVIII/TotalContributions', 'Part VIII, line 1h, column (A)'],
  ],
  governmentGrants: [
    ['/IRS990/GovernmentGrantsAmt', 'Part VIII, line 1e'],
    ['/IRS990/GovernmentGrants', 'Part VIII, line 1e'],
    ['/IRS990/Form990PartVIII/GovernmentGrants', 'Part VIII, line 1e'],
  ],
  noncashContributions: [
    ['/IRS990/NoncashContributionsAmt', 'Part VIII, line 1g'],
    ['/IRS990/NoncashContributions', 'Part VIII, line 1g'],
    ['/IRS990/Form990PartVIII/NoncashContributions', 'Part VIII, line 1g'],
  ],
  programServiceRevenue: [
    ['/IRS990/CYProgramServiceRevenueAmt', 'Part I, line 9'],
    ['/IRS990/TotalProgramServiceRevenueAmt', 'Part VIII, line 2g, column (A)'],
    ['/IRS990/ProgramServiceRevenueCY', 'Part I, line 9'],
    ['/IRS990/TotalProgramServiceRevenue', 'Part VIII, line 2g, column (A)'],
    ['/IRS990/Form990PartI/ProgramServiceRevenueCurrYear', 'Part I, line 9'],
    ['/IRS990/Form990PartVIII/TotalProgramServiceRevenue', 'Part VIII, line 2g, column (A)'],
  ],
  membershipDues: [
    ['/IRS990/MembershipDuesAmt', 'Part VIII, line 1b'],
    ['/IRS990/MembershipDues', 'Part VIII, line 1b'],
  ],
  investmentIncome: [
    ['/IRS990/CYInvestmentIncomeAmt', 'Part I, line 10'],
    ['/IRS990/InvestmentIncomeCurrentYear', 'Part I, line 10'],
    ['/IRS990/Form990PartI/InvestmentIncomeCurrentYear', 'Part I, line 10'],
  ],
  assetSaleGain: [
    ['/IRS990/NetGainOrLossInvestmentsGrp/TotalRevenueColumnAmt', 'Part VIII, line 7d, column (A)'],
    ['/IRS990/NetGainOrLossInvestments/TotalRevenueColumn', 'Part VIII, line 7d, column (A)'],
    [
      '/IRS990/Form990PartVIII/NetGainOrLossInvestments/TotalRevenueColumn',
      'Part VIII, line 7d, column (A)',
    ],
  ],
  inventorySalesProfit: [
    ['/IRS990/NetIncomeOrLossGrp/TotalRevenueColumnAmt', 'Part VIII, line 10c, column (A)'],
    ['/IRS990/NetIncomeOrLoss/TotalRevenueColumn', 'Part VIII, line 10c, column (A)'],
    [
      '/IRS990/Form990PartVIII/NetIncomeOrLoss/TotalRevenueColumn',
      'Part VIII, line 10c, column (A)',
    ],
  ],
  otherRevenue: [
    ['/IRS990/CYOtherRevenueAmt', 'Part I, line 11'],
    ['/IRS990/OtherRevenueCurrentYear', 'Part I, line 11'],
    ['/IRS990/Form990PartI/OtherRevenueCurrentYear', 'Part I, line 11'],
  ],
  grossReceipts: [
    ['/IRS990/GrossReceiptsAmt', 'Heading, item G'],
    ['/IRS990/GrossReceipts', 'Heading, item G'],
    ['/IRS990/Form990PartI/GrossReceipts', 'Heading, item G'],
  ],
  totalExpenses: [
    ['/IRS990/CYTotalExpensesAmt', 'Part I, line 18'],
    ['/IRS990/TotalFunctionalExpensesGrp/TotalAmt', 'Part IX, line 25, column (A)'],
    ['/IRS990/TotalExpensesCurrentYear', 'Part I, line 18'],
    ['/IRS990/TotalFunctionalExpenses/Total', 'Part IX, line 25, column (A)'],
    ['/IRS990/Form990PartI/TotalExpensesCurrentYear', 'Part I, line 18'],
    ['/IRS990/Form990PartIX/TotalFunctionalExpenses/Total', 'Part IX, line 25, column (A)'],
  ],
  functionalExpenses: [
    ['/IRS990/TotalFunctionalExpensesGrp/TotalAmt', 'Part IX, line 25, column (A)'],
    ['/IRS990/TotalFunctionalExpenses/Total', 'Part IX, line 25, column (A)'],
    ['/IRS990/Form990PartIX/TotalFunctionalExpenses/Total', 'Part IX, line 25, column (A)'],
  ],
  programExpenses: [
    ['/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt', 'Part IX, line 25, column (B)'],
    ['/IRS990/TotalProgramServiceExpensesAmt', 'Part III, line 4e'],
    ['/IRS990/TotalFunctionalExpenses/ProgramServices', 'Part IX, line 25, column (B)'],
    ['/IRS990/TotalProgramServiceExpense', 'Part III, line 4e'],
    ['/IRS990/TotalProgramServicesExpenses', 'Part III, line 4e'],
    [
      '/IRS990/Form990PartIX/TotalFunctionalExpenses/ProgramServices',
      'Part IX, line 25, column (B)',
    ],
    ['/IRS990/Form990PartIII/TotalProgramServiceExpense', 'Part III, line 4e'],
  ],
  functionalProgramExpenses: [
    ['/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt', 'Part IX, line 25, column (B)'],
    ['/IRS990/TotalFunctionalExpenses/ProgramServices', 'Part IX, line 25, column (B)'],
    [
      '/IRS990/Form990PartIX/TotalFunctionalExpenses/ProgramServices',
      'Part IX, line 25, column (B)',
    ],
  ],
  managementExpenses: [
    ['/IRS990/TotalFunctionalExpensesGrp/ManagementAndGeneralAmt', 'Part IX, line 25, column (C)'],
    ['/IRS990/TotalFunctionalExpenses/ManagementAndGeneral', 'Part IX, line 25, column (C)'],
    [
      '/IRS990/Form990PartIX/TotalFunctionalExpenses/ManagementAndGeneral',
      'Part IX, line 25, column (C)',
    ],
  ],
  fundraisingExpenses: [
    ['/IRS990/TotalFunctionalExpensesGrp/FundraisingAmt', 'Part IX, line 25, column (D)'],
    ['/IRS990/CYTotalFundraisingExpenseAmt', 'Part I, line 16b'],
    ['/IRS990/TotalFunctionalExpenses/Fundraising', 'Part IX, line 25, column (D)'],
    ['/IRS990/TotalFundrsngExpCurrentYear', 'Part I, line 16b'],
    ['/IRS990/Form990PartIX/TotalFunctionalExpenses/Fundraising', 'Part IX, line 25, column (D)'],
    ['/IRS990/Form990PartI/TotalFundrsngExpCurrentYear', 'Part I, line 16b'],
  ],
  functionalFundraisingExpenses: [
    ['/IRS990/TotalFunctionalExpensesGrp/FundraisingAmt', 'Part IX, line 25, column (D)'],
    ['/IRS990/TotalFunctionalExpenses/Fundraising', 'Part IX, line 25, column (D)'],
    ['/IRS990/Form990PartIX/TotalFunctionalExpenses/Fundraising', 'Part IX, line 25, column (D)'],
  ],
  grantsPaid: [
    ['/IRS990/CYGrantsAndSimilarPaidAmt', 'Part I, line 13'],
    ['/IRS990/GrantsAndSimilarAmntsCY', 'Part I, line 13'],
    ['/IRS990/Form990PartI/GrantsAndSimilarAmntsCurrYear', 'Part I, line 13'],
  ],
  grantsToDomesticOrganizations: [
    ['/IRS990/GrantsToDomesticOrgsGrp/TotalAmt', 'Part IX, line 1, column (A)'],
    ['/IRS990/GrantsToDomesticOrgs/Total', 'Part IX, line 1, column (A)'],
    ['/IRS990/Form990PartIX/GrantsToDomesticOrgs/Total', 'Part IX, line 1, column (A)'],
  ],
  grantsToDomesticIndividuals: [
    ['/IRS990/GrantsToDomesticIndividualsGrp/TotalAmt', 'Part IX, line 2, column (A)'],
    ['/IRS990/GrantsToDomesticIndividuals/Total', 'Part IX, line 2, column (A)'],
    ['/IRS990/Form990PartIX/GrantsToDomesticIndividuals/Total', 'Part IX, line 2, column (A)'],
  ],
  foreignGrants: [
    ['/IRS990/ForeignGrantsGrp/TotalAmt', 'Part IX, line 3, column (A)'],
    ['/IRS990/ForeignGrants/Total', 'Part IX, line 3, column (A)'],
    ['/IRS990/Form990PartIX/ForeignGrants/Total', 'Part IX, line 3, column (A)'],
  ],
  benefitsPaid: [
    ['/IRS990/CYBenefitsPaidToMembersAmt', 'Part I, line 14'],
    ['/IRS990/BenefitsPaidToMembersCY', 'Part I, line 14'],
    ['/IRS990/Form990PartI/BenefitsPaidToMembersCurrYear', 'Part I, line 14'],
  ],
  salaries: [
    ['/IRS990/CYSalariesCompEmpBnftPaidAmt', 'Part I, line 15'],
    ['/IRS990/SalariesEtcCurrentYear', 'Part I, line 15'],
    ['/IRS990/Form990PartI/SalariesEtcCurrentYear', 'Part I, line 15'],
  ],
  officerCompensation: [
    ['/IRS990/CompCurrentOfcrDirectorsGrp/TotalAmt', 'Part IX, line 5, column (A)'],
    ['/IRS990/CompCurrentOfficersDirectors/Total', 'Part IX, line 5, column (A)'],
    ['/IRS990/Form990PartIX/CompCurrentOfficersDirectors/Total', 'Part IX, line 5, column (A)'],
  ],
  professionalFundraisingFees: [
    ['/IRS990/CYTotalProfFndrsngExpnsAmt', 'Part I, line 16a'],
    ['/IRS990/TotalProfFundrsngExpCY', 'Part I, line 16a'],
    ['/IRS990/Form990PartI/TotalProfFundrsngExpCurrYear', 'Part I, line 16a'],
  ],
  otherExpenses: [
    ['/IRS990/CYOtherExpensesAmt', 'Part I, line 17'],
    ['/IRS990/OtherExpensesCurrentYear', 'Part I, line 17'],
    ['/IRS990/Form990PartI/OtherExpensesCurrentYear', 'Part I, line 17'],
  ],
  revenueLessExpenses: [
    ['/IRS990/CYRevenuesLessExpensesAmt', 'Part I, line 19'],
    ['/IRS990/RevenuesLessExpensesCY', 'Part I, line 19'],
    ['/IRS990/Form990PartI/RevenuesLessExpensesCurrYear', 'Part I, line 19'],
  ],
  reportableCompensation: [
    ['/IRS990/TotalReportableCompFromOrgAmt', 'Part VII, Section A, line 1d, column (D)'],
    ['/IRS990/TotalReportableCompFromOrg', 'Part VII, Section A, line 1d, column (D)'],
  ],
  relatedCompensation: [
    ['/IRS990/TotReportableCompRltdOrgAmt', 'Part VII, Section A, line 1d, column (E)'],
    ['/IRS990/TotalReportableCompFrmRltdOrgs', 'Part VII, Section A, line 1d, column (E)'],
  ],
  otherCompensation: [
    ['/IRS990/TotalOtherCompensationAmt', 'Part VII, Section A, line 1d, column (F)'],
    ['/IRS990/TotalOtherCompensation', 'Part VII, Section A, line 1d, column (F)'],
  ],
  priorTotalRevenue: [
    ['/IRS990/PYTotalRevenueAmt', 'Part I, line 12'],
    ['/IRS990/TotalRevenuePriorYear', 'Part I, line 12'],
    ['/IRS990/Form990PartI/TotalRevenuePriorYear', 'Part I, line 12'],
  ],
  priorContributions: [
    ['/IRS990/PYContributionsGrantsAmt', 'Part I, line 8'],
    ['/IRS990/ContributionsGrantsPriorYear', 'Part I, line 8'],
    ['/IRS990/Form990PartI/ContributionsGrantsPriorYear', 'Part I, line 8'],
  ],
  priorProgramServiceRevenue: [
    ['/IRS990/PYProgramServiceRevenueAmt', 'Part I, line 9'],
    ['/IRS990/ProgramServiceRevenuePriorYear', 'Part I, line 9'],
    ['/IRS990/Form990PartI/ProgramServiceRevenuePriorYear', 'Part I, line 9'],
  ],
  priorInvestmentIncome: [
    ['/IRS990/PYInvestmentIncomeAmt', 'Part I, line 10'],
    ['/IRS990/InvestmentIncomePriorYear', 'Part I, line 10'],
    ['/IRS990/Form990PartI/InvestmentIncomePriorYear', 'Part I, line 10'],
  ],
  priorOtherRevenue: [
    ['/IRS990/PYOtherRevenueAmt', 'Part I, line 11'],
    ['/IRS990/OtherRevenuePriorYear', 'Part I, line 11'],
    ['/IRS990/Form990PartI/OtherRevenuePriorYear', 'Part I, line 11'],
  ],
  priorTotalExpenses: [
    ['/IRS990/PYTotalExpensesAmt', 'Part I, line 18'],
    ['/IRS990/TotalExpensesPriorYear', 'Part I, line 18'],
    ['/IRS990/Form990PartI/TotalExpensesPriorYear', 'Part I, line 18'],
  ],
  priorGrantsPaid: [
    ['/IRS990/PYGrantsAndSimilarPaidAmt', 'Part I, line 13'],
    ['/IRS990/GrantsAndSimilarAmntsPriorYear', 'Part I, line 13'],
    ['/IRS990/Form990PartI/GrantsAndSimilarAmntsPriorYear', 'Part I, line 13'],
  ],
  priorSalaries: [
    ['/IRS990/PYSalariesCompEmpBnftPaidAmt', 'Part I, line 15'],
    ['/IRS990/SalariesEtcPriorYear', 'Part I, line 15'],
    ['/IRS990/Form990PartI/SalariesEtcPriorYear', 'Part I, line 15'],
  ],
  priorRevenueLessExpenses: [
    ['/IRS990/PYRevenuesLessExpensesAmt', 'Part I, line 19'],
    ['/IRS990/RevenuesLessExpensesPriorYear', 'Part I, line 19'],
    ['/IRS990/Form990PartI/RevenuesLessExpensesPriorYear', 'Part I, line 19'],
  ],
  totalAssetsBoy: [
    ['/IRS990/TotalAssetsBOYAmt', 'Part I, line 20'],
    ['/IRS990/TotalAssetsGrp/BOYAmt', 'Part X, line 16, column (A)'],
    ['/IRS990/TotalAssetsBOY', 'Part I, line 20'],
    ['/IRS990/TotalAssets/BOY', 'Part X, line 16, column (A)'],
    ['/IRS990/Form990PartI/TotalAssetsBOY', 'Part I, line 20'],
    ['/IRS990/Form990PartX/TotalAssets/BOY', 'Part X, line 16, column (A)'],
  ],
  totalLiabilitiesBoy: [
    ['/IRS990/TotalLiabilitiesBOYAmt', 'Part I, line 21'],
    ['/IRS990/TotalLiabilitiesGrp/BOYAmt', 'Part X, line 26, column (A)'],
    ['/IRS990/TotalLiabilitiesBOY', 'Part I, line 21'],
    ['/IRS990/TotalLiabilities/BOY', 'Part X, line 26, column (A)'],
    ['/IRS990/Form990PartI/TotalLiabilitiesBOY', 'Part I, line 21'],
    ['/IRS990/Form990PartX/TotalLiabilities/BOY', 'Part X, line 26, column (A)'],
  ],
  netAssetsBoy: [
    ['/IRS990/NetAssetsOrFundBalancesBOYAmt', 'Part I, line 22'],
    [
      '/IRS990/TotalNetAssetsFundBalanceGrp/BOYAmt',
      'Part X, line 33, column (A)',
      '2019v5.0',
      'Part X, line 32, column (A)',
    ],
    ['/IRS990/NetAssetsOrFundBalancesBOY', 'Part I, line 22'],
    [
      '/IRS990/TotalNetAssetsFundBalances/BOY',
      'Part X, line 33, column (A)',
      '2019v5.0',
      'Part X, line 32, column (A)',
    ],
    ['/IRS990/Form990PartI/NetAssetsOrFundBalancesBOY', 'Part I, line 22'],
    [
      '/IRS990/Form990PartX/TotalNetAssetsFundBalances/BOY',
      'Part X, line 33, column (A)',
      '2019v5.0',
      'Part X, line 32, column (A)',
    ],
  ],
  totalAssetsEoy: [
    ['/IRS990/TotalAssetsEOYAmt', 'Part I, line 20'],
    ['/IRS990/TotalAssetsGrp/EOYAmt', 'Part X, line 16, column (B)'],
    ['/IRS990/TotalAssetsEOY', 'Part I, line 20'],
    ['/IRS990/TotalAssets/EOY', 'Part X, line 16, column (B)'],
    ['/IRS990/Form990PartI/TotalAssetsEOY', 'Part I, line 20'],
    ['/IRS990/Form990PartX/TotalAssets/EOY', 'Part X, line 16, column (B)'],
  ],
  totalLiabilitiesEoy: [
    ['/IRS990/TotalLiabilitiesEOYAmt', 'Part I, line 21'],
    ['/IRS990/TotalLiabilitiesGrp/EOYAmt', 'Part X, line 26, column (B)'],
    ['/IRS990/TotalLiabilitiesEOY', 'Part I, line 21'],
    ['/IRS990/TotalLiabilities/EOY', 'Part X, line 26, column (B)'],
    ['/IRS990/Form990PartI/TotalLiabilitiesEOY', 'Part I, line 21'],
    ['/IRS990/Form990PartX/TotalLiabilities/EOY', 'Part X, line 26, column (B)'],
  ],
  netAssetsEoy: [
    ['/IRS990/NetAssetsOrFundBalancesEOYAmt', 'Part I, line 22'],
    [
      '/IRS990/TotalNetAssetsFundBalanceGrp/EOYAmt',
      'Part X, line 33, column (B)',
      '2019v5.0',
      'Part X, line 32, column (B)',
    ],
    ['/IRS990/NetAssetsOrFundBalancesEOY', 'Part I, line 22'],
    [
      '/IRS990/TotalNetAssetsFundBalances/EOY',
      'Part X, line 33, column (B)',
      '2019v5.0',
      'Part X, line 32, column (B)',
    ],
    ['/IRS990/Form990PartI/NetAssetsOrFundBalancesEOY', 'Part I, line 22'],
    [
      '/IRS990/Form990PartX/TotalNetAssetsFundBalances/EOY',
      'Part X, line 33, column (B)',
      '2019v5.0',
      'Part X, line 32, column (B)',
    ],
  ],
  balanceSheetAssets: [
    ['/IRS990/TotalAssetsGrp/EOYAmt', 'Part X, line 16, column (B)'],
    ['/IRS990/TotalAssets/EOY', 'Part X, line 16, column (B)'],
    ['/IRS990/Form990PartX/TotalAssets/EOY', 'Part X, line 16, column (B)'],
  ],
  balanceSheetLiabilities: [
    ['/IRS990/TotalLiabilitiesGrp/EOYAmt', 'Part X, line 26, column (B)'],
    ['/IRS990/TotalLiabilities/EOY', 'Part X, line 26, column (B)'],
    ['/IRS990/Form990PartX/TotalLiabilities/EOY', 'Part X, line 26, column (B)'],
  ],
  balanceSheetNetAssets: [
    [
      '/IRS990/TotalNetAssetsFundBalanceGrp/EOYAmt',
      'Part X, line 33, column (B)',
      '2019v5.0',
      'Part X, line 32, column (B)',
    ],
    [
      '/IRS990/TotalNetAssetsFundBalances/EOY',
      'Part X, line 33, column (B)',
      '2019v5.0',
      'Part X, line 32, column (B)',
    ],
    [
      '/IRS990/Form990PartX/TotalNetAssetsFundBalances/EOY',
      'Part X, line 33, column (B)',
      '2019v5.0',
      'Part X, line 32, column (B)',
    ],
  ],
  unrestrictedNetAssetsEoy: [
    ['/IRS990/NoDonorRestrictionNetAssetsGrp/EOYAmt', 'Part X, line 27, column (B)'],
    ['/IRS990/UnrestrictedNetAssetsGrp/EOYAmt', 'Part X, line 27, column (B)'],
    ['/IRS990/UnrestrictedNetAssets/EOY', 'Part X, line 27, column (B)'],
    ['/IRS990/Form990PartX/UnrestrictedNetAssets/EOY', 'Part X, line 27, column (B)'],
  ],
  restrictedNetAssetsEoy: [
    ['/IRS990/DonorRestrictionNetAssetsGrp/EOYAmt', 'Part X, line 28, column (B)'],
  ],
  temporarilyRestrictedEoy: [
    ['/IRS990/TemporarilyRstrNetAssetsGrp/EOYAmt', 'Part X, line 28, column (B)'],
    ['/IRS990/TemporarilyRestrictedNetAssets/EOY', 'Part X, line 28, column (B)'],
    ['/IRS990/Form990PartX/TemporarilyRestrictedNetAssets/EOY', 'Part X, line 28, column (B)'],
  ],
  permanentlyRestrictedEoy: [
    ['/IRS990/PermanentlyRstrNetAssetsGrp/EOYAmt', 'Part X, line 29, column (B)'],
    ['/IRS990/PermanentlyRestrictedNetAssets/EOY', 'Part X, line 29, column (B)'],
    ['/IRS990/Form990PartX/PermanentlyRestrictedNetAssets/EOY', 'Part X, line 29, column (B)'],
  ],
  cashEoy: [
    ['/IRS990/CashNonInterestBearingGrp/EOYAmt', 'Part X, line 1, column (B)'],
    ['/IRS990/CashNonInterestBearing/EOY', 'Part X, line 1, column (B)'],
    ['/IRS990/Form990PartX/CashNonInterestBearing/EOY', 'Part X, line 1, column (B)'],
  ],
  savingsEoy: [
    ['/IRS990/SavingsAndTempCashInvstGrp/EOYAmt', 'Part X, line 2, column (B)'],
    ['/IRS990/SavingsAndTempCashInvestments/EOY', 'Part X, line 2, column (B)'],
    ['/IRS990/Form990PartX/SavingsAndTempCashInvestments/EOY', 'Part X, line 2, column (B)'],
  ],
  employees: [
    ['/IRS990/TotalEmployeeCnt', 'Part I, line 5'],
    ['/IRS990/EmployeeCnt', 'Part V, line 2a'],
    ['/IRS990/TotalNbrEmployees', 'Part I, line 5'],
    ['/IRS990/NumberOfEmployees', 'Part V, line 2a'],
    ['/IRS990/Form990PartI/TotalNbrEmployees', 'Part I, line 5'],
    ['/IRS990/Form990PartV/NumberOfEmployees', 'Part V, line 2a'],
  ],
  volunteers: [
    ['/IRS990/TotalVolunteersCnt', 'Part I, line 6'],
    ['/IRS990/TotalNbrVolunteers', 'Part I, line 6'],
    ['/IRS990/Form990PartI/TotalNbrVolunteers', 'Part I, line 6'],
  ],
  votingMembers: [
    ['/IRS990/GoverningBodyVotingMembersCnt', 'Part VI, Section A, line 1a'],
    ['/IRS990/VotingMembersGoverningBodyCnt', 'Part I, line 3'],
    ['/IRS990/NbrVotingGoverningBodyMembers', 'Part VI, Section A, line 1a'],
    ['/IRS990/NbrVotingMembersGoverningBody', 'Part I, line 3'],
    ['/IRS990/Form990PartVI/NbrVotingGoverningBodyMembers', 'Part VI, Section A, line 1a'],
    ['/IRS990/Form990PartI/NbrVotingMembersGoverningBody', 'Part I, line 3'],
  ],
  independentMembers: [
    ['/IRS990/IndependentVotingMemberCnt', 'Part VI, Section A, line 1b'],
    ['/IRS990/VotingMembersIndependentCnt', 'Part I, line 4'],
    ['/IRS990/NumberIndependentVotingMembers', 'Part VI, Section A, line 1b'],
    ['/IRS990/NbrIndependentVotingMembers', 'Part I, line 4'],
    ['/IRS990/Form990PartVI/NumberIndependentVotingMembers', 'Part VI, Section A, line 1b'],
    ['/IRS990/Form990PartI/NbrIndependentVotingMembers', 'Part I, line 4'],
  ],
  grossUnrelatedIncome: [
    ['/IRS990/TotalGrossUBIAmt', 'Part I, line 7a'],
    ['/IRS990/TotalGrossUBI', 'Part I, line 7a'],
    ['/IRS990/Form990PartI/TotalGrossUBI', 'Part I, line 7a'],
  ],
  netUnrelatedIncome: [
    ['/IRS990/NetUnrelatedBusTxblIncmAmt', 'Part I, line 7b'],
    ['/IRS990/NetUnrelatedBusinessTxblIncome', 'Part I, line 7b'],
    ['/IRS990/Form990PartI/NetUnrelatedBusinessTxblIncome', 'Part I, line 7b'],
  ],
  familyOrBusinessRelationship: [
    ['/IRS990/FamilyOrBusinessRlnInd', 'Part VI, Section A, line 2'],
    ['/IRS990/FamilyOrBusinessRelationship', 'Part VI, Section A, line 2'],
    ['/IRS990/Form990PartVI/FamilyOrBusinessRelationship', 'Part VI, Section A, line 2'],
  ],
  delegatesManagement: [
    ['/IRS990/DelegationOfMgmtDutiesInd', 'Part VI, Section A, line 3'],
    ['/IRS990/DelegationOfManagementDuties', 'Part VI, Section A, line 3'],
    ['/IRS990/Form990PartVI/DelegationOfManagementDuties', 'Part VI, Section A, line 3'],
  ],
  changedDocuments: [
    ['/IRS990/ChangeToOrgDocumentsInd', 'Part VI, Section A, line 4'],
    ['/IRS990/ChangesToOrganizingDocs', 'Part VI, Section A, line 4'],
    ['/IRS990/Form990PartVI/ChangesToOrganizingDocs', 'Part VI, Section A, line 4'],
  ],
  materialDiversion: [
    ['/IRS990/MaterialDiversionOrMisuseInd', 'Part VI, Section A, line 5'],
    ['/IRS990/MaterialDiversionOrMisuse', 'Part VI, Section A, line 5'],
    ['/IRS990/Form990PartVI/MaterialDiversionOrMisuse', 'Part VI, Section A, line 5'],
  ],
  boardMinutes: [
    ['/IRS990/MinutesOfGoverningBodyInd', 'Part VI, Section A, line 8a'],
    ['/IRS990/MinutesOfGoverningBody', 'Part VI, Section A, line 8a'],
    ['/IRS990/Form990PartVI/MinutesOfGoverningBody', 'Part VI, Section A, line 8a'],
  ],
  committeeMinutes: [
    ['/IRS990/MinutesOfCommitteesInd', 'Part VI, Section A, line 8b'],
    ['/IRS990/MinutesOfCommittees', 'Part VI, Section A, line 8b'],
    ['/IRS990/Form990PartVI/MinutesOfCommittees', 'Part VI, Section A, line 8b'],
  ],
  returnGivenToBoard: [
    ['/IRS990/Form990ProvidedToGvrnBodyInd', 'Part VI, Section B, line 11'],
    ['/IRS990/Form990ProvidedToGoverningBody', 'Part VI, Section B, line 11'],
    ['/IRS990/Form990PartVI/Form990ProvidedToGoverningBody', 'Part VI, Section B, line 11'],
  ],
  conflictOfInterestPolicy: [
    ['/IRS990/ConflictOfInterestPolicyInd', 'Part VI, Section B, line 12a'],
    ['/IRS990/ConflictOfInterestPolicy', 'Part VI, Section B, line 12a'],
    ['/IRS990/Form990PartVI/ConflictOfInterestPolicy', 'Part VI, Section B, line 12a'],
  ],
  conflictDisclosure: [
    ['/IRS990/AnnualDisclosureCoveredPrsnInd', 'Part VI, Section B, line 12b'],
    ['/IRS990/AnnualDisclosureCoveredPersons', 'Part VI, Section B, line 12b'],
    ['/IRS990/Form990PartVI/AnnualDisclosureCoveredPersons', 'Part VI, Section B, line 12b'],
  ],
  conflictMonitoring: [
    ['/IRS990/RegularMonitoringEnfrcInd', 'Part VI, Section B, line 12c'],
    ['/IRS990/RegularMonitoringEnforcement', 'Part VI, Section B, line 12c'],
    ['/IRS990/Form990PartVI/RegularMonitoringEnforcement', 'Part VI, Section B, line 12c'],
  ],
  whistleblowerPolicy: [
    ['/IRS990/WhistleblowerPolicyInd', 'Part VI, Section B, line 13'],
    ['/IRS990/WhistleblowerPolicy', 'Part VI, Section B, line 13'],
    ['/IRS990/Form990PartVI/WhistleblowerPolicy', 'Part VI, Section B, line 13'],
  ],
  documentRetentionPolicy: [
    ['/IRS990/DocumentRetentionPolicyInd', 'Part VI, Section B, line 14'],
    ['/IRS990/DocumentRetentionPolicy', 'Part VI, Section B, line 14'],
    ['/IRS990/Form990PartVI/DocumentRetentionPolicy', 'Part VI, Section B, line 14'],
  ],
  executiveCompensationReview: [
    ['/IRS990/CompensationProcessCEOInd', 'Part VI, Section B, line 15a'],
    ['/IRS990/CompensationProcessCEO', 'Part VI, Section B, line 15a'],
    ['/IRS990/Form990PartVI/CompensationProcessCEO', 'Part VI, Section B, line 15a'],
  ],
  otherCompensationReview: [
    ['/IRS990/CompensationProcessOtherInd', 'Part VI, Section B, line 15b'],
    ['/IRS990/CompensationProcessOther', 'Part VI, Section B, line 15b'],
    ['/IRS990/Form990PartVI/CompensationProcessOther', 'Part VI, Section B, line 15b'],
  ],
  returnOnOwnWebsite: [
    ['/IRS990/OwnWebsiteInd', 'Part VI, Section C, line 18'],
    ['/IRS990/OwnWebsite', 'Part VI, Section C, line 18'],
    ['/IRS990/Form990PartVI/OwnWebsite', 'Part VI, Section C, line 18'],
  ],
  returnOnOtherWebsite: [
    ['/IRS990/OtherWebsiteInd', 'Part VI, Section C, line 18'],
    ['/IRS990/OtherWebsite', 'Part VI, Section C, line 18'],
    ['/IRS990/Form990PartVI/OtherWebsite', 'Part VI, Section C, line 18'],
  ],
  returnUponRequest: [
    ['/IRS990/UponRequestInd', 'Part VI, Section C, line 18'],
    ['/IRS990/UponRequest', 'Part VI, Section C, line 18'],
    ['/IRS990/Form990PartVI/UponRequest', 'Part VI, Section C, line 18'],
  ],
  returnOtherwisePublic: [['/IRS990/OtherInd', 'Part VI, Section C, line 18']],
  auditedStatements: [
    ['/IRS990/FSAuditedInd', 'Part XII, line 2b'],
    ['/IRS990/FSAudited', 'Part XII, line 2b'],
    ['/IRS990/Form990PartXI/FSAudited', 'Part XII, line 2b'],
  ],
  reviewedStatements: [
    ['/IRS990/AccountantCompileOrReviewInd', 'Part XII, line 2a'],
    ['/IRS990/AccountantCompileOrReview', 'Part XII, line 2a'],
    ['/IRS990/Form990PartXI/AccountantCompileOrReview', 'Part XII, line 2a'],
  ],
  auditCommittee: [
    ['/IRS990/AuditCommitteeInd', 'Part XII, line 2c'],
    ['/IRS990/AuditCommittee', 'Part XII, line 2c'],
    ['/IRS990/Form990PartXI/AuditCommittee', 'Part XII, line 2c'],
  ],
  federalAuditRequired: [
    ['/IRS990/FederalGrantAuditRequiredInd', 'Part XII, line 3a'],
    ['/IRS990/FederalGrantAuditRequired', 'Part XII, line 3a'],
    ['/IRS990/Form990PartXI/FederalGrantAuditRequired', 'Part XII, line 3a'],
  ],
  federalAuditPerformed: [
    ['/IRS990/FederalGrantAuditPerformedInd', 'Part XII, line 3b'],
    ['/IRS990/FederalGrantAuditPerformed', 'Part XII, line 3b'],
    ['/IRS990/Form990PartXI/FederalGrantAuditPerformed', 'Part XII, line 3b'],
  ],
  accrualAccounting: [
    ['/IRS990/MethodOfAccountingAccrualInd', 'Part XII, line 1'],
    ['/IRS990/MethodOfAccountingAccrual', 'Part XII, line 1'],
    ['/IRS990/Form990PartXI/MethodOfAccountingAccrual', 'Part XII, line 1'],
  ],
  cashAccounting: [
    ['/IRS990/MethodOfAccountingCashInd', 'Part XII, line 1'],
    ['/IRS990/MethodOfAccountingCash', 'Part XII, line 1'],
    ['/IRS990/Form990PartXI/MethodOfAccountingCash', 'Part XII, line 1'],
  ],
  foreignOffice: [
    ['/IRS990/ForeignOfficeInd', 'Part IV, line 14a'],
    ['/IRS990/ForeignOffice', 'Part IV, line 14a'],
    ['/IRS990/Form990PartIV/ForeignOffice', 'Part IV, line 14a'],
  ],
  foreignActivities: [
    ['/IRS990/ForeignActivitiesInd', 'Part IV, line 14b'],
    ['/IRS990/ForeignActivities', 'Part IV, line 14b'],
    ['/IRS990/Form990PartIV/ForeignActivities', 'Part IV, line 14b'],
  ],
  grantsToForeignOrganizations: [
    ['/IRS990/MoreThan5000KToOrgInd', 'Part IV, line 15'],
    ['/IRS990/MoreThan5000KToOrganizations', 'Part IV, line 15'],
    ['/IRS990/Form990PartIV/MoreThan5000KToOrganizations', 'Part IV, line 15'],
  ],
  grantsToForeignIndividuals: [
    ['/IRS990/MoreThan5000KToIndividualsInd', 'Part IV, line 16'],
    ['/IRS990/MoreThan5000KToIndividuals', 'Part IV, line 16'],
    ['/IRS990/Form990PartIV/MoreThan5000KToIndividuals', 'Part IV, line 16'],
  ],
  foreignAccount: [
    ['/IRS990/ForeignFinancialAccountInd', 'Part V, line 4a'],
    ['/IRS990/ForeignFinancialAccount', 'Part V, line 4a'],
    ['/IRS990/Form990PartV/ForeignFinancialAccount', 'Part V, line 4a'],
  ],
  professionalFundraising: [
    ['/IRS990/ProfessionalFundraisingInd', 'Part IV, line 17'],
    ['/IRS990/ProfessionalFundraising', 'Part IV, line 17'],
    ['/IRS990/Form990PartIV/ProfessionalFundraising', 'Part IV, line 17'],
  ],
  fundraisingActivities: [
    ['/IRS990/FundraisingActivitiesInd', 'Part IV, line 18'],
    ['/IRS990/FundraisingActivities', 'Part IV, line 18'],
    ['/IRS990/Form990PartIV/FundraisingActivities', 'Part IV, line 18'],
  ],
  gamingActivities: [
    ['/IRS990/GamingActivitiesInd', 'Part IV, line 19'],
    ['/IRS990/Gaming', 'Part IV, line 19'],
    ['/IRS990/IsAnyRevenueFromGaming', 'Part IV, line 19'],
    ['/IRS990/Form990PartIV/Gaming', 'Part IV, line 19'],
  ],
  grantsToOrganizations: [
    ['/IRS990/GrantsToOrganizationsInd', 'Part IV, line 21'],
    ['/IRS990/GrantsToOrganizations', 'Part IV, line 21'],
    ['/IRS990/Form990PartIV/GrantsToOrganizations', 'Part IV, line 21'],
  ],
  grantsToIndividuals: [
    ['/IRS990/GrantsToIndividualsInd', 'Part IV, line 22'],
    ['/IRS990/GrantsToIndividuals', 'Part IV, line 22'],
    ['/IRS990/Form990PartIV/GrantsToIndividuals', 'Part IV, line 22'],
  ],
  excessBenefitTransaction: [
    ['/IRS990/EngagedInExcessBenefitTransInd', 'Part IV, line 25a'],
    ['/IRS990/EngagedInExcessBenefitTrans', 'Part IV, line 25a'],
    ['/IRS990/ExcessBenefitTransaction', 'Part IV, line 25a'],
    ['/IRS990/Form990PartIV/ExcessBenefitTransaction', 'Part IV, line 25a'],
  ],
  priorExcessBenefitTransaction: [
    ['/IRS990/PYExcessBenefitTransInd', 'Part IV, line 25b'],
    ['/IRS990/PriorExcessBenefitTransaction', 'Part IV, line 25b'],
    ['/IRS990/Form990PartIV/PriorExcessBenefitTransaction', 'Part IV, line 25b'],
  ],
  loansToInterestedPersons: [
    ['/IRS990/LoanOutstandingInd', 'Part IV, line 26'],
    ['/IRS990/LoanToOfficerOrDQP', 'Part IV, line 26'],
    ['/IRS990/Form990PartIV/LoanToOfficerOrDQP', 'Part IV, line 26'],
  ],
  grantsToInterestedPersons: [
    ['/IRS990/GrantToRelatedPersonInd', 'Part IV, line 27'],
    ['/IRS990/GrantToRelatedPerson', 'Part IV, line 27'],
    ['/IRS990/Form990PartIV/GrantToRelatedPerson', 'Part IV, line 27'],
  ],
  businessWithOfficers: [
    ['/IRS990/BusinessRlnWithOrgMemInd', 'Part IV, line 28a'],
    ['/IRS990/BsnssRltnshpWithOrganization', 'Part IV, line 28a'],
    ['/IRS990/Form990PartIV/BsnssRltnshpWithOrganization', 'Part IV, line 28a'],
  ],
  businessWithFamily: [
    ['/IRS990/BusinessRlnWithFamMemInd', 'Part IV, line 28b'],
    ['/IRS990/BsnssRltnshpThruFamilyMember', 'Part IV, line 28b'],
    ['/IRS990/Form990PartIV/BsnssRltnshpThruFamilyMember', 'Part IV, line 28b'],
  ],
  businessWithControlledEntity: [
    ['/IRS990/BusinessRlnWith35CtrlEntInd', 'Part IV, line 28c'],
    ['/IRS990/BusinessRlnWithOfficerEntInd', 'Part IV, line 28c'],
    ['/IRS990/OfficerEntityWithBsnssRltnshp', 'Part IV, line 28c'],
    ['/IRS990/Form990PartIV/OfficerEntityWithBsnssRltnshp', 'Part IV, line 28c'],
  ],
  donorAdvisedFunds: [
    ['/IRS990/DonorAdvisedFundInd', 'Part IV, line 6'],
    ['/IRS990/DonorAdvisedFunds', 'Part IV, line 6'],
    ['/IRS990/Form990PartIV/DonorAdvisedFunds', 'Part IV'],
  ],
  unrelatedReturnFiled: [
    ['/IRS990/Form990TFiledInd', 'Part V, line 3b'],
    ['/IRS990/Form990-TFiled', 'Part V, line 3b'],
    ['/IRS990/Form990PartV/Form990-TFiled', 'Part V, line 3b'],
  ],
  amendedReturn: [
    ['/IRS990/AmendedReturnInd', 'Heading, item B'],
    ['/IRS990/AmendedReturn', 'Heading, item B'],
    ['/IRS990/Form990PartI/AmendedReturn', 'Heading, item B'],
  ],
  initialReturn: [
    ['/IRS990/InitialReturnInd', 'Heading, item B'],
    ['/IRS990/InitialReturn', 'Heading, item B'],
    ['/IRS990/Form990PartI/InitialReturn', 'Heading, item B'],
  ],
  finalReturn: [
    ['/IRS990/FinalReturnInd', 'Heading, item B'],
    ['/IRS990/FinalReturn', 'Heading, item B'],
    ['/IRS990/TerminatedReturn', 'Heading, item B'],
    ['/IRS990/TerminationReturn', 'Heading, item B'],
    ['/IRS990/Form990PartI/TerminationReturn', 'Heading, item B'],
  ],
  nameChange: [['/IRS990/NameChangeInd', 'Heading, item B']],
  addressChange: [
    ['/IRS990/AddressChangeInd', 'Heading, item B'],
    ['/IRS990/AddressChange', 'Heading, item B'],
    ['/IRS990/Form990PartI/AddressChange', 'Heading, item B'],
  ],
  groupReturn: [
    ['/IRS990/GroupReturnForAffiliatesInd', 'Heading, item H(a)'],
    ['/IRS990/GroupReturn', 'Heading, item H(a)'],
    ['/IRS990/GroupReturnForAffiliates', 'Heading, item H(a)'],
    ['/IRS990/Form990PartI/GroupReturnForAffiliates', 'Heading, item H(a)'],
  ],
  is501c3: [
    ['/IRS990/Organization501c3Ind', 'Heading, item I'],
    ['/IRS990/Organization501c3', 'Heading, item I'],
  ],
  is501c: [
    ['/IRS990/Organization501cInd', 'Heading, item I'],
    ['/IRS990/Organization501c', 'Heading, item I'],
    ['/IRS990/Form990PartI/Organization501c', 'Heading, item I'],
  ],
  paragraph501c: [
    ['/IRS990/Organization501cInd/@organization501cTypeTxt', 'Heading, item I'],
    ['/IRS990/Organization501c/@typeOf501cOrganization', 'Heading, item I'],
  ],
  is4947a1: [
    ['/IRS990/Organization4947a1NotPFInd', 'Heading, item I'],
    ['/IRS990/Organization4947a1', 'Heading, item I'],
    ['/IRS990/Form990PartI/Organization4947a1', 'Heading, item I'],
  ],
  is527: [['/IRS990/Organization527Ind', 'Heading, item I']],
  groupExemptionNumber: [
    ['/IRS990/GroupExemptionNum', 'Heading, item H(c)'],
    ['/IRS990/GroupExemptionNumber', 'Heading, item H(c)'],
    ['/IRS990/Form990PartI/GroupExemptionNumber', 'Heading, item H(c)'],
  ],
  website: [
    ['/IRS990/WebsiteAddressTxt', 'Heading, item J'],
    ['/IRS990/WebSite', 'Heading, item J'],
    ['/IRS990/Form990PartI/WebSite', 'Heading, item J'],
  ],
  doingBusinessAs: [
    ['/IRS990/DoingBusinessAsName', 'Heading, item C'],
    ['/IRS990/DoingBusinessAs', 'Heading, item C'],
  ],
  formationYear: [
    ['/IRS990/FormationYr', 'Heading, item L'],
    ['/IRS990/YearFormation', 'Heading, item L'],
    ['/IRS990/Form990PartI/YearFormation', 'Heading, item L'],
  ],
  legalDomicileState: [
    ['/IRS990/LegalDomicileStateCd', 'Heading, item M'],
    ['/IRS990/StateLegalDomicile', 'Heading, item M'],
    ['/IRS990/Form990PartI/StateLegalDomicile', 'Heading, item M'],
  ],
} as const satisfies FactPaths
