import type { FactPaths } from './definitions.ts'

/**
 * Form 990-PF: what it answers of its activities and of dealings with disqualified persons (Part
 * VII-A and VII-B, from 2021v4.0 Part VI-A and VI-B). Names since 2013, then those of 2012.
 */
export const PATHS_990PF_CHECKLISTS = {
  unrelatedIncomeOverLimit: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/UnrelatedBusIncmOverLimitInd',
      'Part VII-A, line 4a',
      '2021v4.0',
      'Part VI-A, line 4a',
    ],
  ],
  taxShelter: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/ProhibitedTaxShelterTransInd',
      'Part VII-B, line 7a',
      '2021v4.0',
      'Part VI-B, line 7a',
    ],
  ],
  benefitContractFunds: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/RcvFndsToPayPrsnlBnftCntrctInd',
      'Part VII-B, line 6a',
      '2021v4.0',
      'Part VI-B, line 6a',
    ],
  ],
  benefitContractPremiums: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/PayPremiumsPrsnlBnftCntrctInd',
      'Part VII-B, line 6b',
      '2021v4.0',
      'Part VI-B, line 6b',
    ],
  ],
  excessRemunerationTax: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/SubjToTaxRmnrtnExPrchtPymtInd',
      'Part VII-B, line 8',
      '2021v4.0',
      'Part VI-B, line 8',
    ],
  ],
  otherAccounting: [['/IRS990PF/MethodOfAccountingOtherInd', 'Heading, item J']],
  newActivities: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/ActivitiesNotPreviouslyRptInd',
      'Part VII-A, line 2',
      '2021v4.0',
      'Part VI-A, line 2',
    ],
  ],
  dissolvedOrContracted: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/OrganizationDissolvedEtcInd',
      'Part VII-A, line 5',
      '2021v4.0',
      'Part VI-A, line 5',
    ],
  ],
  politicalReturnFiled: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/Form1120POLFiledInd',
      'Part VII-A, line 1c',
      '2021v4.0',
      'Part VI-A, line 1c',
    ],
  ],
  triedToInfluencePolitics: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/LegislativePoliticalActyInd',
      'Part VII-A, line 1a',
      '2021v4.0',
      'Part VI-A, line 1a',
    ],
  ],
  spentOver100OnPolitics: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/MoreThan100SpentInd',
      'Part VII-A, line 1b',
      '2021v4.0',
      'Part VI-A, line 1b',
    ],
  ],
  changedDocuments: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/ChangesToArticlesOrBylawsInd',
      'Part VII-A, line 3',
      '2021v4.0',
      'Part VI-A, line 3',
    ],
  ],
  unrelatedReturnFiled: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/Form990TFiledInd',
      'Part VII-A, line 4b',
      '2021v4.0',
      'Part VI-A, line 4b',
    ],
  ],
  governingProvisions: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/Section508eRqrSatisfiedInd',
      'Part VII-A, line 6',
      '2021v4.0',
      'Part VI-A, line 6',
    ],
  ],
  assetsOver5000: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/AtLeast5000InAssetsInd',
      'Part VII-A, line 7',
      '2021v4.0',
      'Part VI-A, line 7',
    ],
  ],
  copyToAttorneyGeneral: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/Form990PFFiledWithAttyGenInd',
      'Part VII-A, line 8b',
      '2021v4.0',
      'Part VI-A, line 8b',
    ],
  ],
  operatingFoundation: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/PrivateOperatingFoundationInd',
      'Part VII-A, line 9',
      '2021v4.0',
      'Part VI-A, line 9',
    ],
  ],
  newSubstantialContributors: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/NewSubstantialContributorsInd',
      'Part VII-A, line 10',
      '2021v4.0',
      'Part VI-A, line 10',
    ],
  ],
  ownsControlledEntity: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/OwnControlledEntityInd',
      'Part VII-A, line 11',
      '2021v4.0',
      'Part VI-A, line 11',
    ],
  ],
  distributionToDonorAdvisedFund: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/DonorAdvisedFundInd',
      'Part VII-A, line 12',
      '2021v4.0',
      'Part VI-A, line 12',
    ],
  ],
  publicInspection: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/ComplyWithPublicInspRqrInd',
      'Part VII-A, line 13',
      '2021v4.0',
      'Part VI-A, line 13',
    ],
  ],
  foreignAccount: [
    [
      '/IRS990PF/StatementsRegardingActyGrp/ForeignAccountsQuestionInd',
      'Part VII-A, line 16',
      '2021v4.0',
      'Part VI-A, line 16',
    ],
  ],
  saleToDisqualifiedPerson: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/SaleOrExchDisqualifiedPrsnInd',
      'Part VII-B, line 1a(1)',
      '2021v4.0',
      'Part VI-B, line 1a(1)',
    ],
  ],
  loanWithDisqualifiedPerson: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/BrrwOrLendDisqualifiedPrsnInd',
      'Part VII-B, line 1a(2)',
      '2021v4.0',
      'Part VI-B, line 1a(2)',
    ],
  ],
  goodsToDisqualifiedPerson: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/FurnGoodsDisqualifiedPrsnInd',
      'Part VII-B, line 1a(3)',
      '2021v4.0',
      'Part VI-B, line 1a(3)',
    ],
  ],
  payToDisqualifiedPerson: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/PayCompDisqualifiedPrsnInd',
      'Part VII-B, line 1a(4)',
      '2021v4.0',
      'Part VI-B, line 1a(4)',
    ],
  ],
  assetsToDisqualifiedPerson: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/TransferAstDisqualifiedPrsnInd',
      'Part VII-B, line 1a(5)',
      '2021v4.0',
      'Part VI-B, line 1a(5)',
    ],
  ],
  payToOfficials: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/PaymentToGovernmentOfficialInd',
      'Part VII-B, line 1a(6)',
      '2021v4.0',
      'Part VI-B, line 1a(6)',
    ],
  ],
  actsNotExcepted: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/ActsFailToQlfyAsExceptionsInd',
      'Part VII-B, line 1b',
      '2021v4.0',
      'Part VI-B, line 1b',
    ],
  ],
  uncorrectedActs: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/UncorrectedPriorActsInd',
      'Part VII-B, line 1c',
      '2021v4.0',
      'Part VI-B, line 1c',
    ],
  ],
  undistributedPriorIncome: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/UndistributedIncomePYInd',
      'Part VII-B, line 2a',
      '2021v4.0',
      'Part VI-B, line 2a',
    ],
  ],
  businessHoldings: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/BusinessHoldingsInd',
      'Part VII-B, line 3a',
      '2021v4.0',
      'Part VI-B, line 3a',
    ],
  ],
  jeopardyInvestments: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/JeopardyInvestmentsInd',
      'Part VII-B, line 4a',
      '2021v4.0',
      'Part VI-B, line 4a',
    ],
  ],
  uncorrectedInvestments: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/UncorrectedPYJeopardyInvstInd',
      'Part VII-B, line 4b',
      '2021v4.0',
      'Part VI-B, line 4b',
    ],
  ],
  influencedLegislation: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/InfluenceLegislationInd',
      'Part VII-B, line 5a(1)',
      '2021v4.0',
      'Part VI-B, line 5a(1)',
    ],
  ],
  influencedElections: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/InfluenceElectionInd',
      'Part VII-B, line 5a(2)',
      '2021v4.0',
      'Part VI-B, line 5a(2)',
    ],
  ],
  foundationGrantsToIndividuals: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/GrantsToIndividualsInd',
      'Part VII-B, line 5a(3)',
      '2021v4.0',
      'Part VI-B, line 5a(3)',
    ],
  ],
  grantsToNoncharities: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/GrantsToOrganizationsInd',
      'Part VII-B, line 5a(4)',
      '2021v4.0',
      'Part VI-B, line 5a(4)',
    ],
  ],
  noncharitablePurposes: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/NoncharitablePurposeInd',
      'Part VII-B, line 5a(5)',
      '2021v4.0',
      'Part VI-B, line 5a(5)',
    ],
  ],
  transactionsNotExcepted: [
    [
      '/IRS990PF/StatementsRegardingActy4720Grp/TransactionsFailToQlfyAsExcInd',
      'Part VII-B, line 5b',
      '2021v4.0',
      'Part VI-B, line 5b',
    ],
  ],
  isExemptFoundation: [['/IRS990PF/Organization501c3ExemptPFInd', 'Heading, item H']],
  isFoundationTrust: [['/IRS990PF/Organization4947a1TrtdPFInd', 'Heading, item H']],
  isTaxableFoundation: [['/IRS990PF/Organization501c3TaxablePFInd', 'Heading, item H']],
} as const satisfies FactPaths
