import { sumOf } from '../../figures/money.ts'
import type { YearFigures } from '../../figures/year.ts'
import type { Block } from '../../xml.ts'
import { hasTrait, type ReturnContext, tick } from '../context.ts'

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

// The years known, oldest first; a young organization leaves its first columns empty.
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
