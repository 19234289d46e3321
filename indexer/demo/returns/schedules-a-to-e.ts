import { lineTotal } from '../figures/expenses.ts'
import { splitByWeights, sumOf, unlessZero } from '../figures/money.ts'
import type { YearFigures } from '../figures/year.ts'
import { hasTrait, isAudited, type ReturnContext, tick } from './context.ts'
import { fill } from './fill.ts'
import type { Block } from './write-return.ts'

/** Returns a note at the end of a schedule: the line it belongs to, and what it says. */
export const explanation = (line: string, text: string): Block => ({
  FormAndLineReferenceDesc: line,
  ExplanationTxt: text,
})

const COLUMNS = [
  'CurrentTaxYearMinus4YearsAmt',
  'CurrentTaxYearMinus3YearsAmt',
  'CurrentTaxYearMinus2YearsAmt',
  'CurrentTaxYearMinus1YearAmt',
  'CurrentTaxYearAmt',
] as const

/** Schedule A: why it is a public charity, with the five-year support test of Part II or III. */
export function buildScheduleA(context: ReturnContext): Block | undefined {
  if (context.organization.subsection !== '03') return undefined
  if (hasTrait(context, 'school')) return { SchoolInd: 'X' }
  if (hasTrait(context, 'hospital')) return { HospitalInd: 'X' }
  if (hasTrait(context, 'church')) return { ChurchInd: 'X' }
  return context.organization.kind.funds === 'fees'
    ? supportFromFees(context)
    : supportFromGifts(context)
}

// The known years, oldest first; a young organization leaves its first columns empty.
function fiveYears(context: ReturnContext, amount: (year: YearFigures) => number): Block {
  const years = [context.figures, ...context.earlier.slice(0, 4)]
  const amounts = years.map(amount)
  const columns = Object.fromEntries(
    COLUMNS.slice(-years.length).map((name, index) => [
      name,
      amounts[years.length - 1 - index] ?? 0,
    ]),
  )
  return { ...columns, TotalAmt: sumOf(amounts) }
}

const totalOf = (block: Block): number => Number(block.TotalAmt)
const ratio = (part: number, whole: number): string => (whole > 0 ? part / whole : 0).toFixed(5)

function supportFromGifts(context: ReturnContext): Block {
  const gifts = fiveYears(context, ({ revenue }) => revenue.contributions)
  const investment = fiveYears(
    context,
    ({ revenue }) => revenue.interest + Math.max(0, revenue.rent.net),
  )
  const other = fiveYears(context, ({ revenue }) => revenue.otherTotal)
  // Gifts above two percent of support from one giver do not count as public.
  const excess = Math.round(totalOf(gifts) * context.random.fork('excess gifts').between(0, 0.3))
  const support = totalOf(gifts) + totalOf(investment) + totalOf(other)
  const share = ratio(totalOf(gifts) - excess, support)
  return {
    PublicOrganization170Ind: 'X',
    GiftsGrantsContriRcvd170Grp: gifts,
    TotalCalendarYear170Grp: gifts,
    SubstantialContributorsTotAmt: excess,
    PublicSupportTotal170Amt: totalOf(gifts) - excess,
    GrossInvestmentIncome170Grp: investment,
    OtherIncome170Grp: other,
    TotalSupportAmt: support,
    GrossReceiptsRltdActivitiesAmt: sumOf(
      [context.figures, ...context.earlier.slice(0, 4)].map(({ revenue }) => revenue.serviceTotal),
    ),
    First5Years170Ind: tick(context.filing.initial),
    PublicSupportCY170Pct: share,
    ThirtyThrPctSuprtTestsCY170Ind: tick(Number(share) >= 1 / 3),
  }
}

function supportFromFees(context: ReturnContext): Block {
  const gifts = fiveYears(context, ({ revenue }) => revenue.contributions)
  const receipts = fiveYears(context, ({ revenue }) => revenue.serviceTotal)
  const total = fiveYears(context, ({ revenue }) => revenue.contributions + revenue.serviceTotal)
  const investment = fiveYears(context, ({ revenue }) => revenue.interest)
  const support = fiveYears(
    context,
    ({ revenue }) => revenue.contributions + revenue.serviceTotal + revenue.interest,
  )
  const share = ratio(totalOf(total), totalOf(support))
  return {
    PubliclySupportedOrg509a2Ind: 'X',
    GiftsGrantsContrisRcvd509Grp: gifts,
    GrossReceiptsAdmissionsGrp: receipts,
    Total509Grp: total,
    PublicSupportTotal509Amt: totalOf(total),
    GrossInvestmentIncome509Grp: investment,
    InvestmentIncomeAndUBTIGrp: investment,
    TotalSupportCalendarYearGrp: support,
    PublicSupportCY509Pct: share,
    InvestmentIncomeCYPct: ratio(totalOf(investment), totalOf(support)),
    ThirtyThrPctSuprtTestsCY509Ind: tick(Number(share) >= 1 / 3),
  }
}

