import { type Expenses, lineTotal } from '../figures/expenses.ts'
import { splitByWeights, sumOf, unlessZero } from '../figures/money.ts'
import type { YearFigures } from '../figures/year.ts'
import type { Block, Content } from '../xml.ts'
import { isCase, priorYear, type ReturnContext, tell, tick } from './context.ts'
import { addressBlock, businessName } from './names.ts'

/** Items A to M above Part I. */
export function buildHeading(context: ReturnContext): Block {
  const { organization, filing, figures } = context
  const chief = figures.people.find(({ role }) => role === 'officer') ?? figures.people[0]
  const is501c3 = organization.subsection === '03'
  return {
    NameChangeInd: tick(
      organization.formerName !== undefined && filing.taxYear === organization.lastTaxYear - 1,
    ),
    DoingBusinessAsName: organization.doingBusinessAs
      ? businessName(organization.doingBusinessAs)
      : undefined,
    InitialReturnInd: tick(filing.initial),
    FinalReturnInd: tick(filing.final),
    AmendedReturnInd: tick(filing.amendment > 0),
    PrincipalOfficerNm: chief?.name,
    ...addressBlock(organization.address),
    GrossReceiptsAmt: isCase(context, 'missing-figures')
      ? undefined
      : figures.revenue.grossReceipts,
    GroupReturnForAffiliatesInd: filing.group,
    AllAffiliatesIncludedInd: filing.group ? true : undefined,
    Organization501c3Ind: tick(is501c3),
    Organization501cInd: is501c3
      ? undefined
      : { '@organization501cTypeTxt': String(Number(organization.subsection)), '#': 'X' },
    GroupExemptionNum: organization.family?.groupExemption,
    WebsiteAddressTxt: organization.website ?? 'N/A',
    TypeOfOrganizationCorpInd: tick(organization.formationYear % 9 !== 0),
    TypeOfOrganizationAssocInd: tick(organization.formationYear % 9 === 0),
    FormationYr: organization.formationYear,
    LegalDomicileStateCd: organization.address.foreign ? undefined : organization.address.state,
    LegalDomicileCountryCd: organization.address.foreign?.country,
  }
}

/** The amounts Part I shows for one year. */
function partOneOf({ revenue, expenses }: YearFigures) {
  const salaries = salariesOf(expenses)
  const grants =
    lineTotal(expenses, 'GrantsToDomesticOrgsGrp') +
    lineTotal(expenses, 'GrantsToDomesticIndividualsGrp') +
    lineTotal(expenses, 'ForeignGrantsGrp')
  const benefits = lineTotal(expenses, 'BenefitsToMembersGrp')
  const fundraisers = lineTotal(expenses, 'FeesForServicesProfFundraising')
  return {
    ContributionsGrantsAmt: revenue.contributions,
    ProgramServiceRevenueAmt: revenue.serviceTotal,
    InvestmentIncomeAmt: revenue.interest + revenue.securities.gain,
    OtherRevenueAmt:
      revenue.rent.net +
      revenue.events.net +
      revenue.gaming.net +
      revenue.inventory.net +
      revenue.otherTotal,
    TotalRevenueAmt: revenue.total,
    GrantsAndSimilarPaidAmt: grants,
    BenefitsPaidToMembersAmt: benefits,
    SalariesCompEmpBnftPaidAmt: salaries,
    TotalProfFndrsngExpnsAmt: fundraisers,
    TotalFundraisingExpenseAmt: expenses.total.fundraising,
    OtherExpensesAmt: expenses.total.total - grants - benefits - salaries - fundraisers,
    TotalExpensesAmt: expenses.total.total,
    RevenuesLessExpensesAmt: revenue.total - expenses.total.total,
  }
}

/** Part IX lines 5 to 10: what Part I line 15 adds up. */
export const salariesOf = (expenses: Expenses): number =>
  sumOf(
    (
      [
        'CompCurrentOfcrDirectorsGrp',
        'OtherSalariesAndWagesGrp',
        'PensionPlanContributionsGrp',
        'OtherEmployeeBenefitsGrp',
        'PayrollTaxesGrp',
      ] as const
    ).map((line) => lineTotal(expenses, line)),
  )

/** Employees by what salaries would pay for. */
export const employeesOf = (figures: YearFigures): number =>
  Math.round(salariesOf(figures.expenses) / 46_000)

