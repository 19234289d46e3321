import { sumOf } from '../figures/money.ts'
import { pickFounder, pickStreet } from '../names.ts'
import type { Organization } from '../organization.ts'
import type { Person } from '../people.ts'
import type { Block } from '../xml.ts'
import type { ReturnContext } from './context.ts'
import { addressBlock, businessName } from './names.ts'

/** Section A of Part VII, its totals, and contractors paid over 100,000 (Section B). */
export function buildPeople(context: ReturnContext): Block {
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

/** Schedule J lists formers, and others whose pay and benefits together pass 150,000 (line 4). */
export const needsScheduleJ = ({ role, pay, relatedPay, benefits }: Person): boolean =>
  role === 'former' || pay + relatedPay + benefits > 150_000

function toRow(person: Person): Block {
  const { role } = person
  return {
    PersonNm: person.name,
    TitleTxt: person.title,
    AverageHoursPerWeekRt: person.hours,
    AverageHoursPerWeekRltdOrgRt: '0.00',
    IndividualTrusteeOrDirectorInd: role === 'director' ? 'X' : undefined,
    OfficerInd: role === 'officer' || isBoardOfficer(person) ? 'X' : undefined,
    KeyEmployeeInd: role === 'key' ? 'X' : undefined,
    HighestCompensatedEmployeeInd: role === 'highest-paid' ? 'X' : undefined,
    FormerOfcrDirectorTrusteeInd: role === 'former' ? 'X' : undefined,
    ReportableCompFromOrgAmt: person.pay,
    ReportableCompFromRltdOrgAmt: person.relatedPay,
    OtherCompensationAmt: person.benefits,
  }
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
