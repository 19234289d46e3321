import { lineTotal } from '../figures/expenses.ts'
import type { Block } from '../xml.ts'
import { hasTrait, isAudited, isCase, type ReturnContext, tick } from './context.ts'
import { employeesOf, independentOf, unrelatedOf } from './f990-summary.ts'
import type { ScheduleLetter } from './schedules/all.ts'

/** Part IV: a "yes" for what each schedule is about. */
export function buildChecklist(
  context: ReturnContext,
  has: (schedule: ScheduleLetter) => boolean,
): Block {
  const { figures, filing, organization } = context
  const { expenses, revenue, end } = figures
  const missingSchedule =
    isCase(context, 'schedule-missing') && filing.taxYear === organization.lastTaxYear
  const grantsToOrganizations = has('I') && lineTotal(expenses, 'GrantsToDomesticOrgsGrp') > 5_000
  return {
    DescribedInSection501c3Ind: has('A'),
    ScheduleBRequiredInd: has('B'),
    PoliticalCampaignActyInd: false,
    LobbyingActivitiesInd: has('C') || missingSchedule,
    SubjectToProxyTaxInd: false,
    DonorAdvisedFundInd: organization.kind.code === 'T31',
    ConservationEasementsInd: hasTrait(context, 'easements'),
    CollectionsOfArtInd: hasTrait(context, 'collections'),
    CreditCounselingInd: false,
    DonorRstrOrQuasiEndowmentsInd: hasTrait(context, 'endowment'),
    ReportLandBuildingEquipmentInd: has('D') && end.landCost > 0,
    ReportInvestmentsOtherSecInd: end.otherSecurities > 0,
    ReportProgramRelatedInvstInd: false,
    ReportOtherAssetsInd: has('D') && end.otherAssets > 0,
    ReportOtherLiabilitiesInd: has('D') && end.otherLiabilities > 0,
    IncludeFIN48FootnoteInd: false,
    IndependentAuditFinclStmtInd: isAudited(context),
    ConsolidatedAuditFinclStmtInd: false,
    SchoolOperatingInd: has('E'),
    ForeignOfficeInd: organization.abroad !== undefined,
    ForeignActivitiesInd: has('F'),
    MoreThan5000KToOrgInd: has('F') && lineTotal(expenses, 'ForeignGrantsGrp') > 5_000,
    MoreThan5000KToIndividualsInd: false,
    ProfessionalFundraisingInd: lineTotal(expenses, 'FeesForServicesProfFundraising') > 15_000,
    FundraisingActivitiesInd: revenue.events.gross > 15_000,
    GamingActivitiesInd: revenue.gaming.gross > 15_000,
    OperateHospitalInd: has('H'),
    GrantsToOrganizationsInd: grantsToOrganizations,
    GrantsToIndividualsInd:
      has('I') && lineTotal(expenses, 'GrantsToDomesticIndividualsGrp') > 5_000,
    ScheduleJRequiredInd: has('J'),
    TaxExemptBondsInd: has('K'),
    EngagedInExcessBenefitTransInd: isCase(context, 'excess-benefit'),
    PYExcessBenefitTransInd: false,
    LoanOutstandingInd: isCase(context, 'insider-loan'),
    GrantToRelatedPersonInd: false,
    BusinessRlnWithOrgMemInd: isCase(context, 'interested-person-business'),
    BusinessRlnWithFamMemInd: false,
    [filing.taxYear < 2019 ? 'BusinessRlnWithOfficerEntInd' : 'BusinessRlnWith35CtrlEntInd']: false,
    DeductibleNonCashContriInd: has('M'),
    DeductibleArtContributionInd: hasTrait(context, 'collections') && revenue.noncash > 0,
    TerminateOperationsInd: has('N'),
    PartialLiquidationInd: false,
    DisregardedEntityInd: isCase(context, 'related-organizations'),
    RelatedEntityInd: has('R'),
    RelatedOrganizationCtrlEntInd: false,
    TrnsfrExmptNonChrtblRltdOrgInd: false,
    ActivitiesConductedPrtshpInd: false,
    ScheduleORequiredInd: true,
  }
}