/** Part I: activities, both years' revenue and expenses, net assets. */
export function buildSummary(context: ReturnContext): Block {
  const { organization, figures, filing, random } = context
  const board = figures.people.filter(({ role }) => role === 'director').length
  const current = partOneOf(figures)
  const prior = priorYear(context)
  const before = prior && partOneOf(prior)
  // The one figure off on purpose: a Part I total that Part VIII does not bear out.
  const wrong =
    isCase(context, 'part-totals-differ') && filing.taxYear === organization.lastTaxYear
      ? 125_000
      : 0
  const amounts: Record<string, Content> = {}
  for (const [name, amount] of Object.entries(current)) {
    const shown = name === 'TotalRevenueAmt' ? amount + wrong : amount
    if (before && name !== 'TotalFundraisingExpenseAmt')
      amounts[`PY${name}`] = before[name as keyof typeof before]
    amounts[`CY${name}`] = shown
  }
  const missing = isCase(context, 'missing-figures')
  return {
    ActivityOrMissionDesc: tell(
      organization,
      organization.kind.mission,
      filing.taxYear,
      random.fork('mission'),
    ),
    VotingMembersGoverningBodyCnt: board,
    VotingMembersIndependentCnt: independentOf(context, board),
    TotalEmployeeCnt: missing ? undefined : employeesOf(figures),
    TotalVolunteersCnt: missing
      ? undefined
      : Math.round((organization.scale ** 0.42 * ((filing.taxYear % 5) + 4)) / 7),
    TotalGrossUBIAmt: unrelatedOf(figures),
    NetUnrelatedBusTxblIncmAmt:
      unrelatedOf(figures) > 0 ? Math.round(unrelatedOf(figures) * 0.3) : 0,
    ...amounts,
    TotalAssetsBOYAmt: missing ? undefined : beginningAssets(context),
    TotalAssetsEOYAmt: missing ? undefined : figures.end.assets,
    TotalLiabilitiesBOYAmt: figures.beginning.liabilities,
    TotalLiabilitiesEOYAmt: endLiabilities(context),
    NetAssetsOrFundBalancesBOYAmt: beginningNetAssets(context),
    NetAssetsOrFundBalancesEOYAmt: figures.end.netAssets,
  }
}

export const unrelatedOf = (figures: YearFigures): number =>
  sumOf(figures.revenue.services.map(({ unrelated }) => unrelated))

export const independentOf = (context: ReturnContext, board: number): number =>
  isCase(context, 'interested-person-business') ? Math.max(1, board - 2) : board

// An organization whose books begin the year otherwise than they ended the last one.
const RESTATEMENT = 84_310
const isRestated = (context: ReturnContext): boolean =>
  isCase(context, 'beginning-differs') &&
  context.filing.taxYear === context.organization.lastTaxYear

export const beginningAssets = (context: ReturnContext): number =>
  context.figures.beginning.assets + (isRestated(context) ? RESTATEMENT : 0)
export const beginningNetAssets = (context: ReturnContext): number =>
  context.figures.beginning.netAssets + (isRestated(context) ? RESTATEMENT : 0)

// One organization whose liabilities and net assets do not add up to its assets.
const GAP = 61_240
export const endLiabilities = ({ organization, filing, figures }: ReturnContext): number =>
  figures.end.liabilities +
  (organization.cases.includes('unbalanced-sheet') && filing.taxYear === organization.lastTaxYear
    ? GAP
    : 0)

/** Part III: mission and up to four programs; their expenses add up to line 4e. */
export function buildPrograms(context: ReturnContext): Block {
  const { organization, figures, filing, random } = context
  const { programs, mission } = organization.kind
  const texts = programs.map((program, index) =>
    tell(organization, program, filing.taxYear, random.fork(`program ${index}`)),
  )
  const weights = texts.map((_, index) => [10, 5, 3, 2][index] ?? 1)
  const expenses = splitByWeights(figures.expenses.total.program, weights)
  const grants = splitByWeights(grantsGivenBy(figures), weights)
  const revenue = splitByWeights(figures.revenue.serviceTotal, weights)
  const rows = texts.map((text, index) => ({
    ExpenseAmt: expenses[index],
    GrantAmt: unlessZero(grants[index] ?? 0),
    RevenueAmt: unlessZero(revenue[index] ?? 0),
    Desc: text,
  }))
  const [first, second, third, ...others] = rows
  return {
    InfoInScheduleOPartIIIInd: tick(others.length > 0),
    MissionDesc: tell(organization, mission, filing.taxYear, random.fork('mission')),
    SignificantNewProgramSrvcInd: false,
    SignificantChangeInd: false,
    ...first,
    ProgSrvcAccomActy2Grp: second,
    ProgSrvcAccomActy3Grp: third,
    ProgSrvcAccomActyOtherGrp: others.length > 0 ? others : undefined,
    TotalOtherProgSrvcExpenseAmt:
      others.length > 0 ? sumOf(others.map(({ ExpenseAmt }) => ExpenseAmt ?? 0)) : undefined,
    TotalProgramServiceExpensesAmt: figures.expenses.total.program,
  }
}

export const grantsGivenBy = ({ expenses }: YearFigures): number =>
  lineTotal(expenses, 'GrantsToDomesticOrgsGrp') +
  lineTotal(expenses, 'GrantsToDomesticIndividualsGrp') +
  lineTotal(expenses, 'ForeignGrantsGrp')
