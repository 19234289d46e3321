import { lineTotal } from '../figures/expenses.ts'
import { splitByWeights, sumOf } from '../figures/money.ts'
import type { Grant } from '../grants.ts'
import { needsScheduleJ, type Person, pickFounder } from '../people.ts'
import {
  addressBlock,
  businessName,
  hasTrait,
  isCase,
  type ReturnContext,
  tick,
} from './context.ts'
import { fill } from './fill.ts'
import { explanation } from './schedules-a-to-e.ts'
import type { Block } from './write-return.ts'

/** Schedule F: activities and grants outside the United States by region; no recipient is named. */
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
  const grant = (amount: number, purpose: string): Block =>
    fill('F II row', context, { PurposeOfGrantTxt: purpose, CashGrantAmt: amount })
  return fill(
    'F',
    {},
    {
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
      SubtotalEmployeesCnt: staff,
      TotalEmployeeCnt: staff,
      SubtotalSpentAmt: direct + granted,
      TotalSpentAmt: direct + granted,
      GrantsToOrgOutsideUSGrp: [
        grant(first, `Partner organization in ${abroad.place}`),
        grant(granted - first, 'Training of local staff'),
      ],
    },
  )
}

/** Schedule G: hired fundraisers, events, and gaming. */
export function buildScheduleG(context: ReturnContext): Block | undefined {
  const { revenue, expenses } = context.figures
  const fee = lineTotal(expenses, 'FeesForServicesProfFundraising')
  if (fee <= 15_000 && revenue.events.gross <= 15_000 && revenue.gaming.gross <= 15_000)
    return undefined
  return { ...fundraiser(context, fee), ...events(context), ...gaming(context) }
}

function fundraiser(context: ReturnContext, fee: number): Block {
  if (fee <= 15_000) return {}
  const raised = fee * 5
  const { state } = context.organization.address
  return fill(
    'G I',
    {},
    {
      SpecialFundraisingEventsInd: tick(context.figures.revenue.events.gross > 0),
      FundraiserActivityInfoGrp: {
        OrganizationBusinessName: {
          BusinessNameLine1Txt: `${pickFounder(context.random.fork('fundraiser'))} Campaigns LLC`,
        },
        USAddress: {
          AddressLine1Txt: '77 Appeal Row',
          CityNm: 'Columbus',
          StateAbbreviationCd: 'OH',
          ZIPCd: '43215',
        },
        ActivityTxt: 'Direct mail',
        FundraiserControlOfFundsInd: false,
        GrossReceiptsAmt: raised,
        RetainedByContractorAmt: fee,
        NetToOrganizationAmt: raised - fee,
      },
      TotalGrossReceiptsAmt: raised,
      TotalRetainedByContractorsAmt: fee,
      TotalNetToOrganizationAmt: raised - fee,
      LicensedStatesCd: state || undefined,
    },
  )
}

function events(context: ReturnContext): Block {
  const { events: held, eventContributions } = context.figures.revenue
  if (held.gross <= 15_000) return {}
  const food = Math.round(held.direct * 0.6)
  const receipts = held.gross + eventContributions
  return {
    FundraisingEventInformationGrp: fill('G II', context, {
      Event1Nm: context.random
        .fork('event')
        .pick(['SPRING GALA', 'HARVEST DINNER', 'GOLF OUTING', 'WINTER AUCTION', 'LANTERN WALK']),
      GrossReceiptsEvent1Amt: receipts,
      FoodAndBeverageEvent1Amt: food,
      OtherDirectExpensesEvent1Amt: held.direct - food,
      GrossReceiptsTotalAmt: receipts,
      FoodAndBeverageTotalEventsAmt: food,
      OthDirectExpnssTotalEventsAmt: held.direct - food,
    }),
  }
}

function gaming(context: ReturnContext): Block {
  const { gaming: games } = context.figures.revenue
  if (games.gross <= 15_000) return {}
  return {
    GamingInformationGrp: fill('G III', context),
    StatesWhereGamingConductedCd: context.organization.address.state || undefined,
    LicensedInd: true,
  }
}

type Benefit = { persons: number; expense: number; offset: number }

