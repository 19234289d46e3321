import {
  EXPENSE_LINES,
  type Expenses,
  type Functional,
  GRANT_LINES,
  linesTotal,
  lineTotal,
  SALARY_LINES,
} from '../figures/expenses.ts'
import { splitByWeights, sumOf, unlessZero } from '../figures/money.ts'
import type { YearFigures } from '../figures/year.ts'
import {
  addressBlock,
  businessName,
  isAudited,
  isCase,
  isNewestOf,
  priorYear,
  type ReturnContext,
  tell,
  tick,
} from './context.ts'
import { fill } from './fill.ts'
import type { Block, Content } from './write-return.ts'

/** Items A to M above Part I. */
export function buildHeading(context: ReturnContext): Block {
  const { organization, filing, figures } = context
  const chief = figures.people.find(({ role }) => role === 'officer') ?? figures.people[0]
  const is501c3 = organization.subsection === '03'
  return fill('990 heading', context, {
    NameChangeInd: tick(
      organization.formerName !== undefined && filing.taxYear === organization.lastTaxYear - 1,
    ),
    DoingBusinessAsName: organization.doingBusinessAs
      ? businessName(organization.doingBusinessAs)
      : undefined,
    AmendedReturnInd: tick(filing.amendment > 0),
    PrincipalOfficerNm: chief?.name,
    '...address': addressBlock(organization.address),
    GrossReceiptsAmt: isCase(context, 'missing-figures')
      ? undefined
      : figures.revenue.grossReceipts,
    AllAffiliatesIncludedInd: filing.group ? true : undefined,
    Organization501c3Ind: tick(is501c3),
    Organization501cInd: is501c3
      ? undefined
      : { '@organization501cTypeTxt': String(Number(organization.subsection)), '#': 'X' },
    WebsiteAddressTxt: organization.website ?? 'N/A',
    TypeOfOrganizationCorpInd: tick(organization.formationYear % 9 !== 0),
    TypeOfOrganizationAssocInd: tick(organization.formationYear % 9 === 0),
    LegalDomicileStateCd: organization.address.foreign ? undefined : organization.address.state,
  })
}

