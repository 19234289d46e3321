import type { Organization } from '../organization.ts'
import { drawPeople, type Person } from '../people.ts'
import type { Random } from '../random.ts'
import { splitByWeights, sumOf } from './money.ts'

/** One line of Part I of the 990-PF: books, net investment income, charitable disbursements. */
export type FoundationLine = { books: number; investment: number; charitable: number }

export type FoundationBalance = ReturnType<typeof layOut>

/**
 * A private foundation's year: Parts I, II, III, and the payout of Parts IX to XII (X to XIII until
 * 2020).
 */
export type FoundationYear = ReturnType<typeof drawFoundationYear>

// 26 U.S.C. 4942(e): five percent of assets not used for the charitable purpose; 1.5 percent of
// them counts as cash held for it. Excise tax on investment income: 1.39 percent from 2020 on.
const PAYOUT = 0.05
const CASH_HELD = 0.015
const EXCISE_BEFORE_2020 = 0.02
const EXCISE = 0.0139

/**
 * Returns the years of a private foundation, each beginning with the balance the previous one ended
 * with.
 */
export function drawFoundationYears(organization: Organization, random: Random): FoundationYear[] {
  // `scale` is revenue; a foundation that lives on five to eight percent of its assets has 15 times
  // that in assets.
  let before = layOut(organization.scale * 15, 0, random.fork('balance'))
  let undistributed = Math.round(before.assets * 0.01)
  const years: FoundationYear[] = []
  for (let taxYear = organization.firstTaxYear; taxYear <= organization.lastTaxYear; taxYear++) {
    const year = drawFoundationYear(organization, taxYear, before, undistributed, random)
    years.push(year)
    before = year.end
    undistributed = year.undistributed
  }
  return years
}

function layOut(netAssets: number, grantsPayable: number, random: Random) {
  const assets = Math.round(netAssets) + grantsPayable
  const [cash = 0, savings = 0, stock = 0, bonds = 0, otherInvestments = 0] = splitByWeights(
    assets,
    [
      random.between(0.5, 2),
      random.between(1, 4),
      random.between(8, 16),
      random.between(2, 6),
      random.between(0, 5),
    ],
  )
  return {
    cash,
    savings,
    stock,
    bonds,
    otherInvestments,
    assets,
    grantsPayable,
    liabilities: grantsPayable,
    netAssets: Math.round(netAssets),
  }
}

function line(books: number, investmentShare: number, charitableShare: number): FoundationLine {
  const whole = Math.round(books)
  return {
    books: whole,
    investment: Math.round(whole * investmentShare),
    charitable: Math.round(whole * charitableShare),
  }
}

const addLines = (lines: readonly FoundationLine[]): FoundationLine => ({
  books: sumOf(lines.map(({ books }) => books)),
  investment: sumOf(lines.map(({ investment }) => investment)),
  charitable: sumOf(lines.map(({ charitable }) => charitable)),
})

function drawFoundationYear(
  organization: Organization,
  taxYear: number,
  beginning: FoundationBalance,
  undistributedBefore: number,
  random: Random,
) {
  const own = random.fork(`year ${taxYear}`)
  const income = drawIncome(organization, beginning, own)
  const fmvRatio = own.between(1.04, 1.4)
  const averageSecurities = Math.round(
    (beginning.stock + beginning.bonds + beginning.otherInvestments) * fmvRatio,
  )
  const averageCash = beginning.cash + beginning.savings
  const cashDeemedCharitable = Math.round((averageSecurities + averageCash) * CASH_HELD)
  const minimumReturn = Math.round(
    (averageSecurities + averageCash - cashDeemedCharitable) * PAYOUT,
  )
  const people = drawPeople(organization, taxYear, income.revenue, random.fork('people'))
  const costs = drawCosts(people, income.revenue, own)
  const operating = addLines(Object.values(costs))
  const netInvestmentIncome = Math.max(
    0,
    income.interest + income.dividends + income.gain - operating.investment,
  )
  const exciseTax = Math.round(netInvestmentIncome * (taxYear < 2020 ? EXCISE_BEFORE_2020 : EXCISE))
  const distributable = minimumReturn - exciseTax
  const grants = Math.round(distributable * own.between(0.9, 1.3))
  const futureGrants = own.chance(0.4) ? Math.round(grants * own.between(0.2, 0.8)) : 0
  const expenses: FoundationLine = {
    books: operating.books + grants,
    investment: operating.investment,
    charitable: operating.charitable + grants,
  }
  const end = layOut(
    beginning.netAssets + income.revenue - expenses.books,
    beginning.grantsPayable,
    random.fork('balance'),
  )
  return {
    taxYear,
    people,
    ...income,
    netInvestmentIncome,
    ...costs,
    operating,
    grants,
    futureGrants,
    expenses,
    beginning,
    end,
    endFmv: scaleInvestments(end, fmvRatio),
    minimumReturn,
    cashDeemedCharitable,
    averageSecurities,
    averageCash,
    exciseTax,
    distributable,
    undistributedBefore,
    undistributed: Math.max(0, distributable + undistributedBefore - expenses.charitable),
  }
}

function drawIncome(organization: Organization, beginning: FoundationBalance, random: Random) {
  const received =
    organization.kind.funds === 'gifts' || random.chance(0.2)
      ? Math.round(organization.scale * random.between(0.2, 0.6))
      : 0
  const interest = Math.round((beginning.savings + beginning.bonds) * random.between(0.01, 0.035))
  const dividends = Math.round(beginning.stock * random.between(0.018, 0.03))
  const gain = Math.round(beginning.stock * random.between(0, 0.07))
  return {
    received,
    interest,
    dividends,
    gain,
    salesPrice: gain * random.int(4, 9),
    revenue: received + interest + dividends + gain,
  }
}

function drawCosts(people: readonly Person[], revenue: number, random: Random) {
  const pay = sumOf(people.map((person) => person.pay + person.benefits))
  return {
    officers: line(pay, 0.2, 0.8),
    legal: line(revenue * (random.chance(0.4) ? 0.004 : 0), 0.3, 0.7),
    accounting: line(2_500 + revenue * 0.008, 0.5, 0.5),
    advice: line(revenue * random.between(0.02, 0.06), 1, 0),
    taxes: line(revenue * random.between(0.005, 0.015), 0.4, 0),
    other: line(revenue * random.between(0.005, 0.03), 0.1, 0.9),
  }
}

function scaleInvestments(balance: FoundationBalance, ratio: number): FoundationBalance {
  const stock = Math.round(balance.stock * ratio)
  const bonds = Math.round(balance.bonds * (1 + (ratio - 1) / 4))
  const otherInvestments = Math.round(balance.otherInvestments * ratio)
  return {
    ...balance,
    stock,
    bonds,
    otherInvestments,
    assets: balance.cash + balance.savings + stock + bonds + otherInvestments,
  }
}