// What public copies contain in place of every contributor.
const RESTRICTED = 'RESTRICTED'

/** Schedule B as the IRS publishes it: present, but withheld. */
export function buildScheduleB(context: ReturnContext): Block | undefined {
  if (context.figures.revenue.otherGifts < 100_000) return undefined
  return RESTRICTED_CONTRIBUTOR
}

export const RESTRICTED_CONTRIBUTOR: Block = {
  ContributorInformationGrp: {
    ContributorNum: RESTRICTED,
    ContributorBusinessName: { BusinessNameLine1: RESTRICTED },
    ContributorUSAddress: {
      AddressLine1: RESTRICTED,
      AddressLine2: RESTRICTED,
      City: RESTRICTED,
      State: RESTRICTED,
      ZIPCode: RESTRICTED,
    },
    TotalContributionsAmt: RESTRICTED,
  },
}

/** Schedule C: lobbying by a public charity, under the election (Part II-A) or without (II-B). */
export function buildScheduleC(context: ReturnContext): Block | undefined {
  const lobbyists = lineTotal(context.figures.expenses, 'FeesForServicesLobbyingGrp')
  if (!hasTrait(context, 'lobbying') || context.organization.subsection !== '03') return undefined
  const direct = Math.round(lobbyists * 0.8)
  const grassroots = lobbyists - direct
  return context.random.fork('election').chance(0.6)
    ? elected(context, direct, grassroots)
    : unelected(direct, grassroots)
}

const filer = (amount: number): Block => ({ FilingOrganizationsTotalAmt: amount })

// 26 U.S.C. 4911(c)(2): 20 percent of the first 500,000 of exempt purpose expenditures, then 15,
// 10, and 5 percent, never more than a million.
function nontaxable(expenditures: number): number {
  const steps = [
    [500_000, 0.2],
    [500_000, 0.15],
    [500_000, 0.1],
    [Number.POSITIVE_INFINITY, 0.05],
  ] as const
  let rest = expenditures
  let allowed = 0
  for (const [width, share] of steps) {
    allowed += Math.min(rest, width) * share
    rest = Math.max(0, rest - width)
  }
  return Math.round(Math.min(1_000_000, allowed))
}

function elected(context: ReturnContext, direct: number, grassroots: number): Block {
  const total = context.figures.expenses.total.total
  const allowed = nontaxable(total)
  const grassrootsAllowed = Math.round(allowed / 4)
  return {
    TotalGrassrootsLobbyingGrp: filer(grassroots),
    TotalDirectLobbyingGrp: filer(direct),
    TotalLobbyingExpendGrp: filer(direct + grassroots),
    OtherExemptPurposeExpendGrp: filer(total - direct - grassroots),
    TotalExemptPurposeExpendGrp: filer(total),
    LobbyingNontaxableAmountGrp: filer(allowed),
    GrassrootsNontaxableGrp: filer(grassrootsAllowed),
    TotLbbyngGrassrootMnsNonTxGrp: filer(Math.max(0, grassroots - grassrootsAllowed)),
    TotLbbyExpendMnsLbbyngNonTxGrp: filer(Math.max(0, direct + grassroots - allowed)),
    AvgLobbyingNontaxableAmountGrp: { CurrentYearAmt: allowed, TotalAmt: allowed },
    LobbyingCeilingAmt: Math.round(allowed * 1.5),
    AvgTotalLobbyingExpendGrp: {
      CurrentYearAmt: direct + grassroots,
      TotalAmt: direct + grassroots,
    },
  }
}

function unelected(direct: number, grassroots: number): Block {
  return fill(
    'C II-B',
    {},
    {
      MailingsMembersInd: grassroots > 0,
      MailingsMembersAmt: grassroots,
      DirectContactLegislatorsAmt: direct,
      TotalLobbyingExpendituresAmt: direct + grassroots,
    },
  )
}

/**
 * Schedule D: donor advised funds, easements, collections, endowments, and details of the balance
 * sheet.
 */
