import { lineTotal } from '../figures/expenses.ts'
import { sumOf } from '../figures/money.ts'
import type { Organization } from '../organization.ts'
import { needsScheduleJ, type Person, pickFounder, pickStreet } from '../people.ts'
import {
  addressBlock,
  businessName,
  hasTrait,
  isAudited,
  isCase,
  type ReturnContext,
  tick,
} from './context.ts'
import {
  buildBalanceSheet,
  buildExpenses,
  buildHeading,
  buildPrograms,
  buildReconciliation,
  buildRevenue,
  buildSummary,
  employeesOf,
  independentOf,
  unrelatedOf,
} from './f990-figures.ts'
import { fill } from './fill.ts'
import { buildSchedules, SCHEDULE_LETTERS, type ScheduleLetter, toElements } from './schedules.ts'
import type { Block } from './write-return.ts'

/** Form 990 with its schedules: the elements below ReturnData. */
export function buildForm990(context: ReturnContext): Block {
  const schedules = buildSchedules(context, SCHEDULE_LETTERS)
  return {
    IRS990: {
      ...buildHeading(context),
      ...buildSummary(context),
      ...buildPrograms(context),
      ...buildChecklist(context, (letter) => schedules[letter] !== undefined),
      ...buildCompliance(context),
      ...buildGovernance(context),
      ...buildPeople(context),
      ...buildRevenue(context),
      ...buildExpenses(context),
      ...buildBalanceSheet(context),
      ...buildReconciliation(context),
    },
    ...toElements(schedules),
  }
}

/** Part IV: a "yes" for the subject of each schedule. */
function buildChecklist(context: ReturnContext, has: (schedule: ScheduleLetter) => boolean): Block {
  const { figures, filing, organization } = context
  const { expenses, revenue, end } = figures
  const missingSchedule =
    isCase(context, 'schedule-missing') && filing.taxYear === organization.lastTaxYear
  const grantsToOrganizations = has('I') && lineTotal(expenses, 'GrantsToDomesticOrgsGrp') > 5_000
  return fill(
    '990 IV',
    {},
    {
      DescribedInSection501c3Ind: has('A'),
      ScheduleBRequiredInd: has('B'),
      LobbyingActivitiesInd: has('C') || missingSchedule,
      DonorAdvisedFundInd: organization.kind.code === 'T31',
      ConservationEasementsInd: hasTrait(context, 'easements'),
      CollectionsOfArtInd: hasTrait(context, 'collections'),
      DonorRstrOrQuasiEndowmentsInd: hasTrait(context, 'endowment'),
      ReportLandBuildingEquipmentInd: has('D') && end.landCost > 0,
      ReportInvestmentsOtherSecInd: end.otherSecurities > 0,
      ReportOtherAssetsInd: has('D') && end.otherAssets > 0,
      ReportOtherLiabilitiesInd: has('D') && end.otherLiabilities > 0,
      IndependentAuditFinclStmtInd: isAudited(context),
      SchoolOperatingInd: has('E'),
      ForeignOfficeInd: organization.abroad !== undefined,
      ForeignActivitiesInd: has('F'),
      MoreThan5000KToOrgInd: has('F') && lineTotal(expenses, 'ForeignGrantsGrp') > 5_000,
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
      LoanOutstandingInd: isCase(context, 'insider-loan'),
      BusinessRlnWithOrgMemInd: isCase(context, 'interested-person-business'),
      '...computed': {
        [filing.taxYear < 2019 ? 'BusinessRlnWithOfficerEntInd' : 'BusinessRlnWith35CtrlEntInd']:
          false,
      },
      DeductibleNonCashContriInd: has('M'),
      DeductibleArtContributionInd: hasTrait(context, 'collections') && revenue.noncash > 0,
      TerminateOperationsInd: has('N'),
      DisregardedEntityInd: isCase(context, 'related-organizations'),
      RelatedEntityInd: has('R'),
    },
  )
}

/** Part V: other IRS filings. */
function buildCompliance(context: ReturnContext): Block {
  const { figures, filing } = context
  const unrelated = unrelatedOf(figures)
  return fill('990 V', context, {
    IRPDocumentCnt: Math.round(figures.revenue.total ** 0.25),
    EmployeeCnt: employeesOf(figures),
    EmploymentTaxReturnsFiledInd: employeesOf(figures) > 0 ? true : undefined,
    UnrelatedBusIncmOverLimitInd: unrelated > 1_000,
    Form990TFiledInd: unrelated > 1_000 ? filing.taxYear >= 2020 : undefined,
    ForeignFinancialAccountInd: context.organization.abroad !== undefined,
    QuidProQuoContributionsInd: figures.revenue.events.gross > 0,
    QuidProQuoContriDisclInd: figures.revenue.events.gross > 0 ? true : undefined,
  })
}

