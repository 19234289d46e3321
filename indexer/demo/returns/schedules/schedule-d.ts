import { splitByWeights, unlessZero } from '../../figures/money.ts'
import type { YearFigures } from '../../figures/year.ts'
import type { Block } from '../../xml.ts'
import { hasTrait, isAudited, type ReturnContext } from '../context.ts'
import { explanation } from './explanation.ts'

/** Schedule D: donor advised funds, easements, collections, endowments and the sheet's details. */
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
  return {
    ProtectionNaturalHabitatInd: 'X',
    PreservationOpenSpaceInd: 'X',
    TotalEasementsCnt: random.int(6, 80),
    TotalAcreageCnt: random.int(300, 22_000),
    WrittenPolicyMonitoringInd: true,
    StaffHoursSpentEnforcementCnt: random.int(40, 900),
  }
}

function collections(context: ReturnContext): Block {
  if (!hasTrait(context, 'collections')) return {}
  return {
    CollectionUsedPubExhibitionInd: 'X',
    CollUsedScholarlyRsrchInd: 'X',
    CollectionUsedPreservationInd: 'X',
  }
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
  return {
    ...Object.fromEntries(rows),
    BoardDesignatedBalanceEOYPct: '0.3500',
    PrmnntEndowmentBalanceEOYPct: '0.5500',
    TermEndowmentBalanceEOYPct: '0.1000',
    EndowmentsHeldUnrelatedOrgInd: false,
    EndowmentsHeldRelatedOrgInd: false,
  }
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
  const { revenue, expenses, unrealizedGains } = context.figures
  return {
    TotalRevEtcAuditedFinclStmtAmt: revenue.total + unrealizedGains,
    NetUnrealizedGainsInvstAmt: unrealizedGains,
    RevenueNotReportedAmt: unrealizedGains,
    RevenueSubtotalAmt: revenue.total,
    TotalRevenuePerForm990Amt: revenue.total,
    TotExpnsEtcAuditedFinclStmtAmt: expenses.total.total,
    ExpensesNotReportedAmt: 0,
    ExpensesSubtotalAmt: expenses.total.total,
    TotalExpensesPerForm990Amt: expenses.total.total,
    SupplementalInformationDetail: explanation(
      'PART X, LINE 2:',
      'THE ORGANIZATION HAS NO UNCERTAIN TAX POSITIONS THAT WOULD CALL FOR RECOGNITION IN ITS STATEMENTS.',
    ),
  }
}
