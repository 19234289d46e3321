import type { FoundationBalance, FoundationLine, FoundationYear } from '../figures/foundation.ts'
import { sumOf } from '../figures/money.ts'
import type { Filing } from '../filings.ts'
import type { Grant } from '../grants.ts'
import { hasCase } from '../organization.ts'
import type { Random } from '../random.ts'
import { addressBlock, businessName, tell, tick } from './context.ts'
import { fill } from './fill.ts'
import { RESTRICTED_CONTRIBUTOR } from './schedules-a-to-e.ts'
import type { Block } from './write-return.ts'

/** Everything needed to write one 990-PF. */
type FoundationContext = {
  filing: Filing
  figures: FoundationYear
  paid: readonly Grant[]
  approved: readonly Grant[]
  random: Random
}

/** Form 990-PF: the elements below ReturnData. */
export function buildForm990PF(context: FoundationContext): Block {
  const { filing, figures } = context
  return {
    IRS990PF: fill('990-PF', context, {
      AmendedReturnInd: tick(filing.amendment > 0),
      AnalysisOfRevenueAndExpenses: analysis(figures),
      Form990PFBalanceSheetsGrp: balanceSheet(figures),
      ChgInNetAssetsFundBalancesGrp: changes(figures),
      CapGainsLossTxInvstIncmDetail: capitalGains(figures),
      ExciseTaxBasedOnInvstIncmGrp: fill('990-PF V', context),
      StatementsRegardingActyGrp: { WebsiteAddressTxt: filing.organization.website },
      OfficerDirTrstKeyEmplInfoGrp: people(figures),
      SummaryOfDirectChrtblActyGrp: directActivities(context),
      '...payout': payout(figures),
      SupplementaryInformationGrp: grants(context),
    }),
    ...(figures.received > 50_000 ? { IRS990ScheduleB: RESTRICTED_CONTRIBUTOR } : {}),
  }
}

const columns = (prefix: string, line: FoundationLine): Block =>
  line.books === 0
    ? {}
    : {
        [`${prefix}RevAndExpnssAmt`]: line.books,
        [`${prefix}NetInvstIncmAmt`]: line.investment,
        [`${prefix}DsbrsChrtblAmt`]: line.charitable,
      }

function analysis(figures: FoundationYear): Block {
  return fill('990-PF I', figures, {
    ScheduleBNotRequiredInd: tick(figures.received <= 50_000),
    TotalNetInvstIncmAmt: figures.interest + figures.dividends + figures.gain,
    '...CompOfcrDirTrst': columns('CompOfcrDirTrst', figures.officers),
    '...LegalFees': columns('LegalFees', figures.legal),
    '...OtherProfFees': columns('OtherProfFees', figures.advice),
    '...Taxes': columns('Taxes', figures.taxes),
    '...OtherExpenses': columns('OtherExpenses', figures.other),
    '...TotOprExpenses': columns('TotOprExpenses', figures.operating),
    '...TotalExpenses': columns('TotalExpenses', figures.expenses),
    ExcessRevenueOverExpensesAmt: figures.revenue - figures.expenses.books,
  })
}

function balanceSheet({ beginning, end, endFmv }: FoundationYear): Block {
  const row = (name: string, of: keyof FoundationBalance): Block => ({
    [`${name}BOYAmt`]: beginning[of],
    [`${name}EOYAmt`]: end[of],
    [`${name}EOYFMVAmt`]: endFmv[of],
  })
  return {
    ...row('Cash', 'cash'),
    ...row('SavAndTempCashInvst', 'savings'),
    ...row('CorporateStock', 'stock'),
    ...row('CorporateBonds', 'bonds'),
    ...row('OtherInvestments', 'otherInvestments'),
    ...row('TotalAssets', 'assets'),
    TotalLiabilitiesBOYAmt: beginning.liabilities,
    TotalLiabilitiesEOYAmt: end.liabilities,
    OrganizationFollowsFASB117Ind: 'X',
    NoDonorRstrNetAssestsBOYAmt: beginning.netAssets,
    NoDonorRstrNetAssestsEOYAmt: end.netAssets,
    TotNetAstOrFundBalancesBOYAmt: beginning.netAssets,
    TotNetAstOrFundBalancesEOYAmt: end.netAssets,
    TotalLiabilitiesNetAstBOYAmt: beginning.assets,
    TotalLiabilitiesNetAstEOYAmt: end.assets,
  }
}

function changes(figures: FoundationYear): Block {
  const excess = figures.revenue - figures.expenses.books
  return fill('990-PF III', figures, {
    ExcessRevenueOverExpensesAmt: excess,
    SubtotalAmt: figures.beginning.netAssets + excess,
  })
}

