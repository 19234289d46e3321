import { money, text } from './columns.ts'
import { leafBuilder, lineBuilder } from './lines.ts'
import type { TableDefinition } from './table.ts'

const revenue = lineBuilder('Part VIII', 'Form990PartVIII')
// Leaves of the inner column, which the form adds up before columns (A) to (D).
const inner = { columns: { amount: [''] } }
const total = { columns: { total: [''] } }

/** Form 990, Part VIII. */
export const REVENUE_990: TableDefinition = {
  label: 'Statement of revenue',
  form: '990',
  line: 'Part VIII',
  rows: [
    ...revenue('1a', 'Federated campaigns', 'FederatedCampaignsAmt', 'FederatedCampaigns', inner),
    ...revenue('1b', 'Membership dues', 'MembershipDuesAmt', 'MembershipDues', inner),
    ...revenue('1c', 'Fundraising events', 'FundraisingAmt', 'FundraisingEvents', inner),
    ...revenue(
      '1d',
      'Related organizations',
      'RelatedOrganizationsAmt',
      'RelatedOrganizations',
      inner,
    ),
    ...revenue('1e', 'Government grants', 'GovernmentGrantsAmt', 'GovernmentGrants', inner),
    ...revenue(
      '1f',
      'All other contributions',
      'AllOtherContributionsAmt',
      'AllOtherContributions',
      inner,
    ),
    ...revenue(
      '1g',
      'Noncash contributions included above',
      'NoncashContributionsAmt',
      'NoncashContributions',
      inner,
    ),
    ...revenue('1h', 'Total contributions', 'TotalContributionsAmt', 'TotalContributions', total),
    ...revenue('2', 'Program service', 'ProgramServiceRevenueGrp', 'ProgramServiceRevenue'),
    ...revenue(
      '2f',
      'All other program services',
      'TotalOthProgramServiceRevGrp',
      'TotalOthProgramServiceRevenue',
    ),
    ...revenue(
      '2g',
      'Total program service revenue',
      'TotalProgramServiceRevenueAmt',
      'TotalProgramServiceRevenue',
      total,
    ),
    ...revenue('3', 'Investment income', 'InvestmentIncomeGrp', 'InvestmentIncome'),
    ...revenue(
      '4',
      'Income from investing tax-exempt bond proceeds',
      'IncmFromInvestBondProceedsGrp',
      'IncomeFromInvestBondProceeds',
    ),
    ...revenue('5', 'Royalties', 'RoyaltiesRevenueGrp', 'RoyaltiesRevenue'),
    ...revenue('6a', 'Gross rents', 'GrossRentsGrp', 'GrossRents'),
    ...revenue('6b', 'Rental expenses', 'LessRentalExpensesGrp', 'LessRentalExpenses'),
    ...revenue('6c', 'Rental income or loss', 'RentalIncomeOrLossGrp', 'RentalIncomeOrLoss'),
    ...revenue(
      '6d',
      'Net rental income or loss',
      'NetRentalIncomeOrLossGrp',
      'NetRentalIncomeOrLoss',
    ),
    ...revenue(
      '7a',
      'Gross amount from sales of assets',
      'GrossAmountSalesAssetsGrp',
      'GrossAmountSalesAssets',
    ),
    ...revenue(
      '7b',
      'Cost or other basis and sales expenses',
      'LessCostOthBasisSalesExpnssGrp',
      'LessCostOthBasisSalesExpenses',
    ),
    ...revenue('7c', 'Gain or loss', 'GainOrLossGrp', 'GainOrLoss'),
    ...revenue('7d', 'Net gain or loss', 'NetGainOrLossInvestmentsGrp', 'NetGainOrLossInvestments'),
    ...revenue(
      '8a',
      'Contributions of fundraising events, on line 1c',
      'ContriRptFundraisingEventAmt',
      'CntrbtnsRprtdFundraisingEvents',
      inner,
    ),
    ...revenue(
      '8a',
      'Gross income of fundraising events',
      'FundraisingGrossIncomeAmt',
      'GrossIncomeFundraisingEvents',
      inner,
    ),
    ...revenue(
      '8b',
      'Direct expenses of fundraising events',
      'FundraisingDirectExpensesAmt',
      'FundraisingDirectExpenses',
      inner,
    ),
    ...revenue(
      '8c',
      'Net income or loss from fundraising events',
      'NetIncmFromFundraisingEvtGrp',
      'NetIncomeFromFundraisingEvents',
    ),
    ...revenue(
      '9a',
      'Gross income from gaming',
      'GamingGrossIncomeAmt',
      'GrossIncomeGaming',
      inner,
    ),
    ...revenue(
      '9b',
      'Direct expenses of gaming',
      'GamingDirectExpensesAmt',
      'GamingDirectExpenses',
      inner,
    ),
    ...revenue(
      '9c',
      'Net income or loss from gaming',
      'NetIncomeFromGamingGrp',
      'NetIncomeFromGaming',
    ),
    ...revenue(
      '10a',
      'Gross sales of inventory',
      'GrossSalesOfInventoryAmt',
      'GrossSalesOfInventory',
      inner,
    ),
    ...revenue('10b', 'Cost of goods sold', 'CostOfGoodsSoldAmt', 'CostOfGoodsSold', inner),
    ...revenue(
      '10c',
      'Net income or loss from sales of inventory',
      'NetIncomeOrLossGrp',
      'NetIncomeOrLoss',
    ),
    ...revenue('11', 'Other revenue', 'OtherRevenueMiscGrp', 'OtherRevenueMisc'),
    ...revenue('11d', 'All other revenue', 'MiscellaneousRevenueGrp', 'MiscellaneousRevenue'),
    ...revenue('11e', 'Total other revenue', 'OtherRevenueTotalAmt', 'TotalOtherRevenue', total),
    ...revenue('12', 'Total revenue', 'TotalRevenueGrp', 'TotalRevenue'),
  ],
  columns: {
    description: text('Description', ['Desc', 'Description']),
    businessCode: text('Business code', ['BusinessCd', 'BusinessCode']),
    amount: money('Amount', []),
    total: money('Total', ['TotalRevenueColumnAmt', 'TotalRevenueColumn'], 'column (A)'),
    related: money(
      'Related or exempt function',
      ['RelatedOrExemptFuncIncomeAmt', 'RelatedOrExemptFunctionIncome'],
      'column (B)',
    ),
    unrelated: money(
      'Unrelated business',
      ['UnrelatedBusinessRevenueAmt', 'UnrelatedBusinessRevenue'],
      'column (C)',
    ),
    excluded: money('Excluded from tax', ['ExclusionAmt', 'ExclusionAmount'], 'column (D)'),
    real: money('Real property', ['RealAmt', 'Real'], 'column (i)'),
    personal: money('Personal property', ['PersonalAmt', 'Personal'], 'column (ii)'),
    securities: money('Securities', ['SecuritiesAmt', 'Securities'], 'column (i)'),
    other: money('Other assets', ['OtherAmt', 'Other'], 'column (ii)'),
  },
}

