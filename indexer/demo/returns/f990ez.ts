import { FEE_LINES, GRANT_LINES, linesTotal, lineTotal } from '../figures/expenses.ts'
import { splitByWeights, unlessZero } from '../figures/money.ts'
import { addressBlock, isCase, type ReturnContext, tell, tick } from './context.ts'
import { salariesOf } from './f990-figures.ts'
import { fill } from './fill.ts'
import { buildSchedules, toElements } from './schedules.ts'
import type { Block } from './write-return.ts'

/** Form 990-EZ with the schedules its filers attach. */
export function buildForm990EZ(context: ReturnContext): Block {
  const schedules = buildSchedules(context, ['A', 'B', 'L'])
  const notes = [
    {
      FormAndLineReferenceDesc: 'FORM 990-EZ, PART I, LINE 16',
      ExplanationTxt: otherExpenseNote(context),
    },
  ]
  return {
    IRS990EZ: {
      ...heading(context, schedules.B !== undefined),
      ...revenueAndExpenses(context),
      ...balanceSheet(context),
      ...programs(context),
      OfficerDirectorTrusteeEmplGrp: context.figures.people.map((person) =>
        fill('990-EZ IV person', person),
      ),
      ...otherInformation(context, schedules.A !== undefined),
    },
    ...toElements(schedules),
    IRS990ScheduleO: { SupplementalInformationDetail: notes },
  }
}

const otherExpenseNote = ({ figures }: ReturnContext): string =>
  figures.expenses.other.map(({ description, total }) => `${description}: ${total}`).join('; ')

function heading(context: ReturnContext, hasScheduleB: boolean): Block {
  const { organization, filing, figures } = context
  const is501c3 = organization.subsection === '03'
  return fill('990-EZ heading', context, {
    AmendedReturnInd: tick(filing.amendment > 0),
    ScheduleBNotRequiredInd: tick(!hasScheduleB),
    Organization501c3Ind: tick(is501c3),
    Organization501cInd: is501c3
      ? undefined
      : { '@organization501cTypeTxt': String(Number(organization.subsection)), '#': 'X' },
    GrossReceiptsAmt: isCase(context, 'missing-figures')
      ? undefined
      : figures.revenue.grossReceipts,
  })
}

// Part I of the EZ contains what the 990 spreads over Parts VIII and IX.
function revenueAndExpenses(context: ReturnContext): Block {
  const { revenue, expenses } = context.figures
  const dues =
    context.organization.kind.funds === 'dues' ? Math.round(revenue.serviceTotal * 0.7) : 0
  const grants = linesTotal(expenses, GRANT_LINES)
  const professional = linesTotal(expenses, FEE_LINES)
  const salaries = salariesOf(expenses)
  const benefits = lineTotal(expenses, 'BenefitsToMembersGrp')
  const occupancy = lineTotal(expenses, 'OccupancyGrp')
  const printing = lineTotal(expenses, 'OfficeExpensesGrp')
  const total = expenses.total.total
  return fill('990-EZ I', context, {
    ProgramServiceRevenueAmt: unlessZero(revenue.serviceTotal - dues),
    MembershipDuesAmt: unlessZero(dues),
    SpecialEventsDirectExpensesAmt: unlessZero(revenue.events.direct + revenue.gaming.direct),
    SpecialEventsNetIncomeLossAmt: unlessZero(revenue.events.net + revenue.gaming.net),
    OtherRevenueTotalAmt: unlessZero(revenue.otherTotal + revenue.rent.net),
    GrantsAndSimilarAmountsPaidAmt: unlessZero(grants),
    BenefitsPaidToOrForMembersAmt: unlessZero(benefits),
    SalariesOtherCompEmplBnftAmt: salaries,
    FeesAndOtherPymtToIndCntrctAmt: professional,
    OccupancyRentUtltsAndMaintAmt: occupancy,
    PrintingPublicationsPostageAmt: printing,
    OtherExpensesTotalAmt:
      total - grants - benefits - salaries - professional - occupancy - printing,
    TotalExpensesAmt: total,
    ExcessOrDeficitForYearAmt: revenue.total - total,
  })
}

function balanceSheet(context: ReturnContext): Block {
  const { beginning, end } = context.figures
  const liquid = ({ cash, savings, securities, otherSecurities }: typeof end): number =>
    cash + savings + securities + otherSecurities
  const land = ({ landCost, depreciation }: typeof end): number => landCost - depreciation
  const other = (sheet: typeof end): number => sheet.assets - liquid(sheet) - land(sheet)
  const ends = (of: (sheet: typeof end) => number): Block => ({
    BOYAmt: of(beginning),
    EOYAmt: of(end),
  })
  return {
    CashSavingsAndInvestmentsGrp: ends(liquid),
    LandAndBuildingsGrp: ends(land),
    OtherAssetsTotalDetail: ends(other),
    Form990TotalAssetsGrp: isCase(context, 'missing-figures')
      ? undefined
      : ends(({ assets }) => assets),
    SumOfTotalLiabilitiesGrp: ends(({ liabilities }) => liabilities),
    NetAssetsOrFundBalancesGrp: ends(({ netAssets }) => netAssets),
  }
}

function programs(context: ReturnContext): Block {
  const { organization, figures, filing, random } = context
  const texts = organization.kind.programs.slice(0, 3)
  const amounts = splitByWeights(
    figures.expenses.total.program,
    texts.map((_, index) => 3 - index),
  )
  return {
    PrimaryExemptPurposeTxt: tell(
      organization,
      organization.kind.mission,
      filing.taxYear,
      random.fork('mission'),
    ),
    ProgramSrvcAccomplishmentGrp: texts.map((text, index) => ({
      DescriptionProgramSrvcAccomTxt: tell(
        organization,
        text,
        filing.taxYear,
        random.fork(`program ${index}`),
      ),
      ProgramServiceExpensesAmt: amounts[index],
    })),
    TotalProgramServiceExpensesAmt: figures.expenses.total.program,
  }
}

function otherInformation(context: ReturnContext, hasScheduleA: boolean): Block {
  const { organization, figures } = context
  return fill('990-EZ V', context, {
    StatesWhereCopyOfReturnIsFldCd: organization.address.state || undefined,
    BooksInCareOfDetail: {
      PersonNm: figures.people[2]?.name,
      ...addressBlock(organization.address),
      PhoneNum: organization.phone,
    },
    ForeignOfficeInd: organization.abroad !== undefined,
    FiledScheduleAInd: hasScheduleA,
  })
}
