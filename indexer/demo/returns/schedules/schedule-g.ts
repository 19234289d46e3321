import { lineTotal } from '../../figures/expenses.ts'
import { pickFounder } from '../../names.ts'
import type { Block } from '../../xml.ts'
import { type ReturnContext, tick } from '../context.ts'

/** Schedule G: hired fundraisers, events and gaming. */
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
  return {
    MailSolicitationsInd: 'X',
    EmailSolicitationsInd: 'X',
    SpecialFundraisingEventsInd: tick(context.figures.revenue.events.gross > 0),
    AgrmtProfFundraisingActyInd: true,
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
  }
}

function events(context: ReturnContext): Block {
  const { events: held, eventContributions } = context.figures.revenue
  if (held.gross <= 15_000) return {}
  const food = Math.round(held.direct * 0.6)
  const receipts = held.gross + eventContributions
  return {
    FundraisingEventInformationGrp: {
      Event1Nm: context.random
        .fork('event')
        .pick(['SPRING GALA', 'HARVEST DINNER', 'GOLF OUTING', 'WINTER AUCTION', 'LANTERN WALK']),
      GrossReceiptsEvent1Amt: receipts,
      CharitableContriEvent1Amt: eventContributions,
      GrossRevenueEvent1Amt: held.gross,
      FoodAndBeverageEvent1Amt: food,
      OtherDirectExpensesEvent1Amt: held.direct - food,
      GrossReceiptsTotalAmt: receipts,
      CharitableContributionsTotAmt: eventContributions,
      GrossRevenueTotalEventsAmt: held.gross,
      FoodAndBeverageTotalEventsAmt: food,
      OthDirectExpnssTotalEventsAmt: held.direct - food,
      DirectExpenseSummaryEventsAmt: held.direct,
      NetIncomeSummaryAmt: held.net,
    },
  }
}

function gaming(context: ReturnContext): Block {
  const { gaming: games } = context.figures.revenue
  if (games.gross <= 15_000) return {}
  return {
    GamingInformationGrp: {
      GrossRevenueBingoAmt: games.gross,
      GrossRevenueTotalGamingAmt: games.gross,
      CashPrizesBingoAmt: games.direct,
      CashPrizesTotalGamingAmt: games.direct,
      DirectExpenseSummaryGamingAmt: games.direct,
      NetGamingIncomeSummaryAmt: games.net,
    },
    StatesWhereGamingConductedCd: context.organization.address.state || undefined,
    LicensedInd: true,
  }
}
