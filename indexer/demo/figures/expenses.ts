import { hasCase, type Organization } from '../organization.ts'
import type { Person } from '../people.ts'
import type { Random } from '../random.ts'
import { splitByWeights, sumOf } from './money.ts'

/** One line of Part IX: column A and the columns it is split into. */
export type Functional = { total: number; program: number; management: number; fundraising: number }
type OtherExpense = Functional & { description: string }

/** Part IX of the 990, by the element that holds the line; `other` are lines 24a to 24d. */
export type Expenses = {
  lines: Partial<Record<ExpenseLine, Functional>>
  other: OtherExpense[]
  total: Functional
}

/** Lines 1 to 23 in the order of the form. */
export const EXPENSE_LINES = [
  'GrantsToDomesticOrgsGrp',
  'GrantsToDomesticIndividualsGrp',
  'ForeignGrantsGrp',
  'BenefitsToMembersGrp',
  'CompCurrentOfcrDirectorsGrp',
  'OtherSalariesAndWagesGrp',
  'PensionPlanContributionsGrp',
  'OtherEmployeeBenefitsGrp',
  'PayrollTaxesGrp',
  'FeesForServicesLegalGrp',
  'FeesForServicesAccountingGrp',
  'FeesForServicesLobbyingGrp',
  'FeesForServicesProfFundraising',
  'FeesForSrvcInvstMgmntFeesGrp',
  'FeesForServicesOtherGrp',
  'AdvertisingGrp',
  'OfficeExpensesGrp',
  'InformationTechnologyGrp',
  'OccupancyGrp',
  'TravelGrp',
  'ConferencesMeetingsGrp',
  'InterestGrp',
  'PaymentsToAffiliatesGrp',
  'DepreciationDepletionGrp',
  'InsuranceGrp',
] as const
type ExpenseLine = (typeof EXPENSE_LINES)[number]

// How a line is spent: shares of program, management, fundraising.
const PROGRAM_ONLY = [1, 0, 0] as const
const MANAGEMENT_ONLY = [0, 1, 0] as const
const FUNDRAISING_ONLY = [0, 0, 1] as const
const OFFICERS = [0.45, 0.42, 0.13] as const
const MIXED = [0.82, 0.12, 0.06] as const

type Draw = { weight: number; split: readonly number[] }

function weightsOf(organization: Organization, random: Random): Partial<Record<ExpenseLine, Draw>> {
  const traits = organization.kind.traits
  const paid = !hasCase(organization, 'no-paid-staff') && organization.scale > 60_000
  const salaries = paid ? random.between(34, 48) : 0
  const regrants = traits.includes('regrants')
  const line = (weight: number, split: readonly number[] = MIXED): Draw => ({ weight, split })
  return {
    GrantsToDomesticOrgsGrp: line(regrants ? random.between(35, 90) : 0, PROGRAM_ONLY),
    GrantsToDomesticIndividualsGrp: line(
      traits.includes('individual-aid') ? random.between(6, 18) : 0,
      PROGRAM_ONLY,
    ),
    ForeignGrantsGrp: line(organization.abroad ? random.between(8, 24) : 0, PROGRAM_ONLY),
    BenefitsToMembersGrp: line(
      ['08', '09', '10'].includes(organization.subsection) ? 20 : 0,
      PROGRAM_ONLY,
    ),
    OtherSalariesAndWagesGrp: line(salaries),
    PensionPlanContributionsGrp: line(salaries * 0.04),
    OtherEmployeeBenefitsGrp: line(salaries * random.between(0.08, 0.16)),
    PayrollTaxesGrp: line(salaries * 0.075),
    FeesForServicesLegalGrp: line(random.chance(0.5) ? 0.5 : 0, MANAGEMENT_ONLY),
    FeesForServicesAccountingGrp: line(random.between(0.8, 2), MANAGEMENT_ONLY),
    FeesForServicesLobbyingGrp: line(traits.includes('lobbying') ? 1.1 : 0, PROGRAM_ONLY),
    FeesForServicesProfFundraising: line(
      traits.includes('gala') && organization.scale > 2_000_000 ? 0.9 : 0,
      FUNDRAISING_ONLY,
    ),
    FeesForSrvcInvstMgmntFeesGrp: line(traits.includes('endowment') ? 0.7 : 0, MANAGEMENT_ONLY),
    FeesForServicesOtherGrp: line(random.between(3, 9)),
    AdvertisingGrp: line(random.between(0.2, 1.5)),
    OfficeExpensesGrp: line(random.between(1.5, 4)),
    InformationTechnologyGrp: line(random.between(0.8, 2.6)),
    OccupancyGrp: line(random.between(4, 9)),
    TravelGrp: line(organization.abroad ? 5 : random.between(0.3, 2)),
    ConferencesMeetingsGrp: line(random.between(0.1, 0.9)),
    InterestGrp: line(traits.includes('bonds') ? 1.8 : 0),
    PaymentsToAffiliatesGrp: line(
      organization.family?.role === 'intermediate' ? 3 : 0,
      PROGRAM_ONLY,
    ),
    DepreciationDepletionGrp: line(random.between(1.2, 4.5)),
    InsuranceGrp: line(random.between(0.8, 2.2)),
  }
}

