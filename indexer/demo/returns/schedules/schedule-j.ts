import { splitByWeights } from '../../figures/money.ts'
import type { Person } from '../../people.ts'
import type { Block } from '../../xml.ts'
import { isCase, type ReturnContext } from '../context.ts'
import { needsScheduleJ } from '../f990-people.ts'

/** Schedule J: how the highest paid people's pay is made up. */
export function buildScheduleJ(context: ReturnContext): Block | undefined {
  const people = context.figures.people.filter(needsScheduleJ)
  if (people.length === 0) return undefined
  const rows = people.map(toRow)
  // A name that Part VII does not know.
  if (
    rows[0] &&
    isCase(context, 'schedule-j-stranger') &&
    context.filing.taxYear === context.organization.lastTaxYear
  )
    rows.push({ ...rows[0], PersonNm: 'Octavia Stranger', TitleTxt: 'Chief Scientist' })
  return {
    CompensationCommitteeInd: 'X',
    CompensationSurveyInd: 'X',
    BoardOrCommitteeApprovalInd: 'X',
    SeverancePaymentInd: false,
    SupplementalNonqualRtrPlanInd: false,
    EquityBasedCompArrngmInd: false,
    CompBasedOnRevenueOfFlngOrgInd: false,
    CompBsdOnRevRelatedOrgsInd: false,
    CompBsdNetEarnsFlngOrgInd: false,
    CompBsdNetEarnsRltdOrgsInd: false,
    AnyNonFixedPaymentsInd: false,
    InitialContractExceptionInd: false,
    RltdOrgOfficerTrstKeyEmplGrp: rows,
  }
}

function toRow(person: Person): Block {
  const [base = 0, bonus = 0] = splitByWeights(person.pay, [93, 7])
  const [deferred = 0, nontaxable = 0] = splitByWeights(person.benefits, [4, 6])
  return {
    PersonNm: person.name,
    TitleTxt: person.title,
    BaseCompensationFilingOrgAmt: base,
    CompensationBasedOnRltdOrgsAmt: person.relatedPay,
    BonusFilingOrganizationAmount: bonus,
    BonusRelatedOrganizationsAmt: 0,
    OtherCompensationFilingOrgAmt: 0,
    OtherCompensationRltdOrgsAmt: 0,
    DeferredCompensationFlngOrgAmt: deferred,
    DeferredCompRltdOrgsAmt: 0,
    NontaxableBenefitsFilingOrgAmt: nontaxable,
    NontaxableBenefitsRltdOrgsAmt: 0,
    TotalCompensationFilingOrgAmt: person.pay + person.benefits,
    TotalCompensationRltdOrgsAmt: person.relatedPay,
    CompReportPrior990FilingOrgAmt: 0,
    CompReportPrior990RltdOrgsAmt: 0,
  }
}
