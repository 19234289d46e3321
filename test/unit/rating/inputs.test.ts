import { describe, expect, test } from 'vitest'
import type { CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { failedRules, toRatingInputs } from '#src/rating/inputs.ts'
import type { MetricKey } from '#src/rating/metrics.ts'
import { ofYear } from '#test/unit/made-facts.ts'

const EIN = '070000001'
const EXPENSES = 'functionalExpenses=1000 functionalProgramExpenses=800 statementRevenue=500'

const outcome = (rule: string, status: CheckOutcome['status']): CheckOutcome => {
  const side = { label: 'A line', line: 'Part I, line 12', value: 1, from: [] }
  const texts = { label: rule, tolerance: 'None.', explanation: 'They differ.' }
  return { rule, ...texts, status, severity: 'Concern', left: side, right: side }
}

const inputsOf = (filed: string, more: Partial<Parameters<typeof toRatingInputs>[0]> = {}) => {
  const latest = ofYear(2023, '990', filed)
  return toRatingInputs({ ein: EIN, filing: latest, years: [latest], ...more })
}
const find = (inputs: ReturnType<typeof inputsOf>, wanted: MetricKey) =>
  inputs.find(({ key }) => key === wanted)

describe('toRatingInputs', () => {
  test('returns derived figures with their Refs, and does not cap them', () => {
    expect(find(inputsOf(EXPENSES), 'programRatio')).toEqual({
      key: 'programRatio',
      value: 0.8,
      ref: `derived:programRatio:${EIN}:2023`,
    })
    expect(find(inputsOf(EXPENSES), 'missionDeploymentRate')?.value).toBe(1.6)
  })

  test('returns yes and no as 1 and 0, with the Ref of the leaf', () => {
    const inputFor = (value: boolean) =>
      find(inputsOf(`conflictOfInterestPolicy=${value}`), 'conflictOfInterestPolicy')
    const ref = '990:2023:202403199349301234:/IRS990/ConflictOfInterestPolicyInd'
    expect(inputFor(true)).toEqual({ key: 'conflictOfInterestPolicy', value: 1, ref })
    expect(inputFor(false)).toEqual({ key: 'conflictOfInterestPolicy', value: 0, ref })
  })

  test('leaves out facts that are not filed', () => {
    expect(inputsOf('')).toEqual([])
    expect(inputsOf(EXPENSES).map(({ key }) => key)).toEqual([
      'programRatio',
      'missionDeploymentRate',
    ])
  })

  test('computes growth from the return three years earlier', () => {
    const years = [ofYear(2020, '990', 'totalRevenue=1000'), ofYear(2021, '990', 'totalRevenue=1')]
    const growth = find(inputsOf('totalRevenue=1331', { years }), 'revenueGrowthThreeYears')
    expect(growth?.value).toBeCloseTo(0.1, 12)
  })

  test('reads officer pay of a 990-EZ from the sum of its rows', () => {
    const short = ofYear(2023, '990EZ', 'totalExpenses=1000')
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
    expect(find(inputsOf('', { checks }), 'failedChecks')).toEqual({
      key: 'failedChecks',
      value: 2,
      ref: `derived:failedChecks:${EIN}:2023`,
    })
    expect(failedRules(checks)).toEqual(['totals'])
  })

  test('are 0 if all passed, and unknown if none applied', () => {
    const passed = [outcome('balance', 'Passed')]
    expect(find(inputsOf('', { checks: passed }), 'failedChecks')?.value).toBe(0)
    expect(find(inputsOf('', { checks: [] }), 'failedChecks')).toBeUndefined()
    expect(find(inputsOf(''), 'failedChecks')).toBeUndefined()
  })
})
