import { lineTotal } from '../../figures/expenses.ts'
import type { Block } from '../../xml.ts'
import { hasTrait, type ReturnContext } from '../context.ts'
import { explanation } from './explanation.ts'

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
// 10 and 5 percent, never more than a million.
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
  return {
    VolunteersInd: true,
    PaidStaffOrManagementInd: true,
    MediaAdvertisementsInd: false,
    MailingsMembersInd: grassroots > 0,
    MailingsMembersAmt: grassroots,
    PublicationsOrBroadcastInd: false,
    GrantsOtherOrganizationsInd: false,
    DirectContactLegislatorsInd: true,
    DirectContactLegislatorsAmt: direct,
    RalliesDemonstrationsInd: false,
    OtherActivitiesInd: false,
    TotalLobbyingExpendituresAmt: direct + grassroots,
    NotDescribedSection501c3Ind: false,
    SupplementalInformationDetail: explanation(
      'PART II-B, LINE 1:',
      'STAFF MET WITH STATE LEGISLATORS AND MAILED MEMBERS ABOUT BILLS THAT TOUCH OUR PROGRAMS.',
    ),
  }
}