/** Schedule H: a hospital's community benefit, bad debt, and facilities. */
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
  return fill(
    'H',
    {},
    {
      FinancialAssistanceAtCostTyp: charity,
      UnreimbursedMedicaidGrp: medicaid,
      TotalFinancialAssistanceTyp: row(add(assistance)),
      CommunityHealthServicesGrp: services,
      HealthProfessionsEducationGrp: education,
      CashAndInKindContributionsGrp: gifts,
      TotalOtherBenefitsGrp: row(add(other)),
      TotalCommunityBenefitsGrp: row(add([...assistance, ...other])),
      BadDebtExpenseAmt: Math.round(total * 0.012),
      ReimbursedByMedicareAmt: Math.round(total * 0.28),
      CostOfCareReimbursedByMedcrAmt: Math.round(total * 0.31),
      MedicareSurplusOrShortfallAmt: Math.round(total * 0.28) - Math.round(total * 0.31),
      CostingMethodologyUsedGrp: { CostToChargeRatioInd: 'X' },
      HospitalFacilitiesGrp: facility(context),
      SupplementalInformationDetail: explanation(
        'PART VI, LINE 2:',
        `A NEEDS ASSESSMENT OF ${context.organization.county.toUpperCase()} IS CARRIED OUT EVERY THREE YEARS WITH THE HEALTH DEPARTMENT.`,
      ),
    },
  )
}

function facility({ organization }: ReturnContext): Block {
  return fill(
    'H facility',
    {},
    {
      BusinessName: businessName(organization.name),
      '...address': addressBlock(organization.address),
      WebsiteAddressTxt: organization.website,
      StateLicenseNum: `H-${organization.ein.slice(-4)}`,
    },
  )
}

/** Schedule I: grants to organizations and individuals in the United States. */
export function buildScheduleI(context: ReturnContext): Block | undefined {
  const { expenses } = context.figures
  const toIndividuals = lineTotal(expenses, 'GrantsToDomesticIndividualsGrp')
  if (context.grants.length === 0 && toIndividuals <= 5_000) return undefined
  const rows = context.grants.map((grant, index) => recipientRow(grant, raise(context, index)))
  return fill(
    'I',
    {},
    {
      RecipientTable: rows,
      Total501c3OrgCnt: rows.length,
      GrantsOtherAsstToIndivInUSGrp:
        toIndividuals > 5_000 ? individuals(context, toIndividuals) : undefined,
    },
  )
}

// The one organization whose listed grants exceed what Part IX reports.
function raise(context: ReturnContext, index: number): number {
  const isWrong =
    isCase(context, 'grants-exceed-line') &&
    context.filing.taxYear === context.organization.lastTaxYear
  return isWrong && index === 0 ? lineTotal(context.figures.expenses, 'GrantsToDomesticOrgsGrp') : 0
}

function recipientRow(grant: Grant, extra: number): Block {
  return fill('I II row', grant, {
    RecipientBusinessName: businessName(grant.name),
    '...address': addressBlock(grant.address),
    CashGrantAmt: grant.amount + extra,
    PurposeOfGrantTxt: grant.purpose.toUpperCase(),
  })
}

function individuals(context: ReturnContext, amount: number): Block {
  return {
    GrantTypeTxt:
      context.organization.cause === 'B' || context.organization.cause === 'T'
        ? 'SCHOLARSHIPS'
        : 'DIRECT ASSISTANCE',
    RecipientCnt: Math.max(1, Math.round(amount / 1_800)),
    CashGrantAmt: amount,
    NonCashAssistanceAmt: 0,
  }
}

/** Schedule J: how the highest paid people's pay is made up. */
export function buildScheduleJ(context: ReturnContext): Block | undefined {
  const people = context.figures.people.filter(needsScheduleJ)
  if (people.length === 0) return undefined
  const rows = people.map(compensationRow)
  // A name that does not occur in Part VII.
  if (
    rows[0] &&
    isCase(context, 'schedule-j-stranger') &&
    context.filing.taxYear === context.organization.lastTaxYear
  )
    rows.push({ ...rows[0], PersonNm: 'Octavia Stranger', TitleTxt: 'Chief Scientist' })
  return fill('J I', {}, { RltdOrgOfficerTrstKeyEmplGrp: rows })
}

function compensationRow(person: Person): Block {
  const [base = 0, bonus = 0] = splitByWeights(person.pay, [93, 7])
  const [deferred = 0, nontaxable = 0] = splitByWeights(person.benefits, [4, 6])
  return fill('J II person', person, {
    BaseCompensationFilingOrgAmt: base,
    BonusFilingOrganizationAmount: bonus,
    DeferredCompensationFlngOrgAmt: deferred,
    NontaxableBenefitsFilingOrgAmt: nontaxable,
    TotalCompensationFilingOrgAmt: person.pay + person.benefits,
  })
}