const OTHER_NAMES = [
  'Program supplies',
  'Printing and postage',
  'Equipment and repairs',
  'Dues and subscriptions',
  'Volunteer expenses',
  'Vehicle expenses',
]

/** Draws the expenses of one year; officers' pay (line 5) is the pay that Part VII lists. */
export function drawExpenses(
  organization: Organization,
  target: number,
  people: readonly Person[],
  random: Random,
): Expenses {
  const officers = Math.min(Math.round(target * 0.4), officerPay(people))
  const draws = Object.entries(weightsOf(organization, random)) as [ExpenseLine, Draw][]
  const otherNames = random.sample(OTHER_NAMES, random.int(2, 4))
  const otherWeights = otherNames.map(() => random.between(1.5, 6))
  const amounts = splitByWeights(target - officers, [
    ...draws.map(([, { weight }]) => weight),
    ...otherWeights,
  ])
  const lines: Expenses['lines'] = { CompCurrentOfcrDirectorsGrp: toFunctional(officers, OFFICERS) }
  draws.forEach(([name, { split }], index) => {
    lines[name] = toFunctional(amounts[index] ?? 0, split)
  })
  const other = otherNames.map((description, index) => ({
    description,
    ...toFunctional(amounts[draws.length + index] ?? 0, MIXED),
  }))
  return { lines, other, total: addUp([...Object.values(lines), ...other]) }
}

/**
 * Returns the pay of officers, directors, and key employees, with benefits: what line 5 reports.
 */
const officerPay = (people: readonly Person[]): number =>
  sumOf(
    people
      .filter(({ role }) => role === 'officer' || role === 'key')
      .map(({ pay, benefits }) => pay + benefits),
  )

function toFunctional(total: number, split: readonly number[]): Functional {
  const [program = 0, management = 0, fundraising = 0] = splitByWeights(total, split)
  return { total, program, management, fundraising }
}

const addUp = (lines: readonly Functional[]): Functional => ({
  total: sumOf(lines.map(({ total }) => total)),
  program: sumOf(lines.map(({ program }) => program)),
  management: sumOf(lines.map(({ management }) => management)),
  fundraising: sumOf(lines.map(({ fundraising }) => fundraising)),
})

/** Returns column A of one line, 0 when it is empty. */
export const lineTotal = (expenses: Expenses, line: ExpenseLine): number =>
  expenses.lines[line]?.total ?? 0

export const linesTotal = (expenses: Expenses, lines: readonly ExpenseLine[]): number =>
  sumOf(lines.map((line) => lineTotal(expenses, line)))

/** Lines 1 to 3, 5 to 10, and 11. */
export const GRANT_LINES = EXPENSE_LINES.slice(0, 3)
export const SALARY_LINES = EXPENSE_LINES.slice(4, 9)
export const FEE_LINES = EXPENSE_LINES.slice(9, 15)
