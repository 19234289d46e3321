import type { FactPaths } from './definitions.ts'
import { PATHS_SCHEDULE_G } from './paths-schedules.ts'

/**
 * Form 990-EZ: the lines of Parts V and VI and of its Schedule G that stand once. Names since 2013,
 * then those before.
 */
export const PATHS_990EZ_CHECKLISTS = {
  politicalActivities: [
    ['/IRS990EZ/PoliticalCampaignActyInd', 'Part V, line 46'],
    ['/IRS990EZ/EngagePoliticalCmpgnActivities', 'Part V, line 46'],
  ],
  lobbyingActivities: [
    ['/IRS990EZ/LobbyingActivitiesInd', 'Part VI, line 47'],
    ['/IRS990EZ/EngageInLobbyingActivities', 'Part VI, line 47'],
  ],
  subjectToProxyTax: [
    ['/IRS990EZ/SubjectToProxyTaxInd', 'Part V, line 35c'],
    ['/IRS990EZ/SubjectToProxyTax', 'Part V, line 35c'],
  ],
  operatesSchool: [
    ['/IRS990EZ/SchoolOperatingInd', 'Part VI, line 48'],
    ['/IRS990EZ/OperatingSchool', 'Part VI, line 48'],
  ],
  operatesHospital: [
    ['/IRS990EZ/OperateHospitalInd', 'Part V, line 44b'],
    ['/IRS990EZ/DoesOrgHaveHospital', 'Part V, line 44b'],
  ],
  controlsEntity: [
    ['/IRS990EZ/RelatedOrganizationCtrlEntInd', 'Part V, line 45a'],
    ['/IRS990EZ/RelatedOrgControlledEntity', 'Part V, line 45a'],
  ],
  transactionsWithControlledEntity: [
    ['/IRS990EZ/TransactionWithControlEntInd', 'Part V, line 45b'],
    ['/IRS990EZ/TransactionRelatedEntity', 'Part V, line 45b'],
    ['/IRS990EZ/TransactionWithControlEntity', 'Part V, line 45b'],
  ],
  transfersToNoncharitable: [
    ['/IRS990EZ/TrnsfrExmptNonChrtblRltdOrgInd', 'Part VI, line 49a'],
    ['/IRS990EZ/TrnsfrsExemptNonCharRelatedOrg', 'Part VI, line 49a'],
  ],
  unrelatedIncomeOverLimit: [
    ['/IRS990EZ/OrganizationHadUBIInd', 'Part V, line 35a'],
    ['/IRS990EZ/OrganizationHadUBI', 'Part V, line 35a'],
    ['/IRS990EZ/UnrelatedBusIncmOverLimitInd', 'Part V, line 35a'],
    ['/IRS990EZ/UnrelatedBusinessIncome', 'Part V, line 35a'],
  ],
  taxShelter: [
    ['/IRS990EZ/ProhibitedTaxShelterTransInd', 'Part V, line 40e'],
    ['/IRS990EZ/ProhibitedTaxShelterTrans', 'Part V, line 40e'],
  ],
  indoorTanning: [
    ['/IRS990EZ/TanningServicesProvidedInd', 'Part V, line 44c'],
    ['/IRS990EZ/IndoorTanningServices', 'Part V, line 44c'],
    ['/IRS990EZ/IndoorTanningServicesInd', 'Part V, line 44c'],
    ['/IRS990EZ/TanningServicesProvided', 'Part V, line 44c'],
  ],
  contractorsOver100k: [
    ['/IRS990EZ/CntrctRcvdGreaterThan100KCnt', 'Part VI, line 51d'],
    ['/IRS990EZ/TotNumCntrctPdOver100KProfSer', 'Part VI, line 51d'],
  ],
  isCorporation: [
    ['/IRS990EZ/TypeOfOrganizationCorpInd', 'Heading, item K'],
    ['/IRS990EZ/TypeOfOrganizationCorporation', 'Heading, item K'],
  ],
  isTrust: [['/IRS990EZ/TypeOfOrganizationTrustInd', 'Heading, item K']],
  isAssociation: [['/IRS990EZ/TypeOfOrganizationAssocInd', 'Heading, item K']],
  isOtherType: [['/IRS990EZ/TypeOfOrganizationOtherInd', 'Heading, item K']],
  newActivities: [
    ['/IRS990EZ/ActivitiesNotPreviouslyRptInd', 'Part V, line 33'],
    ['/IRS990EZ/ActivitiesNotPreviouslyRpt', 'Part V, line 33'],
  ],
  dissolvedOrContracted: [
    ['/IRS990EZ/OrganizationDissolvedEtcInd', 'Part V, line 36'],
    ['/IRS990EZ/OrganizationDissolvedEtc', 'Part V, line 36'],
  ],
  politicalExpenditures: [
    ['/IRS990EZ/DirectIndirectPltclExpendAmt', 'Part V, line 37a'],
    ['/IRS990EZ/DirectIndirectPoliticalExpend', 'Part V, line 37a'],
  ],
  politicalReturnFiled: [
    ['/IRS990EZ/Form1120PolFiledInd', 'Part V, line 37b'],
    ['/IRS990EZ/DidOrgFileForm1120POLThisYear', 'Part V, line 37b'],
  ],
  loansInterestedPersonsAmount: [
    ['/IRS990EZ/LoansToFromOfficersAmt', 'Part V, line 38b'],
    ['/IRS990EZ/LoansToFromOfficers', 'Part V, line 38b'],
  ],
  supportScheduleFiled: [
    ['/IRS990EZ/FiledScheduleAInd', 'Part VI, line 52'],
    ['/IRS990EZ/FiledScheduleA', 'Part VI, line 52'],
  ],
  employeesOver100k: [
    ['/IRS990EZ/OtherEmployeePaidOver100kCnt', 'Part VI, line 50f'],
    ['/IRS990EZ/TotNumberOfOthEmplPaidOver100k', 'Part VI, line 50f'],
  ],
  ...PATHS_SCHEDULE_G,
} as const satisfies FactPaths
