import { lineTotal } from '../figures/expenses.ts'
import { splitByWeights, sumOf, unlessZero } from '../figures/money.ts'
import { addressBlock, isCase, type ReturnContext, tell, tick } from './context.ts'
import { salariesOf } from './f990-figures.ts'
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
      OfficerDirectorTrusteeEmplGrp: context.figures.people.map((person) => ({
        PersonNm: person.name,
        TitleTxt: person.title,
        AverageHrsPerWkDevotedToPosRt: person.hours,
        CompensationAmt: person.pay,
        EmployeeBenefitProgramAmt: person.benefits,
        ExpenseAccountOtherAllwncAmt: 0,
      })),
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
  return {
    InitialReturnInd: tick(filing.initial),
    FinalReturnInd: tick(filing.final),
    AmendedReturnInd: tick(filing.amendment > 0),
    MethodOfAccountingCashInd: 'X',
    ScheduleBNotRequiredInd: tick(!hasScheduleB),
    WebsiteAddressTxt: organization.website,
    Organization501c3Ind: tick(is501c3),
    Organization501cInd: is501c3
      ? undefined
      : { '@organization501cTypeTxt': String(Number(organization.subsection)), '#': 'X' },
    TypeOfOrganizationCorpInd: 'X',
    GrossReceiptsAmt: isCase(context, 'missing-figures')
      ? undefined
      : figures.revenue.grossReceipts,
  }
}

// Part I of the EZ gathers what the 990 spreads over Parts VIII and IX.
function revenueAndExpenses(context: ReturnContext): Block {
  const { revenue, expenses, beginning, end, unrealizedGains } = context.figures
  const dues =
    context.organization.kind.funds === 'dues' ? Math.round(revenue.serviceTotal * 0.7) : 0
  const grants = sumOf(
    (
      ['GrantsToDomesticOrgsGrp', 'GrantsToDomesticIndividualsGrp', 'ForeignGrantsGrp'] as const
    ).map((line) => lineTotal(expenses, line)),
  )
  const professional = sumOf(
    (
      [
        'FeesForServicesLegalGrp',
        'FeesForServicesAccountingGrp',
        'FeesForServicesLobbyingGrp',
        'FeesForServicesProfFundraising',
        'FeesForSrvcInvstMgmntFeesGrp',
        'FeesForServicesOtherGrp',
      ] as const
    ).map((line) => lineTotal(expenses, line)),
  )
  const salaries = salariesOf(expenses)
  const benefits = lineTotal(expenses, 'BenefitsToMembersGrp')
  const occupancy = lineTotal(expenses, 'OccupancyGrp')
  const printing = lineTotal(expenses, 'OfficeExpensesGrp')
  const total = expenses.total.total
  return {
    ContributionsGiftsGrantsEtcAmt: revenue.contributions,
    ProgramServiceRevenueAmt: unlessZero(revenue.serviceTotal - dues),
    MembershipDuesAmt: unlessZero(dues),
    InvestmentIncomeAmt: unlessZero(revenue.interest),
    SaleOfAssetsGrossAmt: unlessZero(revenue.securities.gross),
    CostOrOtherBasisExpenseSaleAmt: unlessZero(revenue.securities.cost),
    GainOrLossFromSaleOfAssetsAmt: unlessZero(revenue.securities.gain),
    GamingGrossIncomeAmt: unlessZero(revenue.gaming.gross),
    FundraisingGrossIncomeAmt: unlessZero(revenue.events.gross),
    SpecialEventsDirectExpensesAmt: unlessZero(revenue.events.direct + revenue.gaming.direct),
    SpecialEventsNetIncomeLossAmt: unlessZero(revenue.events.net + revenue.gaming.net),
    GrossSalesOfInventoryAmt: unlessZero(revenue.inventory.gross),
    CostOfGoodsSoldAmt: unlessZero(revenue.inventory.cost),
    GrossProfitLossSlsOfInvntryAmt: unlessZero(revenue.inventory.net),
    OtherRevenueTotalAmt: unlessZero(revenue.otherTotal + revenue.rent.net),
    TotalRevenueAmt: revenue.total,
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
    NetAssetsOrFundBalancesBOYAmt: beginning.netAssets,
    OtherChangesInNetAssetsAmt: unrealizedGains,
    NetAssetsOrFundBalancesEOYAmt: end.netAssets,
  }
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
  return {
    ActivitiesNotPreviouslyRptInd: false,
    ChgMadeToOrgnzngDocNotRptInd: false,
    OrganizationHadUBIInd: false,
    SubjectToProxyTaxInd: false,
    OrganizationDissolvedEtcInd: context.filing.final,
    MadeLoansToFromOfficersInd: false,
    EngagedInExcessBenefitTransInd: false,
    ProhibitedTaxShelterTransInd: false,
    StatesWhereCopyOfReturnIsFldCd: organization.address.state || undefined,
    BooksInCareOfDetail: {
      PersonNm: figures.people[2]?.name,
      ...addressBlock(organization.address),
      PhoneNum: organization.phone,
    },
    ForeignFinancialAccountInd: false,
    ForeignOfficeInd: organization.abroad !== undefined,
    DonorAdvisedFndsInd: false,
    OperateHospitalInd: false,
    TanningServicesProvidedInd: false,
    RelatedOrganizationCtrlEntInd: false,
    PoliticalCampaignActyInd: false,
    LobbyingActivitiesInd: false,
    SchoolOperatingInd: false,
    TrnsfrExmptNonChrtblRltdOrgInd: false,
    PartVIOfCompOfHghstPdEmplTxt: 'NONE',
    PartVIHghstPdCntrctProfSrvcTxt: 'NONE',
    FiledScheduleAInd: hasScheduleA,
  }
}
