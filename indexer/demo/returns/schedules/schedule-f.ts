import { lineTotal } from '../../figures/expenses.ts'
import type { Block } from '../../xml.ts'
import type { ReturnContext } from '../context.ts'
import { explanation } from './explanation.ts'

/** Schedule F: activities and grants outside the United States, by region, no recipient named. */
export function buildScheduleF(context: ReturnContext): Block | undefined {
  const { abroad } = context.organization
  const { expenses } = context.figures
  if (!abroad || expenses.total.total < 10_000) return undefined
  const { region } = abroad.country
  const granted = lineTotal(expenses, 'ForeignGrantsGrp')
  const services = Math.round(expenses.total.program * 0.6) - granted
  const direct = Math.max(0, services)
  const first = Math.round(granted * 0.6)
  const staff = Math.max(1, Math.round(direct / 60_000))
  const grant = (amount: number, purpose: string): Block => ({
    RegionTxt: region,
    PurposeOfGrantTxt: purpose,
    CashGrantAmt: amount,
    MannerOfCashDisbursementTxt: 'Wire transfer',
    NonCashAssistanceAmt: 0,
  })
  return {
    GrantRecordsMaintainedInd: true,
    AccountActivitiesOutsideUSGrp: [
      {
        RegionTxt: region,
        OfficesCnt: 1,
        EmployeeCnt: staff,
        TypeOfActivitiesConductedTxt: 'Program services',
        SpecificServicesProvidedTxt: `Field programs in ${abroad.place}, ${abroad.country.name}`,
        RegionTotalExpendituresAmt: direct,
      },
      {
        RegionTxt: region,
        OfficesCnt: 0,
        EmployeeCnt: 0,
        TypeOfActivitiesConductedTxt: 'Grantmaking',
        RegionTotalExpendituresAmt: granted,
      },
    ],
    SubtotalOfficesCnt: 1,
    SubtotalEmployeesCnt: staff,
    TotalOfficeCnt: 1,
    TotalEmployeeCnt: staff,
    SubtotalSpentAmt: direct + granted,
    TotalSpentAmt: direct + granted,
    GrantsToOrgOutsideUSGrp: [
      grant(first, `Partner organization in ${abroad.place}`),
      grant(granted - first, 'Training of local staff'),
    ],
    Total501c3OrgCnt: 0,
    TotalOtherOrgCnt: 2,
    TransferToForeignCorpInd: false,
    InterestInForeignTrustInd: false,
    ForeignCorpOwnershipInd: false,
    PassiveForeignInvestmestCoInd: false,
    ForeignPartnershipInd: false,
    BoycottCountriesInd: false,
    SupplementalInformationDetail: explanation(
      'PART I, LINE 2:',
      'PARTNERS REPORT SPENDING EACH QUARTER AND STAFF VISIT EVERY SITE ONCE A YEAR.',
    ),
  }
}
