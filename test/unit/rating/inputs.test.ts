import { describe, expect, test } from 'vitest'
import type { FactsOfFiling } from '#src/domain/facts/derived-operands.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import type { CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { failedRules, toRatingInputs } from '#src/rating/inputs.ts'
import type { MetricKey } from '#src/rating/metrics.ts'

const EIN = '070000001'
const OBJECT_ID = '202413199349301234'

const filing = (form: '990' | '990EZ', facts: Facts, year = 2023): FactsOfFiling => ({
  objectId: OBJECT_ID,
  form,
  taxYear: year,
  taxPeriodBegin: `${year}-01-01`,
  taxPeriodEnd: `${year}-12-31`,
  facts,
})

const amount = (path: string, value: number) => ({ value, path: `/IRS990/${path}` })

const EXPENSES: Facts = {
  functionalExpenses: amount('TotalFunctionalExpensesGrp/TotalAmt', 1_000),
  functionalProgramExpenses: amount('TotalFunctionalExpensesGrp/ProgramServicesAmt', 800),
  statementRevenue: amount('TotalRevenueGrp/TotalRevenueColumnAmt', 500),
}

const outcome = (rule: string, status: CheckOutcome['status']): CheckOutcome => {
  const side = { label: 'A line', line: 'Part I, line 12', value: 1, from: [] }
  const texts = { label: rule, tolerance: 'None.', explanation: 'They differ.' }
  return { rule, ...texts, status, severity: 'Concern', left: side, right: side }
}

const inputsOf = (facts: Facts, more: Partial<Parameters<typeof toRatingInputs>[0]> = {}) => {
  const latest = filing('990', facts)
  return toRatingInputs({ ein: EIN, filing: latest, years: [latest], ...more })
}
const find = (inputs: ReturnType<typeof inputsOf>, wanted: MetricKey) =>
  inputs.find(({ key }) => key === wanted)

describe('toRatingInputs', () => {
  test('returns derived figures with their Refs', () => {
    expect(find(inputsOf(EXPENSES), 'programRatio')).toEqual({
      key: 'programRatio',
      value: 0.8,
      ref: `derived:programRatio:${EIN}:2023`,
    })
  })

  test('does not cap values', () => {
    expect(find(inputsOf(EXPENSES), 'missionDeploymentRate')?.value).toBe(1.6)
  })

  test('returns yes and no as 1 and 0, with the Ref of the leaf', () => {
    const path = '/IRS990/ConflictOfInterestPolicyInd'
    const inputFor = (value: boolean) =>
      find(inputsOf({ conflictOfInterestPolicy: { value, path } }), 'conflictOfInterestPolicy')
    const ref = `990:2023:${OBJECT_ID}:${path}`
    expect(inputFor(true)).toEqual({ key: 'conflictOfInterestPolicy', value: 1, ref })
    expect(inputFor(false)).toEqual({ key: 'conflictOfInterestPolicy', value: 0, ref })
  })

  test('leaves out facts that are not filed', () => {
    expect(inputsOf({})).toEqual([])
    expect(inputsOf(EXPENSES).map(({ key }) => key)).toEqual([
      'programRatio',
      'missionDeploymentRate',
    ])
  })

  test('computes growth from the return three years earlier', () => {
    const facts = (value: number): Facts => ({
      totalRevenue: amount('CYTotalRevenueAmt', value),
    })
    const years = [filing('990', facts(1_000), 2020), filing('990', facts(1), 2021)]
    const growth = find(inputsOf(facts(1_331), { years }), 'revenueGrowthThreeYears')
    expect(growth?.value).toBeCloseTo(0.1, 12)
  })

  test('reads officer pay of a 990-EZ from the sum of its rows', () => {
    const short = filing('990EZ', {
      totalExpenses: { value: 1_000, path: '/IRS990EZ/TotalExpensesAmt' },
    })
    const path = '/IRS990EZ/OfficerDirectorTrusteeEmplGrp[1]'
    const rowFacts = {
      sums: { officerCompensation990EZ: { value: 250, rows: 1, paths: [path] } },
    }
    const inputs = toRatingInputs({ ein: EIN, filing: short, years: [short], rowFacts })
    expect(find(inputs, 'officerCompensationShare')?.value).toBe(0.25)
    const without = toRatingInputs({ ein: EIN, filing: short, years: [short] })
    expect(find(without, 'officerCompensationShare')).toBeUndefined()
  })
})

describe('failed cross-checks', () => {
  const checks = [
    outcome('totals', 'Failed'),
    outcome('totals', 'Failed'),
    outcome('grants', 'Information'),
    outcome('balance', 'Passed'),
  ]

  test('are counted without information', () => {
    expect(find(inputsOf({}, { checks }), 'failedChecks')).toEqual({
      key: 'failedChecks',
      value: 2,
      ref: `derived:failedChecks:${EIN}:2023`,
    })
    expect(failedRules(checks)).toEqual(['totals'])
  })

  test('are 0 if all passed, and unknown if none applied', () => {
    const passed = [outcome('balance', 'Passed')]
    expect(find(inputsOf({}, { checks: passed }), 'failedChecks')?.value).toBe(0)
    expect(find(inputsOf({}, { checks: [] }), 'failedChecks')).toBeUndefined()
    expect(find(inputsOf({}), 'failedChecks')).toBeUndefined()
  })
})