const expense = lineBuilder('Part IX', 'Form990PartIX')

/** Form 990, Part IX; line 24 had one more lettered line until 2011. */
export const EXPENSES_990: TableDefinition = {
  label: 'Statement of functional expenses',
  form: '990',
  line: 'Part IX',
  rows: [
    ...expense(
      '1',
      'Grants to domestic organizations and governments',
      'GrantsToDomesticOrgsGrp',
      'GrantsToDomesticOrgs',
    ),
    ...expense(
      '2',
      'Grants to domestic individuals',
      'GrantsToDomesticIndividualsGrp',
      'GrantsToDomesticIndividuals',
    ),
    ...expense(
      '3',
      'Grants to foreign organizations, governments and individuals',
      'ForeignGrantsGrp',
      'ForeignGrants',
    ),
    ...expense('4', 'Benefits paid to or for members', 'BenefitsToMembersGrp', 'BenefitsToMembers'),
    ...expense(
      '5',
      'Compensation of officers, directors, trustees and key employees',
      'CompCurrentOfcrDirectorsGrp',
      'CompCurrentOfficersDirectors',
    ),
    ...expense(
      '6',
      'Compensation of disqualified persons',
      'CompDisqualPersonsGrp',
      'CompDisqualPersons',
    ),
    ...expense(
      '7',
      'Other salaries and wages',
      'OtherSalariesAndWagesGrp',
      'OtherSalariesAndWages',
    ),
    ...expense(
      '8',
      'Pension plan contributions',
      'PensionPlanContributionsGrp',
      'PensionPlanContributions',
    ),
    ...expense('9', 'Other employee benefits', 'OtherEmployeeBenefitsGrp', 'OtherEmployeeBenefits'),
    ...expense('10', 'Payroll taxes', 'PayrollTaxesGrp', 'PayrollTaxes'),
    ...expense(
      '11a',
      'Management fees',
      'FeesForServicesManagementGrp',
      'FeesForServicesManagement',
    ),
    ...expense('11b', 'Legal fees', 'FeesForServicesLegalGrp', 'FeesForServicesLegal'),
    ...expense(
      '11c',
      'Accounting fees',
      'FeesForServicesAccountingGrp',
      'FeesForServicesAccounting',
    ),
    ...expense('11d', 'Lobbying fees', 'FeesForServicesLobbyingGrp', 'FeesForServicesLobbying'),
    // One name in both eras.
    ...expense(
      '11e',
      'Professional fundraising fees',
      'FeesForServicesProfFundraising',
      'FeesForServicesProfFundraising',
    ),
    ...expense(
      '11f',
      'Investment management fees',
      'FeesForSrvcInvstMgmntFeesGrp',
      'FeesForServicesInvstMgmntFees',
    ),
    ...expense('11g', 'Other fees for services', 'FeesForServicesOtherGrp', 'FeesForServicesOther'),
    ...expense('12', 'Advertising and promotion', 'AdvertisingGrp', 'Advertising'),
    ...expense('13', 'Office expenses', 'OfficeExpensesGrp', 'OfficeExpenses'),
    ...expense('14', 'Information technology', 'InformationTechnologyGrp', 'InformationTechnology'),
    ...expense('15', 'Royalties', 'RoyaltiesGrp', 'Royalties'),
    ...expense('16', 'Occupancy', 'OccupancyGrp', 'Occupancy'),
    ...expense('17', 'Travel', 'TravelGrp', 'Travel'),
    ...expense(
      '18',
      'Travel or entertainment of public officials',
      'PymtTravelEntrtnmntPubOfclGrp',
      'TravelEntrtnmntPublicOfficials',
    ),
    ...expense(
      '19',
      'Conferences, conventions and meetings',
      'ConferencesMeetingsGrp',
      'ConferencesMeetings',
    ),
    ...expense('20', 'Interest', 'InterestGrp', 'Interest'),
    ...expense('21', 'Payments to affiliates', 'PaymentsToAffiliatesGrp', 'PaymentsToAffiliates'),
    ...expense(
      '22',
      'Depreciation, depletion and amortization',
      'DepreciationDepletionGrp',
      'DepreciationDepletion',
    ),
    ...expense('23', 'Insurance', 'InsuranceGrp', 'Insurance'),
    ...expense('24', 'Other expenses', 'OtherExpensesGrp', 'OtherExpenses'),
    { path: '/IRS990/AllOtherExpensesGrp', label: 'All other expenses', line: 'Part IX, line 24e' },
    ...expense('24f', 'All other expenses', 'AllOtherExpenses', 'AllOtherExpenses', {
      moved: { since: '2012v2.0', line: 'Part IX, line 24e' },
    }),
    ...expense(
      '25',
      'Total functional expenses',
      'TotalFunctionalExpensesGrp',
      'TotalFunctionalExpenses',
    ),
    ...expense('26', 'Joint costs', 'TotalJointCostsGrp', 'TotalJointCosts'),
  ],
  columns: {
    description: text('Description', ['Desc', 'Description']),
    total: money('Total', ['TotalAmt', 'Total'], 'column (A)'),
    program: money('Program services', ['ProgramServicesAmt', 'ProgramServices'], 'column (B)'),
    management: money(
      'Management and general',
      ['ManagementAndGeneralAmt', 'ManagementAndGeneral'],
      'column (C)',
    ),
    fundraising: money('Fundraising', ['FundraisingAmt', 'Fundraising'], 'column (D)'),
  },
}