export function buildScheduleD(context: ReturnContext): Block | undefined {
  const { end, revenue } = context.figures
  if (revenue.total < 300_000) return undefined
  return {
    ...donorAdvised(context),
    ...easements(context),
    ...collections(context),
    ...endowment(context),
    ...property(context),
    OtherSecuritiesGrp:
      end.otherSecurities > 0
        ? [
            {
              Desc: 'Pooled investment fund',
              BookValueAmt: end.otherSecurities,
              MethodValuationCd: 'F',
            },
          ]
        : undefined,
    TotalBookValueSecuritiesAmt: unlessZero(end.otherSecurities),
    OtherAssetsOrgGrp:
      end.otherAssets > 0
        ? [{ Desc: 'Security deposits', BookValueAmt: end.otherAssets }]
        : undefined,
    TotalBookValueOtherAssetsAmt: unlessZero(end.otherAssets),
    OtherLiabilitiesOrgGrp:
      end.otherLiabilities > 0
        ? [{ Desc: 'Operating lease liability', Amt: end.otherLiabilities }]
        : undefined,
    TotalLiabilityAmt: unlessZero(end.otherLiabilities),
    ...auditedReconciliation(context),
  }
}

function donorAdvised(context: ReturnContext): Block {
  if (context.organization.kind.code !== 'T31') return {}
  const value = Math.round(context.figures.end.assets * 0.35)
  return {
    DonorAdvisedFundsHeldCnt: context.random.fork('funds').int(12, 140),
    DonorAdvisedFundsContriAmt: Math.round(context.figures.revenue.contributions * 0.4),
    DonorAdvisedFundsGrantsAmt: Math.round(context.figures.expenses.total.total * 0.4),
    DonorAdvisedFundsVlEOYAmt: value,
    DisclosedOrgLegCtrlInd: true,
    DisclosedForCharitablePrpsInd: true,
  }
}

function easements(context: ReturnContext): Block {
  if (!hasTrait(context, 'easements')) return {}
  const random = context.random.fork('easements')
  return fill(
    'D II',
    {},
    {
      TotalEasementsCnt: random.int(6, 80),
      TotalAcreageCnt: random.int(300, 22_000),
      StaffHoursSpentEnforcementCnt: random.int(40, 900),
    },
  )
}

function collections(context: ReturnContext): Block {
  if (!hasTrait(context, 'collections')) return {}
  return fill('D III', {})
}

const ENDOWMENT_YEARS = [
  'CYEndwmtFundGrp',
  'CYMinus1YrEndwmtFundGrp',
  'CYMinus2YrEndwmtFundGrp',
  'CYMinus3YrEndwmtFundGrp',
  'CYMinus4YrEndwmtFundGrp',
] as const

function endowment(context: ReturnContext): Block {
  if (!hasTrait(context, 'endowment')) return {}
  const years = [context.figures, ...context.earlier].slice(0, ENDOWMENT_YEARS.length)
  const rows = years.map((year, index) => [ENDOWMENT_YEARS[index], endowmentYear(year)] as const)
  return fill('D V', {}, { '...Object.fromEntries': Object.fromEntries(rows) })
}

function endowmentYear(year: YearFigures): Block {
  const held = ({ securities, otherSecurities }: YearFigures['end']): number =>
    securities + otherSecurities
  const start = held(year.beginning)
  const end = held(year.end)
  const spent = Math.round(start * 0.04)
  const earned = year.unrealizedGains
  return {
    BeginningYearBalanceAmt: start,
    ContributionsAmt: end - start + spent - earned,
    InvestmentEarningsOrLossesAmt: earned,
    OtherExpendituresAmt: spent,
    EndYearBalanceAmt: end,
  }
}

function property(context: ReturnContext): Block {
  const { landCost, depreciation } = context.figures.end
  if (landCost === 0) return {}
  const [land = 0, buildings = 0, equipment = 0] = splitByWeights(landCost, [2, 6, 2])
  const [onBuildings = 0, onEquipment = 0] = splitByWeights(depreciation, [7, 2])
  const part = (cost: number, worn: number): Block => ({
    OtherCostOrOtherBasisAmt: cost,
    DepreciationAmt: unlessZero(worn),
    BookValueAmt: cost - worn,
  })
  return {
    LandGrp: part(land, 0),
    BuildingsGrp: part(buildings, onBuildings),
    EquipmentGrp: part(equipment, onEquipment),
    TotalBookValueLandBuildingsAmt: landCost - depreciation,
  }
}

function auditedReconciliation(context: ReturnContext): Block {
  if (!isAudited(context)) return {}
  const { revenue, unrealizedGains } = context.figures
  return fill('D XI', context, { TotalRevEtcAuditedFinclStmtAmt: revenue.total + unrealizedGains })
}

/** Schedule E: a school's policy of nondiscrimination. */
export function buildScheduleE(context: ReturnContext): Block | undefined {
  if (!hasTrait(context, 'school')) return undefined
  return fill('E', {}, { GovernmentFinancialAidRcvdInd: context.figures.revenue.government > 0 })
}