/** Part VI: governing body, policies, disclosure. Small organizations lack some policies. */
function buildGovernance(context: ReturnContext): Block {
  const { organization, figures, random } = context
  const board = figures.people.filter(({ role }) => role === 'director').length
  const constant = random.fork('governance')
  const grown = organization.scale > 700_000
  const policy = (label: string): boolean => constant.fork(label).chance(grown ? 0.92 : 0.55)
  const conflict = policy('conflict of interest')
  const shownOnline = organization.website !== undefined && policy('own website')
  return fill(
    '990 VI',
    {},
    {
      GoverningBodyVotingMembersCnt: board,
      IndependentVotingMemberCnt: independentOf(context, board),
      FamilyOrBusinessRlnInd: isCase(context, 'interested-person-business'),
      ChangeToOrgDocumentsInd: organization.formerName !== undefined,
      MaterialDiversionOrMisuseInd: isCase(context, 'material-diversion'),
      MembersOrStockholdersInd: organization.kind.funds === 'dues',
      ElectionOfBoardMembersInd: organization.kind.funds === 'dues',
      MinutesOfGoverningBodyInd: policy('minutes'),
      MinutesOfCommitteesInd: policy('committee minutes'),
      LocalChaptersInd: organization.family?.role === 'central',
      Form990ProvidedToGvrnBodyInd: policy('return to board'),
      ConflictOfInterestPolicyInd: conflict,
      AnnualDisclosureCoveredPrsnInd: conflict ? policy('disclosure') : undefined,
      RegularMonitoringEnfrcInd: conflict ? policy('monitoring') : undefined,
      WhistleblowerPolicyInd: policy('whistleblower'),
      DocumentRetentionPolicyInd: policy('retention'),
      CompensationProcessCEOInd: policy('chief pay'),
      CompensationProcessOtherInd: policy('other pay'),
      StatesWhereCopyOfReturnIsFldCd: organization.address.foreign
        ? undefined
        : organization.address.state,
      OwnWebsiteInd: tick(shownOnline),
    },
  )
}

/** Section A of Part VII, its totals, and contractors paid over 100,000 (Section B). */
function buildPeople(context: ReturnContext): Block {
  const { people } = context.figures
  const above = people.filter(({ pay, relatedPay }) => pay + relatedPay > 100_000)
  return {
    BooksInCareOfDetail: {
      PersonNm:
        people.find(({ title }) => title.includes('Financ') || title === 'Treasurer')?.name ??
        people[0]?.name,
      PhoneNum: context.organization.phone,
      ...addressBlock(context.organization.address),
    },
    Form990PartVIISectionAGrp: people.map(toRow),
    TotalReportableCompFromOrgAmt: sumOf(people.map(({ pay }) => pay)),
    TotReportableCompRltdOrgAmt: sumOf(people.map(({ relatedPay }) => relatedPay)),
    TotalOtherCompensationAmt: sumOf(people.map(({ benefits }) => benefits)),
    IndivRcvdGreaterThan100KCnt: above.length,
    FormerOfcrEmployeesListedInd: people.some(({ role }) => role === 'former'),
    TotalCompGreaterThan150KInd: people.some(needsScheduleJ),
    CompensationFromOtherSrcsInd: false,
    ...contractors(context),
  }
}

function toRow(person: Person): Block {
  const { role } = person
  return fill('990 VII person', person, {
    IndividualTrusteeOrDirectorInd: role === 'director' ? 'X' : undefined,
    OfficerInd: role === 'officer' || isBoardOfficer(person) ? 'X' : undefined,
    KeyEmployeeInd: role === 'key' ? 'X' : undefined,
    HighestCompensatedEmployeeInd: role === 'highest-paid' ? 'X' : undefined,
    FormerOfcrDirectorTrusteeInd: role === 'former' ? 'X' : undefined,
  })
}

const isBoardOfficer = ({ role, title }: Person): boolean =>
  role === 'director' && title !== 'Director'

function contractors(context: ReturnContext): Block {
  const budget = context.figures.expenses.lines.FeesForServicesOtherGrp?.total ?? 0
  // Only contractors above 100,000 are listed; a third of the fees go to the largest.
  const largest = Math.round(budget * 0.34)
  if (largest < 100_000) return { CntrctRcvdGreaterThan100KCnt: 0 }
  const random = context.random.fork('contractor')
  const { city, state, zip } = context.organization.address
  const row = (name: string, services: string, amount: number): Block => ({
    ContractorName: { BusinessName: { BusinessNameLine1Txt: name } },
    ContractorAddress: addressBlock({
      line1: pickStreet(random),
      city,
      state: state || 'NY',
      zip: zip || '10007',
    }),
    ServicesDesc: services,
    CompensationAmt: amount,
  })
  const second = Math.round(budget * 0.22)
  const rows = [
    context.contractor
      ? nonprofit(context.contractor, largest)
      : row(`${pickFounder(random)} Builders LLC`, 'Construction', largest),
  ]
  if (second > 100_000) rows.push(row(`${pickFounder(random)} Systems LLC`, 'Data systems', second))
  return { ContractorCompensationGrp: rows, CntrctRcvdGreaterThan100KCnt: rows.length }
}

const nonprofit = ({ name, address }: Organization, amount: number): Block => ({
  ContractorName: { BusinessName: businessName(name.toUpperCase()) },
  ContractorAddress: addressBlock(address),
  ServicesDesc: 'Needs assessment',
  CompensationAmt: amount,
})
