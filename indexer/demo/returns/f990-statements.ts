import type { Balance } from '../figures/balance.ts'
import { EXPENSE_LINES, type Functional } from '../figures/expenses.ts'
import { sumOf, unlessZero } from '../figures/money.ts'
import type { Block, Content } from '../xml.ts'
import { isAudited, isCase, type ReturnContext, tick } from './context.ts'
import { beginningAssets, beginningNetAssets, endLiabilities } from './f990-summary.ts'

type Column = 'RelatedOrExemptFuncIncomeAmt' | 'UnrelatedBusinessRevenueAmt' | 'ExclusionAmt'

const column = (amount: number, of: Column): Block | undefined =>
  amount === 0 ? undefined : { TotalRevenueColumnAmt: amount, [of]: amount }

/** Part VIII: revenue by source and by column. */
export function buildRevenue(context: ReturnContext): Block {
  const { revenue } = context.figures
  const { rent, securities, events, gaming, inventory } = revenue
  const related =
    sumOf(revenue.services.map(({ amount, unrelated }) => amount - unrelated)) + inventory.net
  const unrelated = sumOf(revenue.services.map((service) => service.unrelated))
  return {
    FederatedCampaignsAmt: unlessZero(revenue.federated),
    FundraisingAmt: unlessZero(revenue.eventContributions),
    GovernmentGrantsAmt: unlessZero(revenue.government),
    AllOtherContributionsAmt: unlessZero(revenue.otherGifts),
    NoncashContributionsAmt: unlessZero(revenue.noncash),
    TotalContributionsAmt: revenue.contributions,
    ProgramServiceRevenueGrp: revenue.services.map((service) => ({
      Desc: service.description,
      BusinessCd: service.businessCode,
      TotalRevenueColumnAmt: service.amount,
      RelatedOrExemptFuncIncomeAmt: unlessZero(service.amount - service.unrelated),
      UnrelatedBusinessRevenueAmt: unlessZero(service.unrelated),
    })),
    TotalProgramServiceRevenueAmt: revenue.serviceTotal,
    InvestmentIncomeGrp: column(revenue.interest, 'ExclusionAmt'),
    GrossRentsGrp: rent.gross ? { RealAmt: rent.gross } : undefined,
    LessRentalExpensesGrp: rent.gross ? { RealAmt: rent.expenses } : undefined,
    RentalIncomeOrLossGrp: rent.gross ? { RealAmt: rent.net } : undefined,
    NetRentalIncomeOrLossGrp: column(rent.net, 'ExclusionAmt'),
    GrossAmountSalesAssetsGrp: securities.gross ? { SecuritiesAmt: securities.gross } : undefined,
    LessCostOthBasisSalesExpnssGrp: securities.gross
      ? { SecuritiesAmt: securities.cost }
      : undefined,
    GainOrLossGrp: securities.gross ? { SecuritiesAmt: securities.gain } : undefined,
    NetGainOrLossInvestmentsGrp: column(securities.gain, 'ExclusionAmt'),
    FundraisingGrossIncomeAmt: unlessZero(events.gross),
    ContriRptFundraisingEventAmt: unlessZero(revenue.eventContributions),
    FundraisingDirectExpensesAmt: unlessZero(events.direct),
    NetIncmFromFundraisingEvtGrp: column(events.net, 'ExclusionAmt'),
    GamingGrossIncomeAmt: unlessZero(gaming.gross),
    GamingDirectExpensesAmt: unlessZero(gaming.direct),
    NetIncomeFromGamingGrp: column(gaming.net, 'ExclusionAmt'),
    GrossSalesOfInventoryAmt: unlessZero(inventory.gross),
    CostOfGoodsSoldAmt: unlessZero(inventory.cost),
    NetIncomeOrLossGrp: column(inventory.net, 'RelatedOrExemptFuncIncomeAmt'),
    OtherRevenueMiscGrp: revenue.other.map(({ description, amount }) => ({
      Desc: description,
      BusinessCd: '900099',
      TotalRevenueColumnAmt: amount,
      ExclusionAmt: amount,
    })),
    OtherRevenueTotalAmt: revenue.otherTotal,
    TotalRevenueGrp: {
      TotalRevenueColumnAmt: revenue.total,
      RelatedOrExemptFuncIncomeAmt: related,
      UnrelatedBusinessRevenueAmt: unrelated,
      ExclusionAmt: revenue.total - revenue.contributions - related - unrelated,
    },
  }
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
  const { lines, other, total } = context.figures.expenses
  const block: Record<string, Content> = {}
  for (const name of EXPENSE_LINES) {
    const line = lines[name]
    if (line && line.total > 0) block[name] = functional(line)
  }
  return {
    ...block,
    OtherExpensesGrp: other.map((line) => ({ Desc: line.description, ...functional(line) })),
    TotalFunctionalExpensesGrp: {
      TotalAmt: total.total,
      ProgramServicesAmt: total.program,
      ManagementAndGeneralAmt: total.management,
      FundraisingAmt: total.fundraising,
    },
  }
}

const ends = (boy: number, eoy: number): Block | undefined =>
  boy === 0 && eoy === 0 ? undefined : { BOYAmt: boy, EOYAmt: eoy }

/** Part X: the balance sheet, both ends. */
export function buildBalanceSheet(context: ReturnContext): Block {
  const { beginning, end } = context.figures
  const both = (key: keyof Balance): Block | undefined => ends(beginning[key], end[key])
  const restated = beginningAssets(context) - beginning.assets
  return {
    CashNonInterestBearingGrp: ends(beginning.cash + restated, end.cash),
    SavingsAndTempCashInvstGrp: both('savings'),
    PledgesAndGrantsReceivableGrp: both('pledges'),
    AccountsReceivableGrp: both('receivables'),
    InventoriesForSaleOrUseGrp: both('inventories'),
    PrepaidExpensesDefrdChargesGrp: both('prepaid'),
    LandBldgEquipCostOrOtherBssAmt: end.landCost,
    LandBldgEquipAccumDeprecAmt: end.depreciation,
    LandBldgEquipBasisNetGrp: ends(
      beginning.landCost - beginning.depreciation,
      end.landCost - end.depreciation,
    ),
    InvestmentsPubTradedSecGrp: both('securities'),
    InvestmentsOtherSecuritiesGrp: both('otherSecurities'),
    OtherAssetsTotalGrp: both('otherAssets'),
    TotalAssetsGrp: isCase(context, 'missing-figures')
      ? undefined
      : { BOYAmt: beginningAssets(context), EOYAmt: end.assets },
    AccountsPayableAccrExpnssGrp: both('payables'),
    DeferredRevenueGrp: both('deferredRevenue'),
    TaxExemptBondLiabilitiesGrp: both('bonds'),
    MortgNotesPyblScrdInvstPropGrp: both('mortgage'),
    UnsecuredNotesLoansPayableGrp: both('unsecuredLoans'),
    OtherLiabilitiesGrp: both('otherLiabilities'),
    TotalLiabilitiesGrp: { BOYAmt: beginning.liabilities, EOYAmt: endLiabilities(context) },
    OrganizationFollowsFASB117Ind: 'X',
    ...netAssetClasses(context, restated),
    TotalNetAssetsFundBalanceGrp: { BOYAmt: beginningNetAssets(context), EOYAmt: end.netAssets },
    TotLiabNetAssetsFundBalanceGrp: { BOYAmt: beginningAssets(context), EOYAmt: end.assets },
  }
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

/** Parts XI and XII: from one year's net assets to the next, and who looked at the books. */
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