const balance = lineBuilder('Part X', 'Form990PartX')
// The net asset lines moved up when the three old classes became two.
const moved = (line: number) => ({ moved: { since: '2019v5.0', line: `Part X, line ${line}` } })

/** Form 990, Part X. */
export const BALANCE_990: TableDefinition = {
  label: 'Balance sheet',
  form: '990',
  line: 'Part X',
  rows: [
    ...balance(
      '1',
      'Cash, not bearing interest',
      'CashNonInterestBearingGrp',
      'CashNonInterestBearing',
    ),
    ...balance(
      '2',
      'Savings and temporary cash investments',
      'SavingsAndTempCashInvstGrp',
      'SavingsAndTempCashInvestments',
    ),
    ...balance(
      '3',
      'Pledges and grants receivable',
      'PledgesAndGrantsReceivableGrp',
      'PledgesAndGrantsReceivable',
    ),
    ...balance('4', 'Accounts receivable', 'AccountsReceivableGrp', 'AccountsReceivable'),
    ...balance(
      '5',
      'Receivables from officers, directors and key employees',
      'ReceivablesFromOfficersEtcGrp',
      'ReceivablesFromOfficersEtc',
    ),
    ...balance(
      '6',
      'Receivables from disqualified persons',
      'RcvblFromDisqualifiedPrsnGrp',
      'ReceivablesFromDisqualPersons',
    ),
    ...balance(
      '7',
      'Notes and loans receivable',
      'OthNotesLoansReceivableNetGrp',
      'OtherNotesLoansReceivableNet',
    ),
    ...balance(
      '8',
      'Inventories for sale or use',
      'InventoriesForSaleOrUseGrp',
      'InventoriesForSaleOrUse',
    ),
    ...balance(
      '9',
      'Prepaid expenses and deferred charges',
      'PrepaidExpensesDefrdChargesGrp',
      'PrepaidExpensesDeferredCharges',
    ),
    ...balance(
      '10a',
      'Land, buildings and equipment, at cost',
      'LandBldgEquipCostOrOtherBssAmt',
      'LandBuildingsEquipmentBasis',
      inner,
    ),
    ...balance(
      '10b',
      'Accumulated depreciation',
      'LandBldgEquipAccumDeprecAmt',
      'LandBldgEquipmentAccumDeprec',
      inner,
    ),
    ...balance(
      '10c',
      'Land, buildings and equipment, net',
      'LandBldgEquipBasisNetGrp',
      'LandBuildingsEquipmentBasisNet',
    ),
    ...balance(
      '11',
      'Publicly traded securities',
      'InvestmentsPubTradedSecGrp',
      'InvestmentsPubTradedSecurities',
    ),
    ...balance(
      '12',
      'Other securities',
      'InvestmentsOtherSecuritiesGrp',
      'InvestmentsOtherSecurities',
    ),
    ...balance(
      '13',
      'Program-related investments',
      'InvestmentsProgramRelatedGrp',
      'InvestmentsProgramRelated',
    ),
    ...balance('14', 'Intangible assets', 'IntangibleAssetsGrp', 'IntangibleAssets'),
    ...balance('15', 'Other assets', 'OtherAssetsTotalGrp', 'OtherAssetsTotal'),
    ...balance('16', 'Total assets', 'TotalAssetsGrp', 'TotalAssets'),
    ...balance(
      '17',
      'Accounts payable and accrued expenses',
      'AccountsPayableAccrExpnssGrp',
      'AccountsPayableAccruedExpenses',
    ),
    ...balance('18', 'Grants payable', 'GrantsPayableGrp', 'GrantsPayable'),
    ...balance('19', 'Deferred revenue', 'DeferredRevenueGrp', 'DeferredRevenue'),
    ...balance(
      '20',
      'Tax-exempt bond liabilities',
      'TaxExemptBondLiabilitiesGrp',
      'TaxExemptBondLiabilities',
    ),
    ...balance(
      '21',
      'Escrow or custodial account liability',
      'EscrowAccountLiabilityGrp',
      'EscrowAccountLiability',
    ),
    ...balance(
      '22',
      'Loans from officers, directors and key employees',
      'LoansFromOfficersDirectorsGrp',
      'LoansFromOfficersDirectors',
    ),
    ...balance(
      '23',
      'Secured mortgages and notes payable',
      'MortgNotesPyblScrdInvstPropGrp',
      'MortNotesPyblSecuredInvestProp',
    ),
    ...balance(
      '24',
      'Unsecured notes and loans payable',
      'UnsecuredNotesLoansPayableGrp',
      'UnsecuredNotesLoansPayable',
    ),
    ...balance('25', 'Other liabilities', 'OtherLiabilitiesGrp', 'OtherLiabilities'),
    ...balance('26', 'Total liabilities', 'TotalLiabilitiesGrp', 'TotalLiabilities'),
    {
      path: '/IRS990/NoDonorRestrictionNetAssetsGrp',
      label: 'Net assets without donor restrictions',
      line: 'Part X, line 27',
    },
    {
      path: '/IRS990/DonorRestrictionNetAssetsGrp',
      label: 'Net assets with donor restrictions',
      line: 'Part X, line 28',
    },
    ...balance(
      '27',
      'Unrestricted net assets',
      'UnrestrictedNetAssetsGrp',
      'UnrestrictedNetAssets',
    ),
    ...balance(
      '28',
      'Temporarily restricted net assets',
      'TemporarilyRstrNetAssetsGrp',
      'TemporarilyRestrictedNetAssets',
    ),
    ...balance(
      '29',
      'Permanently restricted net assets',
      'PermanentlyRstrNetAssetsGrp',
      'PermanentlyRestrictedNetAssets',
    ),
    ...balance(
      '30',
      'Capital stock, trust principal or current funds',
      'CapStkTrPrinCurrentFundsGrp',
      'CapStckTrstPrinCurrentFunds',
      moved(29),
    ),
    ...balance(
      '31',
      'Paid-in or capital surplus, or land, building and equipment fund',
      'PdInCapSrplsLandBldgEqpFundGrp',
      'PaidInCapSrplsLandBldgEqpFund',
      moved(30),
    ),
    ...balance(
      '32',
      'Retained earnings, endowment or other funds',
      'RtnEarnEndowmentIncmOthFndsGrp',
      'RetainedEarningsEndowmentEtc',
      moved(31),
    ),
    ...balance(
      '33',
      'Total net assets or fund balances',
      'TotalNetAssetsFundBalanceGrp',
      'TotalNetAssetsFundBalances',
      moved(32),
    ),
    ...balance(
      '34',
      'Total liabilities and net assets',
      'TotLiabNetAssetsFundBalanceGrp',
      'TotalLiabNetAssetsFundBalances',
      moved(33),
    ),
  ],
  columns: {
    beginning: money('Beginning of year', ['BOYAmt', 'BOY'], 'column (A)'),
    end: money('End of year', ['EOYAmt', 'EOY'], 'column (B)'),
    amount: money('Amount', []),
  },
}