/** Part V: other IRS filings. */
export function buildCompliance(context: ReturnContext): Block {
  const { figures, filing } = context
  const unrelated = unrelatedOf(figures)
  return {
    IRPDocumentCnt: Math.round(figures.revenue.total ** 0.25),
    IRPDocumentW2GCnt: 0,
    BackupWthldComplianceInd: true,
    EmployeeCnt: employeesOf(figures),
    EmploymentTaxReturnsFiledInd: employeesOf(figures) > 0 ? true : undefined,
    UnrelatedBusIncmOverLimitInd: unrelated > 1_000,
    Form990TFiledInd: unrelated > 1_000 ? filing.taxYear >= 2020 : undefined,
    ForeignFinancialAccountInd: context.organization.abroad !== undefined,
    ForeignCountryCd: context.organization.abroad?.country.fips,
    ProhibitedTaxShelterTransInd: false,
    TaxablePartyNotificationInd: false,
    NondeductibleContributionsInd: false,
    QuidProQuoContributionsInd: figures.revenue.events.gross > 0,
    QuidProQuoContriDisclInd: figures.revenue.events.gross > 0 ? true : undefined,
    IndoorTanningServicesInd: false,
    SubjToTaxRmnrtnExPrchtPymtInd: false,
    SubjectToExcsTaxNetInvstIncInd: false,
  }
}

/** Part VI: governing body, policies, disclosure. Small organizations lack some policies. */
export function buildGovernance(context: ReturnContext): Block {
  const { organization, figures, random } = context
  const board = figures.people.filter(({ role }) => role === 'director').length
  const constant = random.fork('governance')
  const grown = organization.scale > 700_000
  const policy = (label: string): boolean => constant.fork(label).chance(grown ? 0.92 : 0.55)
  const conflict = policy('conflict of interest')
  const shownOnline = organization.website !== undefined && policy('own website')
  return {
    InfoInScheduleOPartVIInd: 'X',
    GoverningBodyVotingMembersCnt: board,
    IndependentVotingMemberCnt: independentOf(context, board),
    FamilyOrBusinessRlnInd: isCase(context, 'interested-person-business'),
    DelegationOfMgmtDutiesInd: false,
    ChangeToOrgDocumentsInd: organization.formerName !== undefined,
    MaterialDiversionOrMisuseInd: isCase(context, 'material-diversion'),
    MembersOrStockholdersInd: organization.kind.funds === 'dues',
    ElectionOfBoardMembersInd: organization.kind.funds === 'dues',
    DecisionsSubjectToApprovaInd: false,
    MinutesOfGoverningBodyInd: policy('minutes'),
    MinutesOfCommitteesInd: policy('committee minutes'),
    OfficerMailingAddressInd: false,
    LocalChaptersInd: organization.family?.role === 'central',
    Form990ProvidedToGvrnBodyInd: policy('return to board'),
    ConflictOfInterestPolicyInd: conflict,
    AnnualDisclosureCoveredPrsnInd: conflict ? policy('disclosure') : undefined,
    RegularMonitoringEnfrcInd: conflict ? policy('monitoring') : undefined,
    WhistleblowerPolicyInd: policy('whistleblower'),
    DocumentRetentionPolicyInd: policy('retention'),
    CompensationProcessCEOInd: policy('chief pay'),
    CompensationProcessOtherInd: policy('other pay'),
    InvestmentInJointVentureInd: false,
    StatesWhereCopyOfReturnIsFldCd: organization.address.foreign
      ? undefined
      : organization.address.state,
    OwnWebsiteInd: tick(shownOnline),
    UponRequestInd: 'X',
  }
}
