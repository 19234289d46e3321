import type { Block } from '../../xml.ts'
import { hasTrait, type ReturnContext } from '../context.ts'

/** Schedule K: tax-exempt bonds. A large issuer files two, the one schedule that may repeat. */
export function buildScheduleK(context: ReturnContext): Block[] | undefined {
  if (!hasTrait(context, 'bonds') || context.figures.end.bonds === 0) return undefined
  const issued = Math.round(context.organization.scale * 0.5)
  const schedules = [bond(context, 'A', Math.round(issued * 0.6), 2016)]
  return context.organization.scale > 100_000_000
    ? [...schedules, bond(context, 'B', Math.round(issued * 0.4), 2018)]
    : schedules
}

function bond(context: ReturnContext, reference: string, price: number, year: number): Block {
  const costs = Math.round(price * 0.012)
  return {
    TaxExemptBondsIssuesGrp: {
      BondReferenceCd: reference,
      IssuerName: {
        BusinessNameLine1Txt:
          `${context.organization.stateName} Facilities Authority`.toUpperCase(),
      },
      BondIssuerEIN: '890000999',
      BondIssuedDt: `${year}-05-11`,
      IssuePriceAmt: price,
      PurposeDesc: 'CONSTRUCT AND EQUIP BUILDINGS',
      DefeasedInd: false,
      OnBehalfOfIssuerInd: false,
      PoolFinancingInd: false,
    },
    TaxExemptBondsProceedsGrp: {
      BondReferenceCd: reference,
      TotalProceedsAmt: price,
      IssuanceCostsFromProceedsAmt: costs,
      CapitalExpendituresAmt: price - costs,
      SubstantialCompletionYr: year + 2,
      RefundingTaxExemptBondsInd: false,
      RefundingTaxableBondsInd: false,
      FinalAllocationMadeInd: true,
      AdequateBooksAndRecMaintInd: true,
    },
    TaxExemptBondsPrivateBusUseGrp: {
      BondReferenceCd: reference,
      OwningBondFinancedPropertyInd: false,
      AnyLeaseArrangementsInd: false,
      MgmtContractBondFincdPropInd: false,
      AnyResearchAgreementsInd: false,
      BondIssMeetPrvtSecPymtTestInd: false,
      ChangeInUseBondFinancedPropInd: false,
      ProcsNonqualifiedBondRemdtdInd: true,
    },
    TaxExemptBondsArbitrageGrp: {
      BondReferenceCd: reference,
      Form8038TFiledInd: false,
      NoRebateDueInd: true,
      VariableRateIssueInd: false,
      HedgeIdentifiedInBksAndRecInd: false,
      GrossProceedsInvestedInGICInd: false,
      GrossProceedsInvestedInd: false,
      WrittenProcToMonitorReqsInd: true,
    },
    ProceduresCorrectiveActionGrp: {
      BondReferenceCd: reference,
      ProceduresCorrectiveActionInd: true,
    },
  }
}
