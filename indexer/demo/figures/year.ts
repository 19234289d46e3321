import { hasCase, type Organization } from '../organization.ts'
import { drawPeople } from '../people.ts'
import type { Random } from '../random.ts'
import { drawExpenses, type Functional } from './expenses.ts'
import { splitByWeights, sumOf } from './money.ts'
import { drawRevenue } from './revenue.ts'

/** The figures of one tax year of a 990 or 990-EZ filer; `unrealizedGains` is Part XI line 5. */
export type YearFigures = ReturnType<typeof drawYear>

/**
 * Returns the figures of an organization, starting with the year before its first return (that year
 * fills the prior-year columns). Each year begins with the balance the previous one ended with.
 */
export function drawYears(
  organization: Organization,
  monthsOf: (taxYear: number) => number,
  random: Random,
): YearFigures[] {
  const first = organization.firstTaxYear - 1
  const count = organization.lastTaxYear - first + 1
  const opening = Math.round(organization.scale * random.fork('reserves').between(0.15, 2.2))
  let before = drawBalance(organization, opening, organization.scale, 0, random)
  const years: YearFigures[] = []
  for (let index = 0; index < count; index++) {
    const year = drawYear(
      organization,
      first + index,
      index + 1,
      before,
      monthsOf(first + index),
      random,
    )
    years.push(year)
    before = year.end
  }
  return years
}

function drawYear(
  organization: Organization,
  taxYear: number,
  position: number,
  beginning: Balance,
  months: number,
  random: Random,
) {
  const own = random.fork(`year ${taxYear}`)
  const part = months / 12
  const target = Math.round(
    organization.scale * organization.growth ** (position - 1) * own.between(0.93, 1.07) * part,
  )
  const surplus = hasCase(organization, 'deficit')
    ? own.between(1.06, 1.22)
    : own.between(0.88, 1.03)
  const people = drawPeople(
    organization,
    taxYear,
    organization.scale * organization.growth ** (position - 1),
    random.fork('people'),
  )
  const paid =
    part === 1
      ? people
      : people.map((person) => ({
          ...person,
          pay: Math.round(person.pay * part),
          benefits: Math.round(person.benefits * part),
        }))
  const revenue = drawRevenue(organization, target, own.fork('revenue'))
  const expenses = drawExpenses(
    organization,
    Math.round(revenue.total * surplus),
    paid,
    own.fork('expenses'),
  )
  const unrealizedGains = Math.round(
    (beginning.securities + beginning.otherSecurities) * own.between(-0.12, 0.14),
  )
  const netAssets = beginning.netAssets + revenue.total - expenses.total.total + unrealizedGains
  const end = drawBalance(organization, netAssets, expenses.total.total / part, position, random)
  return { taxYear, months, people: paid, revenue, expenses, unrealizedGains, beginning, end }
}

// How much of the rent an amended return moves from programs to management.
const MOVED = 0.3

/**
 * Returns the figures of an amended return: part of occupancy moves from programs to management, so
 * that functional totals differ from the original's and everything else stays the same.
 */
export function amendFigures(figures: YearFigures, amendment: number): YearFigures {
  const occupancy = figures.expenses.lines.OccupancyGrp
  if (amendment === 0 || !occupancy) return figures
  const moved = Math.round(occupancy.program * MOVED * amendment)
  const move = (line: Functional): Functional => ({
    ...line,
    program: line.program - moved,
    management: line.management + moved,
  })
  const { lines, total } = figures.expenses
  const expenses = {
    ...figures.expenses,
    lines: { ...lines, OccupancyGrp: move(occupancy) },
    total: move(total),
  }
  return { ...figures, expenses }
}

/**
 * One end of a year of Part X, whole dollars. Assets equal the sum of liabilities and net assets.
 */
type Balance = ReturnType<typeof drawBalance>

/**
 * Builds a balance sheet for given net assets. `year` counts from the organization's first one:
 * buildings depreciate and debts are paid down from year to year.
 */
function drawBalance(
  organization: Organization,
  netAssets: number,
  spending: number,
  year: number,
  random: Random,
) {
  const traits = organization.kind.traits
  const constant = random.fork('constant')
  const bonds = traits.includes('bonds') ? Math.round(organization.scale * 0.5 * 0.96 ** year) : 0
  const mortgage = constant.chance(0.3) ? Math.round(organization.scale * 0.2 * 0.95 ** year) : 0
  const owed = {
    payables: Math.round(spending * constant.between(0.03, 0.09)),
    deferredRevenue: organization.kind.funds === 'fees' ? Math.round(spending * 0.05) : 0,
    bonds,
    mortgage,
    otherLiabilities: constant.chance(0.4) ? Math.round(spending * 0.02) : 0,
  }
  const landCost =
    bonds + mortgage > 0
      ? Math.round((bonds + mortgage) * 1.7)
      : Math.round(organization.scale * constant.between(0.02, 0.25))
  const depreciation = Math.round(landCost * Math.min(0.8, 0.25 + 0.04 * year))
  const prepaid = Math.round(spending * 0.01)
  const firm = landCost - depreciation + prepaid
  // If net assets are below the value of its buildings, it has borrowed the rest and a month of spending.
  const shortfall = Math.max(
    0,
    firm + Math.round(spending / 12) - netAssets - sumOf(Object.values(owed)),
  )
  const unsecuredLoans = shortfall
  const liabilities = sumOf(Object.values(owed)) + unsecuredLoans
  const assets = netAssets + liabilities
  const liquid = splitLiquid(assets - firm, traits, constant)
  const restricted = Math.max(0, Math.round(netAssets * constant.between(0.05, 0.4)))
  return {
    ...liquid,
    prepaid,
    landCost,
    depreciation,
    assets,
    ...owed,
    unsecuredLoans,
    liabilities,
    withoutRestrictions: netAssets - restricted,
    withRestrictions: restricted,
    netAssets,
  }
}

function splitLiquid(amount: number, traits: readonly string[], random: Random) {
  const endowed = traits.includes('endowment') || traits.includes('collections')
  const [
    cash = 0,
    savings = 0,
    pledges = 0,
    receivables = 0,
    inventories = 0,
    securities = 0,
    otherSecurities = 0,
    otherAssets = 0,
  ] = splitByWeights(amount, [
    5,
    random.between(1, 5),
    random.between(0.5, 2),
    random.between(0.5, 2),
    traits.includes('food') || traits.includes('shop') ? 1 : 0,
    endowed ? 14 : random.chance(0.5) ? 3 : 0,
    endowed ? 6 : 0,
    random.chance(0.5) ? 0.6 : 0,
  ])
  return {
    cash,
    savings,
    pledges,
    receivables,
    inventories,
    securities,
    otherSecurities,
    otherAssets,
  }
}
