import type { FactPaths } from './definitions.ts'

/**
 * Form 990: the yes-or-no lines and counts of Parts III to VII and of the heading, with names since
 * 2013, then those of 2009–2012, then the wrappers before. Source as in paths-990.ts.
 */
export const PATHS_990_CHECKLISTS = {
  newPrograms: [
    ['/IRS990/SignificantNewProgramSrvcInd', 'Part III, line 2'],
    ['/IRS990/SignificantNewProgramServices', 'Part III, line 2'],
    ['/IRS990/Form990PartIII/SignificantNewProgramServices', 'Part III, line 2'],
  ],
  changedPrograms: [
    ['/IRS990/SignificantChangeInd', 'Part III, line 3'],
    ['/IRS990/SignificantChange', 'Part III, line 3'],
    ['/IRS990/Form990PartIII/SignificantChange', 'Part III, line 3'],
  ],
  otherProgramExpenses: [
    ['/IRS990/TotalOtherProgSrvcExpenseAmt', 'Part III, line 4d'],
    ['/IRS990/TotalOfOtherProgramServiceExp', 'Part III, line 4d'],
    ['/IRS990/Form990PartIII/TotalOfOtherProgramServiceExp', 'Part III, line 4d'],
  ],
  otherProgramGrants: [
    ['/IRS990/TotalOtherProgSrvcGrantAmt', 'Part III, line 4d'],
    ['/IRS990/TotalOfOtherProgramServiceGrnt', 'Part III, line 4d'],
    ['/IRS990/Form990PartIII/TotalOfOtherProgramServiceGrnt', 'Part III, line 4d'],
  ],
  otherProgramRevenue: [
    ['/IRS990/TotalOtherProgSrvcRevenueAmt', 'Part III, line 4d'],
    ['/IRS990/TotalOfOtherProgramServiceRev', 'Part III, line 4d'],
    ['/IRS990/Form990PartIII/TotalOfOtherProgramServiceRev', 'Part III, line 4d'],
  ],
  describedIn501c3: [
    ['/IRS990/DescribedInSection501c3Ind', 'Part IV, line 1'],
    ['/IRS990/DescribedIn501C3', 'Part IV, line 1'],
    ['/IRS990/Form990PartIV/DescribedIn501C3', 'Part IV, line 1'],
  ],
  contributorsListed: [
    ['/IRS990/ScheduleBRequiredInd', 'Part IV, line 2'],
    ['/IRS990/ScheduleBRequired', 'Part IV, line 2'],
    ['/IRS990/Form990PartIV/ScheduleBRequired', 'Part IV, line 2'],
  ],
  politicalActivities: [
    ['/IRS990/PoliticalCampaignActyInd', 'Part IV, line 3'],
    ['/IRS990/PoliticalActivities', 'Part IV, line 3'],
    ['/IRS990/Form990PartIV/PoliticalActivities', 'Part IV, line 3'],
  ],
  lobbyingActivities: [
    ['/IRS990/LobbyingActivitiesInd', 'Part IV, line 4'],
    ['/IRS990/LobbyingActivities', 'Part IV, line 4'],
    ['/IRS990/Form990PartIV/LobbyingActivities', 'Part IV, line 4'],
  ],
  subjectToProxyTax: [
    ['/IRS990/SubjectToProxyTaxInd', 'Part IV, line 5'],
    ['/IRS990/SubjectToProxyTax', 'Part IV, line 5'],
    ['/IRS990/Form990PartIV/SubjectToProxyTax', 'Part IV, line 5'],
  ],
  conservationEasements: [
    ['/IRS990/ConservationEasementsInd', 'Part IV, line 7'],
    ['/IRS990/ConservationEasements', 'Part IV, line 7'],
    ['/IRS990/Form990PartIV/ConservationEasements', 'Part IV, line 7'],
  ],
  artCollections: [
    ['/IRS990/CollectionsOfArtInd', 'Part IV, line 8'],
    ['/IRS990/CollectionsOfArt', 'Part IV, line 8'],
    ['/IRS990/Form990PartIV/CollectionsOfArt', 'Part IV, line 8'],
  ],
  escrowOrCounseling: [
    ['/IRS990/CreditCounselingInd', 'Part IV, line 9'],
    ['/IRS990/CreditCounseling', 'Part IV, line 9'],
    ['/IRS990/Form990PartIV/CreditCounseling', 'Part IV, line 9'],
  ],
  endowments: [
    ['/IRS990/DonorRstrOrQuasiEndowmentsInd', 'Part IV, line 10'],
    ['/IRS990/TempOrPermanentEndowmentsInd', 'Part IV, line 10'],
    ['/IRS990/TermOrPermanentEndowments', 'Part IV, line 10'],
    ['/IRS990/Form990PartIV/TermOrPermanentEndowments', 'Part IV, line 10'],
  ],
  reportsPropertyDetail: [
    ['/IRS990/ReportLandBuildingEquipmentInd', 'Part IV, line 11a'],
    ['/IRS990/ReportLandBldgEquip', 'Part IV, line 11a'],
  ],
  reportsOtherSecurities: [
    ['/IRS990/ReportInvestmentsOtherSecInd', 'Part IV, line 11b'],
    ['/IRS990/ReportInvestOthSecurities', 'Part IV, line 11b'],
  ],
  reportsProgramInvestments: [
    ['/IRS990/ReportProgramRelatedInvstInd', 'Part IV, line 11c'],
    ['/IRS990/ReportProgRelInvest', 'Part IV, line 11c'],
  ],
  reportsOtherAssets: [
    ['/IRS990/ReportOtherAssetsInd', 'Part IV, line 11d'],
    ['/IRS990/ReportOtherAssets', 'Part IV, line 11d'],
  ],
  reportsOtherLiabilities: [
    ['/IRS990/ReportOtherLiabilitiesInd', 'Part IV, line 11e'],
    ['/IRS990/ReportOtherLiabilities', 'Part IV, line 11e'],
  ],
  uncertainTaxFootnote: [
    ['/IRS990/IncludeFIN48FootnoteInd', 'Part IV, line 11f'],
    ['/IRS990/ReportFin48Footnote', 'Part IV, line 11f'],
  ],
  ownAuditedStatements: [
    ['/IRS990/IndependentAuditFinclStmtInd', 'Part IV, line 12a'],
    ['/IRS990/IndependentAuditFinancialStmt', 'Part IV, line 12a'],
  ],
  consolidatedAuditedStatements: [
    ['/IRS990/ConsolidatedAuditFinclStmtInd', 'Part IV, line 12b'],
    ['/IRS990/ConsolidatedAuditFinancialStmt', 'Part IV, line 12b'],
  ],
  operatesSchool: [
    ['/IRS990/SchoolOperatingInd', 'Part IV, line 13'],
    ['/IRS990/School', 'Part IV, line 13'],
    ['/IRS990/Form990PartIV/School', 'Part IV, line 13'],
  ],
  operatesHospital: [
    ['/IRS990/OperateHospitalInd', 'Part IV, line 20a'],
    ['/IRS990/Hospital', 'Part IV, line 20a'],
    ['/IRS990/Form990PartIV/Hospital', 'Part IV, line 20a'],
  ],
  hospitalStatementsAttached: [
    ['/IRS990/AuditedFinancialStmtAttInd', 'Part IV, line 20b'],
    ['/IRS990/AuditedFinancialStatements', 'Part IV, line 20b'],
    ['/IRS990/FinancialStmtAttached', 'Part IV, line 20b'],
    ['/IRS990/Form990PartIV/AuditedFinancialStatements', 'Part IV, line 20b'],
  ],
  compensationSchedule: [
    ['/IRS990/ScheduleJRequiredInd', 'Part IV, line 23'],
    ['/IRS990/ScheduleJRequired', 'Part IV, line 23'],
    ['/IRS990/Form990PartIV/PartVII_3_4_Or_5EqualYes', 'Part IV, line 23'],
  ],
  taxExemptBonds: [
    ['/IRS990/TaxExemptBondsInd', 'Part IV, line 24a'],
    ['/IRS990/TaxExemptBonds', 'Part IV, line 24a'],
    ['/IRS990/Form990PartIV/TaxExemptBonds', 'Part IV, line 24a'],
  ],
  bondProceedsInvested: [
    ['/IRS990/InvestTaxExemptBondsInd', 'Part IV, line 24b'],
    ['/IRS990/InvestTaxExemptBonds', 'Part IV, line 24b'],
  ],
  bondEscrow: [
    ['/IRS990/EscrowAccountInd', 'Part IV, line 24c'],
    ['/IRS990/EscrowAccount', 'Part IV, line 24c'],
    ['/IRS990/Form990PartIV/EscrowAccount', 'Part IV, line 24c'],
  ],
  bondIssuerOnBehalf: [
    ['/IRS990/OnBehalfOfIssuerInd', 'Part IV, line 24d'],
    ['/IRS990/OnBehalfOfIssuer', 'Part IV, line 24d'],
    ['/IRS990/Form990PartIV/OnBehalfOfIssuer', 'Part IV, line 24d'],
  ],
  largeNoncashContributions: [
    ['/IRS990/DeductibleNonCashContriInd', 'Part IV, line 29'],
    ['/IRS990/DeductibleNonCashContributions', 'Part IV, line 29'],
    ['/IRS990/Form990PartIV/DeductibleNonCashContributions', 'Part IV, line 29'],
  ],
  artOrConservationGifts: [
    ['/IRS990/DeductibleArtContributionInd', 'Part IV, line 30'],
    ['/IRS990/DeductibleContributionsOfArt', 'Part IV, line 30'],
    ['/IRS990/Form990PartIV/DeductibleContributionsOfArt', 'Part IV, line 30'],
  ],
  terminatedOperations: [
    ['/IRS990/TerminateOperationsInd', 'Part IV, line 31'],
    ['/IRS990/Terminated', 'Part IV, line 31'],
    ['/IRS990/Form990PartIV/Terminated', 'Part IV, line 31'],
  ],
  disposedOfAssets: [
    ['/IRS990/PartialLiquidationInd', 'Part IV, line 32'],
    ['/IRS990/PartialLiquidation', 'Part IV, line 32'],
    ['/IRS990/Form990PartIV/PartialLiquidation', 'Part IV, line 32'],
  ],
  ownsDisregardedEntity: [
    ['/IRS990/DisregardedEntityInd', 'Part IV, line 33'],
    ['/IRS990/DisregardedEntity', 'Part IV, line 33'],
    ['/IRS990/Form990PartIV/DisregardedEntity', 'Part IV, line 33'],
  ],
  relatedToEntity: [
    ['/IRS990/RelatedEntityInd', 'Part IV, line 34'],
    ['/IRS990/RelatedEntity', 'Part IV, line 34'],
    ['/IRS990/Form990PartIV/RelatedEntity', 'Part IV, line 34'],
  ],
  controlsEntity: [
    ['/IRS990/RelatedOrganizationCtrlEntInd', 'Part IV, line 35a'],
    ['/IRS990/RelatedOrgControlledEntity', 'Part IV, line 35a'],
    ['/IRS990/Form990PartIV/RelatedOrgControlledEntity', 'Part IV, line 35a'],
  ],
  transactionsWithControlledEntity: [
    ['/IRS990/TransactionWithControlEntInd', 'Part IV, line 35b'],
    ['/IRS990/TransactionRelatedEntity', 'Part IV, line 35b'],
  ],
  transfersToNoncharitable: [
    ['/IRS990/TrnsfrExmptNonChrtblRltdOrgInd', 'Part IV, line 36'],
    ['/IRS990/TransfersToExemptNonChrtblOrg', 'Part IV, line 36'],
    ['/IRS990/Form990PartIV/TransfersToExemptNonChrtblOrg', 'Part IV, line 36'],
  ],
  partnershipActivities: [
    ['/IRS990/ActivitiesConductedPrtshpInd', 'Part IV, line 37'],
    ['/IRS990/ActivitiesConductedPartnership', 'Part IV, line 37'],
    ['/IRS990/Form990PartIV/ActivitiesConductedPartnership', 'Part IV, line 37'],
  ],
  explanationsAttached: [
    ['/IRS990/ScheduleORequiredInd', 'Part IV, line 38'],
    ['/IRS990/ScheduleORequired', 'Part IV, line 38'],
  ],
  informationReturns: [
    ['/IRS990/IRPDocumentCnt', 'Part V, line 1a'],
    ['/IRS990/NumberFormsTransmittedWith1096', 'Part V, line 1a'],
  ],
  gamblingReturns: [
    ['/IRS990/IRPDocumentW2GCnt', 'Part V, line 1b'],
    ['/IRS990/NumberW2GIncluded', 'Part V, line 1b'],
    ['/IRS990/Form990PartV/NumberW2GIncludedIn1A', 'Part V, line 1b'],
  ],
  backupWithholding: [
    ['/IRS990/BackupWthldComplianceInd', 'Part V, line 1c'],
    ['/IRS990/ComplianceWithBackupWitholding', 'Part V, line 1c'],
    ['/IRS990/Form990PartV/ComplianceWithBackupWitholding', 'Part V, line 1c'],
  ],
  employmentTaxReturns: [
    ['/IRS990/EmploymentTaxReturnsFiledInd', 'Part V, line 2b'],
    ['/IRS990/EmploymentTaxReturnsFiled', 'Part V, line 2b'],
    ['/IRS990/Form990PartV/EmploymentTaxReturnsFiled', 'Part V, line 2b'],
  ],
  unrelatedIncomeOverLimit: [
    ['/IRS990/UnrelatedBusIncmOverLimitInd', 'Part V, line 3a'],
    ['/IRS990/UnrelatedBusinessIncome', 'Part V, line 3a'],
    ['/IRS990/Form990PartV/UnrelatedBusinessIncome', 'Part V, line 3a'],
  ],
  taxShelter: [
    ['/IRS990/ProhibitedTaxShelterTransInd', 'Part V, line 5a'],
    ['/IRS990/ProhibitedTaxShelterTrans', 'Part V, line 5a'],
    ['/IRS990/Form990PartV/ProhibitedTaxShelterTrans', 'Part V, line 5a'],
  ],
  taxShelterNotified: [
    ['/IRS990/TaxablePartyNotificationInd', 'Part V, line 5b'],
    ['/IRS990/TaxablePartyNotification', 'Part V, line 5b'],
    ['/IRS990/Form990PartV/TaxablePartyNotification', 'Part V, line 5b'],
  ],
  nondeductibleContributions: [
    ['/IRS990/NondeductibleContributionsInd', 'Part V, line 6a'],
    ['/IRS990/NonDeductibleContributions', 'Part V, line 6a'],
    ['/IRS990/Form990PartV/NonDeductibleContributions', 'Part V, line 6a'],
  ],
  nondeductibleDisclosed: [
    ['/IRS990/NondeductibleContriDisclInd', 'Part V, line 6b'],
    ['/IRS990/NonDeductibleDisclosure', 'Part V, line 6b'],
    ['/IRS990/Form990PartV/NonDeductibleDisclosure', 'Part V, line 6b'],
  ],
  quidProQuoContributions: [
    ['/IRS990/QuidProQuoContributionsInd', 'Part V, line 7a'],
    ['/IRS990/QuidProQuoContributions', 'Part V, line 7a'],
    ['/IRS990/Form990PartV/QuidProQuoContributions', 'Part V, line 7a'],
  ],
  quidProQuoDisclosed: [
    ['/IRS990/QuidProQuoContriDisclInd', 'Part V, line 7b'],
    ['/IRS990/QuidProQuoDisclosure', 'Part V, line 7b'],
    ['/IRS990/Form990PartV/QuidProQuoDisclosure', 'Part V, line 7b'],
  ],
  donatedPropertySold: [
    ['/IRS990/Form8282PropertyDisposedOfInd', 'Part V, line 7c'],
    ['/IRS990/Form8282PropertyDisposedOf', 'Part V, line 7c'],
    ['/IRS990/Form990PartV/Form8282PropertyDisposedOf', 'Part V, line 7c'],
  ],
  donatedPropertyForms: [
    ['/IRS990/Form8282FiledCnt', 'Part V, line 7d'],
    ['/IRS990/NumberOf8282Filed', 'Part V, line 7d'],
    ['/IRS990/Form990PartV/NumberOf8282Filed', 'Part V, line 7d'],
  ],
  benefitContractFunds: [
    ['/IRS990/RcvFndsToPayPrsnlBnftCntrctInd', 'Part V, line 7e'],
    ['/IRS990/FundsToPayPremiums', 'Part V, line 7e'],
    ['/IRS990/Form990PartV/FundsToPayPremiums', 'Part V, line 7e'],
  ],
  benefitContractPremiums: [
    ['/IRS990/PayPremiumsPrsnlBnftCntrctInd', 'Part V, line 7f'],
    ['/IRS990/PremiumsPaid', 'Part V, line 7f'],
    ['/IRS990/Form990PartV/PremiumsPaid', 'Part V, line 7f'],
  ],
  intellectualPropertyForms: [
    ['/IRS990/Form8899Filedind', 'Part V, line 7g'],
    ['/IRS990/Form8899Filed', 'Part V, line 7g'],
    ['/IRS990/Form990PartV/Form8899Filed', 'Part V, line 7g'],
  ],
  vehicleForms: [
    ['/IRS990/Form1098CFiledInd', 'Part V, line 7h'],
    ['/IRS990/Form1098CFiled', 'Part V, line 7h'],
    ['/IRS990/Form990PartV/Form1098CFiled', 'Part V, line 7h'],
  ],
  excessBusinessHoldings: [
    ['/IRS990/DAFExcessBusinessHoldingsInd', 'Part V, line 8'],
    ['/IRS990/ExcessBusinessHoldingsInd', 'Part V, line 8'],
    ['/IRS990/ExcessBusinessHoldings', 'Part V, line 8'],
    ['/IRS990/Form990PartV/ExcessBusinessHoldings', 'Part V, line 8'],
  ],
  taxableDistributions: [
    ['/IRS990/TaxableDistributionsInd', 'Part V, line 9a'],
    ['/IRS990/TaxableDistributions', 'Part V, line 9a'],
    ['/IRS990/Form990PartV/TaxableDistributions', 'Part V, line 9a'],
  ],
  distributionsToDonors: [
    ['/IRS990/DistributionToDonorInd', 'Part V, line 9b'],
    ['/IRS990/DistributionToDonor', 'Part V, line 9b'],
    ['/IRS990/Form990PartV/DistributionToDonor', 'Part V, line 9b'],
  ],
  filedInLieuOf1041: [
    ['/IRS990/OrgFiledInLieuOfForm1041Ind', 'Part V, line 12a'],
    ['/IRS990/FiledLieu1041', 'Part V, line 12a'],
    ['/IRS990/Form990PartV/FiledLieu1041', 'Part V, line 12a'],
  ],
  licensedInStates: [
    ['/IRS990/LicensedMoreThanOneStateInd', 'Part V, line 13a'],
    ['/IRS990/LicensedMoreThanOneState', 'Part V, line 13a'],
  ],
  indoorTanning: [
    ['/IRS990/IndoorTanningServicesInd', 'Part V, line 14a'],
    ['/IRS990/IndoorTanningServices', 'Part V, line 14a'],
  ],
  excessRemunerationTax: [['/IRS990/SubjToTaxRmnrtnExPrchtPymtInd', 'Part V, line 15']],
  educationalInvestmentTax: [['/IRS990/SubjectToExcsTaxNetInvstIncInd', 'Part V, line 16']],
  hasMembers: [
    ['/IRS990/MembersOrStockholdersInd', 'Part VI, Section A, line 6'],
    ['/IRS990/MembersOrStockholders', 'Part VI, Section A, line 6'],
    ['/IRS990/Form990PartVI/MembersOrStockholders', 'Part VI, Section A, line 6'],
  ],
  membersElectBoard: [
    ['/IRS990/ElectionOfBoardMembersInd', 'Part VI, Section A, line 7a'],
    ['/IRS990/ElectionOfBoardMembers', 'Part VI, Section A, line 7a'],
    ['/IRS990/Form990PartVI/ElectionOfBoardMembers', 'Part VI, Section A, line 7a'],
  ],
  decisionsNeedApproval: [
    ['/IRS990/DecisionsSubjectToApprovaInd', 'Part VI, Section A, line 7b'],
    ['/IRS990/DecisionsSubjectToApproval', 'Part VI, Section A, line 7b'],
    ['/IRS990/Form990PartVI/DecisionsSubjectToApproval', 'Part VI, Section A, line 7b'],
  ],
  officerReachedElsewhere: [
    ['/IRS990/OfficerMailingAddressInd', 'Part VI, Section A, line 9'],
    ['/IRS990/OfficerMailingAddress', 'Part VI, Section A, line 9'],
    ['/IRS990/Form990PartVI/OfficerMailingAddress', 'Part VI, Section A, line 9'],
  ],
  localChapters: [
    ['/IRS990/LocalChaptersInd', 'Part VI, Section B, line 10a'],
    ['/IRS990/LocalChapters', 'Part VI, Section B, line 10a'],
    ['/IRS990/Form990PartVI/LocalChapters', 'Part VI, Section B, line 10a'],
  ],
  chapterPolicies: [
    ['/IRS990/PoliciesReferenceChaptersInd', 'Part VI, Section B, line 10b'],
    ['/IRS990/PoliciesReferenceChapters', 'Part VI, Section B, line 10b'],
    ['/IRS990/Form990PartVI/PoliciesReferenceChapters', 'Part VI, Section B, line 10b'],
  ],
  jointVenture: [
    ['/IRS990/InvestmentInJointVentureInd', 'Part VI, Section B, line 16a'],
    ['/IRS990/InvestmentInJointVenture', 'Part VI, Section B, line 16a'],
    ['/IRS990/Form990PartVI/InvestmentInJointVenture', 'Part VI, Section B, line 16a'],
  ],
  jointVenturePolicy: [
    ['/IRS990/WrittenPolicyOrProcedureInd', 'Part VI, Section B, line 16b'],
    ['/IRS990/WrittenPolicyOrProcedure', 'Part VI, Section B, line 16b'],
    ['/IRS990/Form990PartVI/WrittenPolicyOrProcedure', 'Part VI, Section B, line 16b'],
  ],
  nobodyPaid: [
    ['/IRS990/NoListedPersonsCompensatedInd', 'Part VII, Section A, line 1a'],
    ['/IRS990/NoListedPersonsCompensated', 'Part VII, Section A, line 1a'],
  ],
  peopleOver100k: [
    ['/IRS990/IndivRcvdGreaterThan100KCnt', 'Part VII, Section A, line 2'],
    ['/IRS990/NumberIndividualsGT100K', 'Part VII, Section A, line 2'],
  ],
  formerOfficersListed: [
    ['/IRS990/FormerOfcrEmployeesListedInd', 'Part VII, Section A, line 3'],
    ['/IRS990/FormersListed', 'Part VII, Section A, line 3'],
  ],
  paidOver150k: [
    ['/IRS990/TotalCompGreaterThan150KInd', 'Part VII, Section A, line 4'],
    ['/IRS990/TotalCompGT150K', 'Part VII, Section A, line 4'],
  ],
  paidByOthers: [
    ['/IRS990/CompensationFromOtherSrcsInd', 'Part VII, Section A, line 5'],
    ['/IRS990/CompensationFromOtherSources', 'Part VII, Section A, line 5'],
  ],
  contractorsOver100k: [
    ['/IRS990/CntrctRcvdGreaterThan100KCnt', 'Part VII, Section B, line 2'],
    ['/IRS990/NumberOfContractorsGT100K', 'Part VII, Section B, line 2'],
    ['/IRS990/Form990PartVIISectionB/NumberOfContractorsGT100K', 'Part VII, Section B, line 2'],
  ],
  otherAccounting: [
    ['/IRS990/MethodOfAccountingOtherInd', 'Part XII, line 1'],
    ['/IRS990/MethodOfAccountingOther', 'Part XII, line 1'],
    ['/IRS990/Form990PartXI/MethodOfAccountingOther', 'Part XII, line 1'],
  ],
  affiliatesIncluded: [
    ['/IRS990/AllAffiliatesIncludedInd', 'Heading, item H(b)'],
    ['/IRS990/AllAffiliatesIncluded', 'Heading, item H(b)'],
    ['/IRS990/Form990PartI/AllAffiliatesIncluded', 'Heading, item H(b)'],
  ],
  discontinuedOperations: [
    ['/IRS990/ContractTerminationInd', 'Part I, line 2'],
    ['/IRS990/TerminationOrContraction', 'Part I, line 2'],
    ['/IRS990/Form990PartI/TerminationOrContraction', 'Part I, line 2'],
  ],
  isCorporation: [
    ['/IRS990/TypeOfOrganizationCorpInd', 'Heading, item K'],
    ['/IRS990/TypeOfOrganizationCorporation', 'Heading, item K'],
    ['/IRS990/Form990PartI/TypeOfOrganizationCorporation', 'Heading, item K'],
  ],
  isTrust: [
    ['/IRS990/TypeOfOrganizationTrustInd', 'Heading, item K'],
    ['/IRS990/TypeOfOrganizationTrust', 'Heading, item K'],
    ['/IRS990/Form990PartI/TypeOfOrganizationTrust', 'Heading, item K'],
  ],
  isAssociation: [
    ['/IRS990/TypeOfOrganizationAssocInd', 'Heading, item K'],
    ['/IRS990/TypeOfOrganizationAssociation', 'Heading, item K'],
    ['/IRS990/Form990PartI/TypeOfOrganizationAssociation', 'Heading, item K'],
  ],
  isOtherType: [
    ['/IRS990/TypeOfOrganizationOtherInd', 'Heading, item K'],
    ['/IRS990/TypeOfOrganizationOther', 'Heading, item K'],
    ['/IRS990/Form990PartI/TypeOfOrganizationOther', 'Heading, item K'],
  ],
} as const satisfies FactPaths
