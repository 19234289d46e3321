import { sumOf } from '../../figures/money.ts'
import type { Block } from '../../xml.ts'
import { hasTrait, type ReturnContext } from '../context.ts'
import { addressBlock, businessName } from '../names.ts'
import { explanation } from './explanation.ts'

type Benefit = { persons: number; expense: number; offset: number }

/** Schedule H: a hospital's community benefit, bad debt and facilities. */
export function buildScheduleH(context: ReturnContext): Block | undefined {
  if (!hasTrait(context, 'hospital')) return undefined
  const total = context.figures.expenses.total.total
  const benefit = (share: number, offset: number, persons: number): Benefit => ({
    persons,
    expense: Math.round(total * share),
    offset: Math.round(total * share * offset),
  })
  const assistance = [benefit(0.018, 0, 2_400), benefit(0.14, 0.78, 14_800)]
  const other = [benefit(0.006, 0.1, 5_200), benefit(0.011, 0.2, 160), benefit(0.004, 0, 900)]
  const row = (one: Benefit): Block => ({
    PersonsServedCnt: one.persons,
    TotalCommunityBenefitExpnsAmt: one.expense,
    DirectOffsettingRevenueAmt: one.offset,
    NetCommunityBenefitExpnsAmt: one.expense - one.offset,
    TotalExpensePct: ((one.expense - one.offset) / total).toFixed(5),
  })
  const add = (rows: readonly Benefit[]): Benefit => ({
    persons: sumOf(rows.map(({ persons }) => persons)),
    expense: sumOf(rows.map(({ expense }) => expense)),
    offset: sumOf(rows.map(({ offset }) => offset)),
  })
  const [charity, medicaid] = assistance.map(row)
  const [services, education, gifts] = other.map(row)
  return {
    FinancialAssistancePolicyInd: true,
    WrittenPolicyInd: true,
    AllHospitalsPolicyInd: 'X',
    FPGReferenceFreeCareInd: true,
    Percent200Ind: 'X',
    FreeCareMedicallyIndigentInd: true,
    FinancialAssistanceBudgetInd: true,
    ExpensesExceedBudgetInd: false,
    AnnualCommunityBnftReportInd: true,
    ReportPublicallyAvailableInd: true,
    FinancialAssistanceAtCostTyp: charity,
    UnreimbursedMedicaidGrp: medicaid,
    TotalFinancialAssistanceTyp: row(add(assistance)),
    CommunityHealthServicesGrp: services,
    HealthProfessionsEducationGrp: education,
    CashAndInKindContributionsGrp: gifts,
    TotalOtherBenefitsGrp: row(add(other)),
    TotalCommunityBenefitsGrp: row(add([...assistance, ...other])),
    BadDebtExpenseReportedInd: true,
    BadDebtExpenseAmt: Math.round(total * 0.012),
    ReimbursedByMedicareAmt: Math.round(total * 0.28),
    CostOfCareReimbursedByMedcrAmt: Math.round(total * 0.31),
    MedicareSurplusOrShortfallAmt: Math.round(total * 0.28) - Math.round(total * 0.31),
    CostingMethodologyUsedGrp: { CostToChargeRatioInd: 'X' },
    WrittenDebtCollectionPolicyInd: true,
    FinancialAssistancePrvsnInd: true,
    HospitalFacilitiesCnt: 1,
    HospitalFacilitiesGrp: facility(context),
    SupplementalInformationDetail: explanation(
      'PART VI, LINE 2:',
      `A NEEDS ASSESSMENT OF ${context.organization.county.toUpperCase()} IS CARRIED OUT EVERY THREE YEARS WITH THE HEALTH DEPARTMENT.`,
    ),
  }
}

function facility({ organization }: ReturnContext): Block {
  return {
    FacilityNum: 1,
    BusinessName: businessName(organization.name),
    ...addressBlock(organization.address),
    WebsiteAddressTxt: organization.website,
    StateLicenseNum: `H-${organization.ein.slice(-4)}`,
    LicensedHospitalInd: 'X',
    GeneralMedicalAndSurgicalInd: 'X',
    EmergencyRoom24HrsInd: 'X',
  }
}