function capitalGains(figures: FoundationYear): Block | undefined {
  if (figures.gain === 0) return undefined
  return {
    CapGainsLossTxInvstIncmGrp: fill('990-PF IV gain', figures, {
      CostOrOtherBasisAmt: figures.salesPrice - figures.gain,
    }),
    CapitalGainNetIncomeAmt: figures.gain,
  }
}

function people(figures: FoundationYear): Block {
  return fill(
    '990-PF VIII',
    {},
    {
      OfficerDirTrstKeyEmplGrp: figures.people.map((person) => fill('990-PF VIII person', person)),
    },
  )
}

function directActivities({ filing, figures, random }: FoundationContext): Block {
  const { organization } = filing
  const [first, second, third] = organization.kind.programs.map((text, index) =>
    tell(organization, text, filing.taxYear, random.fork(`program ${index}`)),
  )
  const share = Math.round(figures.other.charitable / organization.kind.programs.length)
  return {
    Description1Txt: first,
    Expenses1Amt: first ? share : undefined,
    Description2Txt: second,
    Expenses2Amt: second ? share : undefined,
    Description3Txt: third,
    Expenses3Amt: third ? share : undefined,
  }
}

function payout(figures: FoundationYear): Block {
  const base = figures.averageSecurities + figures.averageCash
  const { distributable, expenses, undistributedBefore } = figures
  const qualifying = expenses.charitable
  const forPriorYears = Math.min(undistributedBefore, qualifying)
  const forThisYear = Math.min(distributable, qualifying - forPriorYears)
  return {
    MinimumInvestmentReturnGrp: fill('990-PF X', figures, {
      TotalFMVOfUnusedAssetsAmt: base,
      AdjustedTotalFMVOfUnusedAstAmt: base,
      NetVlNoncharitableAssetsAmt: base - figures.cashDeemedCharitable,
    }),
    DistributableAmountGrp: fill('990-PF XI', figures),
    PFQualifyingDistributionsGrp: {
      ExpensesAndContributionsAmt: qualifying,
      ProgramRelatedInvstTotalAmt: 0,
      QualifyingDistributionsAmt: qualifying,
    },
    UndistributedIncomeGrp: {
      DistributableAsAdjustedAmt: distributable,
      UndistributedIncomePYAmt: undistributedBefore,
      QualifyingDistributionsAmt: qualifying,
      AppliedToYear1Amt: forPriorYears,
      AppliedToCurrentYearAmt: forThisYear,
      RemainingDistriFromCorpusAmt: qualifying - forPriorYears - forThisYear,
      UndistributedIncomeCYAmt: distributable - forThisYear,
    },
  }
}

function grants({ filing, figures, paid, approved, random }: FoundationContext): Block {
  const { organization } = filing
  const preselected = random.fork('preselected').chance(0.6)
  const isWrong =
    hasCase(organization, 'foundation-grants-differ') && filing.taxYear === organization.lastTaxYear
  // In one foundation, the rows do not add up to the total.
  const total = figures.grants + (isWrong ? 50_000 : 0)
  return {
    OnlyContriToPreselectedInd: tick(preselected),
    ApplicationSubmissionInfoGrp: preselected
      ? undefined
      : {
          RecipientPersonNm: figures.people[0]?.name,
          ...addressBlock(organization.address, 'RecipientUSAddress', 'RecipientForeignAddress'),
          RecipientPhoneNum: organization.phone,
          FormAndInfoAndMaterialsTxt:
            'LETTER OF TWO PAGES WITH A BUDGET AND PROOF OF EXEMPT STATUS',
          SubmissionDeadlinesTxt: random
            .fork('deadline')
            .pick(['MARCH 1 AND SEPTEMBER 1', 'NONE', 'OCTOBER 15']),
          RestrictionsOnAwardsTxt: `ORGANIZATIONS SERVING ${organization.stateName.toUpperCase()}`,
        },
    GrantOrContributionPdDurYrGrp: paid.map(toRow),
    TotalGrantOrContriPdDurYrAmt: total,
    GrantOrContriApprvForFutGrp: approved.length > 0 ? approved.map(toRow) : undefined,
    TotalGrantOrContriApprvFutAmt: sumOf(approved.map(({ amount }) => amount)),
  }
}

const toRow = (grant: Grant): Block =>
  fill('990-PF XIV row', grant, {
    RecipientBusinessName: businessName(grant.name),
    '...address': addressBlock(grant.address, 'RecipientUSAddress', 'RecipientForeignAddress'),
    GrantOrContributionPurposeTxt: grant.purpose.toUpperCase(),
  })
