import { hasCase, type Organization } from '../organization.ts'
import { drawPeople, type Person } from '../people.ts'
import type { Random } from '../random.ts'
import { type Balance, drawBalance } from './balance.ts'
import { drawExpenses, type Expenses } from './expenses.ts'
import { drawRevenue, type Revenue } from './revenue.ts'

/** The figures of one tax year of a 990 or 990-EZ filer; `unrealizedGains` is Part XI line 5. */
export type YearFigures = {
  taxYear: number
  months: number
  people: Person[]
  revenue: Revenue
  expenses: Expenses
  unrealizedGains: number
  beginning: Balance
  end: Balance
}

/**
 * The figures of an organization from the year before its first return on (that year fills the
 * prior-year columns). Each year begins with what the one before ended with.
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
): YearFigures {
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