const reconciliation = leafBuilder('Part XI', '/IRS990')

/**
 * Form 990, Part XI; its lines 1, 2, 4 and 10 repeat other parts and have no leaves of their own.
 * Lines 5 to 9 are of 2012 and later: before, line 5 was all other changes.
 */
export const RECONCILIATION_990: TableDefinition = {
  label: 'Reconciliation of net assets',
  form: '990',
  line: 'Part XI',
  rows: [
    ...reconciliation('3', 'Revenue less expenses', [
      'ReconcilationRevenueExpnssAmt',
      'ReconcilationRevenueExpenses',
    ]),
    ...reconciliation('5', 'Net unrealized gains or losses on investments', [
      'NetUnrlzdGainsLossesInvstAmt',
      'ReconciliationUnrealizedInvest',
    ]),
    ...reconciliation('6', 'Donated services and use of facilities', [
      'DonatedServicesAndUseFcltsAmt',
      'ReconcilationDonatedServices',
    ]),
    ...reconciliation('7', 'Investment expenses', [
      'InvestmentExpenseAmt',
      'ReconcilationInvestExpenses',
    ]),
    ...reconciliation('8', 'Prior period adjustments', [
      'PriorPeriodAdjustmentsAmt',
      'ReconcilationPriorAdjustment',
    ]),
    ...reconciliation('9', 'Other changes in net assets', ['OtherChangesInNetAssetsAmt']),
    {
      path: '/IRS990/ReconcilationOtherChanges',
      label: 'Other changes in net assets',
      line: 'Part XI, line 5',
      moved: { since: '2012v2.0', line: 'Part XI, line 9' },
    },
  ],
  columns: { amount: money('Amount', ['']) },
}