/** Returns the amounts Part I shows for one year. */
function partOneOf({ revenue, expenses }: YearFigures) {
  const salaries = salariesOf(expenses)
  const grants = linesTotal(expenses, GRANT_LINES)
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
export const salariesOf = (expenses: Expenses): number => linesTotal(expenses, SALARY_LINES)

/** Estimates employees from what salaries would pay for. */
export const employeesOf = (figures: YearFigures): number =>
  Math.round(salariesOf(figures.expenses) / 46_000)

/** Part I: activities, both years' revenue and expenses, net assets. */
export function buildSummary(context: ReturnContext): Block {
  const { organization, figures, filing, random } = context
  const board = figures.people.filter(({ role }) => role === 'director').length
  const current = partOneOf(figures)
  const prior = priorYear(context)
  const before = prior && partOneOf(prior)
  // This case's Part I total differs from Part VIII.
  const wrong = isNewestOf(context, 'part-totals-differ') ? 125_000 : 0
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

// Dollars by which the opening balance differs from last year's closing balance, in that case.
const RESTATEMENT = 84_310
const isRestated = (context: ReturnContext): boolean => isNewestOf(context, 'beginning-differs')

const beginningAssets = (context: ReturnContext): number =>
  context.figures.beginning.assets + (isRestated(context) ? RESTATEMENT : 0)
const beginningNetAssets = (context: ReturnContext): number =>
  context.figures.beginning.netAssets + (isRestated(context) ? RESTATEMENT : 0)

// In one organization, liabilities and net assets do not add up to assets.
const GAP = 61_240
const endLiabilities = (context: ReturnContext): number =>
  context.figures.end.liabilities + (isNewestOf(context, 'unbalanced-sheet') ? GAP : 0)

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

const grantsGivenBy = ({ expenses }: YearFigures): number =>
  lineTotal(expenses, 'GrantsToDomesticOrgsGrp') +
  lineTotal(expenses, 'GrantsToDomesticIndividualsGrp') +
  lineTotal(expenses, 'ForeignGrantsGrp')

/** Part VIII: revenue by source and by column. */
export function buildRevenue(context: ReturnContext): Block {
  const { revenue } = context.figures
  const related =
    sumOf(revenue.services.map(({ amount, unrelated }) => amount - unrelated)) +
    revenue.inventory.net
  const unrelated = sumOf(revenue.services.map((service) => service.unrelated))
  return fill('990 VIII', context, {
    ProgramServiceRevenueGrp: revenue.services.map((service) => ({
      Desc: service.description,
      BusinessCd: service.businessCode,
      TotalRevenueColumnAmt: service.amount,
      RelatedOrExemptFuncIncomeAmt: unlessZero(service.amount - service.unrelated),
      UnrelatedBusinessRevenueAmt: unlessZero(service.unrelated),
    })),
    OtherRevenueMiscGrp: revenue.other.map(({ description, amount }) => ({
      Desc: description,
      BusinessCd: '900099',
      TotalRevenueColumnAmt: amount,
      ExclusionAmt: amount,
    })),
    TotalRevenueGrp: {
      TotalRevenueColumnAmt: revenue.total,
      RelatedOrExemptFuncIncomeAmt: related,
      UnrelatedBusinessRevenueAmt: unrelated,
      ExclusionAmt: revenue.total - revenue.contributions - related - unrelated,
    },
  })
}

// Lines 1 to 3 have a program column only; empty columns are left out.
const functional = ({ total, program, management, fundraising }: Functional): Block => ({
  TotalAmt: total,
  ProgramServicesAmt: unlessZero(program),
  ManagementAndGeneralAmt: unlessZero(management),
  FundraisingAmt: unlessZero(fundraising),
})

/** Part IX: expenses by line and by function. */
export function buildExpenses(context: ReturnContext): Block {
  const { lines, other } = context.figures.expenses
  const block: Record<string, Content> = {}
  for (const name of EXPENSE_LINES) {
    const line = lines[name]
    if (line && line.total > 0) block[name] = functional(line)
  }
  return {
    ...block,
    OtherExpensesGrp: other.map((line) => ({ Desc: line.description, ...functional(line) })),
    TotalFunctionalExpensesGrp: fill('990 IX total', context),
  }
}

/** Part X: the balance sheet, both ends. */
export function buildBalanceSheet(context: ReturnContext): Block {
  const { beginning, end } = context.figures
  const ends = (boy: number, eoy: number): Block | undefined =>
    boy === 0 && eoy === 0 ? undefined : { BOYAmt: boy, EOYAmt: eoy }
  const restated = beginningAssets(context) - beginning.assets
  const assets = { BOYAmt: beginningAssets(context), EOYAmt: end.assets }
  return fill('990 X', context, {
    CashNonInterestBearingGrp: ends(beginning.cash + restated, end.cash),
    LandBldgEquipBasisNetGrp: ends(
      beginning.landCost - beginning.depreciation,
      end.landCost - end.depreciation,
    ),
    TotalAssetsGrp: isCase(context, 'missing-figures') ? undefined : assets,
    TotalLiabilitiesGrp: { BOYAmt: beginning.liabilities, EOYAmt: endLiabilities(context) },
    '...netAssetClasses': netAssetClasses(context, restated),
    TotalNetAssetsFundBalanceGrp: { BOYAmt: beginningNetAssets(context), EOYAmt: end.netAssets },
    TotLiabNetAssetsFundBalanceGrp: assets,
  })
}

// Two classes of net assets replaced three with the forms of 2019.
function netAssetClasses(context: ReturnContext, restated: number): Block {
  const { beginning, end } = context.figures
  const free = { BOYAmt: beginning.withoutRestrictions + restated, EOYAmt: end.withoutRestrictions }
  const bound = { BOYAmt: beginning.withRestrictions, EOYAmt: end.withRestrictions }
  return context.filing.taxYear >= 2019
    ? { NoDonorRestrictionNetAssetsGrp: free, DonorRestrictionNetAssetsGrp: bound }
    : { UnrestrictedNetAssetsGrp: free, TemporarilyRstrNetAssetsGrp: bound }
}

/**
 * Parts XI and XII: the change from one year's net assets to the next, and how the books were
 * checked.
 */
export function buildReconciliation(context: ReturnContext): Block {
  const { figures, random } = context
  const audited = isAudited(context)
  const cash = random.fork('method').chance(0.12) && !audited
  return {
    ReconcilationRevenueExpnssAmt: figures.revenue.total - figures.expenses.total.total,
    NetUnrlzdGainsLossesInvstAmt: unlessZero(figures.unrealizedGains),
    OtherChangesInNetAssetsAmt: figures.beginning.netAssets - beginningNetAssets(context),
    MethodOfAccountingCashInd: tick(cash),
    MethodOfAccountingAccrualInd: tick(!cash),
    AccountantCompileOrReviewInd: !audited && random.fork('review').chance(0.6),
    FSAuditedInd: audited,
    FSAuditedBasisGrp: audited ? { SeparateBasisFinclStmtInd: 'X' } : undefined,
    AuditCommitteeInd: audited ? true : undefined,
    FederalGrantAuditRequiredInd: figures.revenue.government > 750_000,
    FederalGrantAuditPerformedInd: figures.revenue.government > 750_000 ? true : undefined,
  }
}
