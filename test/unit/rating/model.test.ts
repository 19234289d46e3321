import { describe, expect, test } from 'vitest'
import type { CATEGORIES, MetricKey } from '#src/rating/metrics.ts'
import { rate } from '#src/rating/model.ts'
import { POLICY_VERSION, type RatingInput } from '#src/rating/rating.ts'
import { openCases } from '#test/unit/cases.ts'
import { input, ranked } from './made-inputs.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const metricOf = (inputs: RatingInput[], key: MetricKey) =>
  rate(inputs).metrics.find((metric) => metric.key === key)
const categoryOf = (inputs: RatingInput[], key: keyof typeof CATEGORIES) =>
  rate(inputs).categories.find((category) => category.key === key)
const scoreOf = (inputs: RatingInput[]) => {
  const result = rate(inputs)
  return result.state === 'Scored' ? result.score : undefined
}

describe('a ranked metric scores its percentile, inverted if lower is better', () => {
  test('a program ratio above 80% of its peers scores 0.8', () => {
    expect(metricOf([ranked('programRatio', 0.8)], 'programRatio')?.score).toBe(0.8)
  })

  test('an administrative ratio above 80% of its peers scores 0.2', () => {
    const score = metricOf([ranked('administrativeRatio', 0.8)], 'administrativeRatio')?.score
    expect(score).toBeCloseTo(0.2, 12)
  })

  test('the raw value of a ranked metric does not score', () => {
    const low = { ...ranked('reserveMonths', 0.5), value: -3 }
    expect(metricOf([low], 'reserveMonths')).toMatchObject({ value: -3, score: 0.5 })
  })
})

describe('a value metric scores its value', () => {
  // The return has more independent members than members.
  test.each(cases<[MetricKey, number, number]>('metrics that score their value'))(
    '%s of %d scores %d',
    (key, value, score) => {
      expect(metricOf([input(key, value)], key)?.score).toBe(score)
    },
  )
})

describe('a category is the mean of its members', () => {
  test('four shares of 0.9, 0.6, 0.3, and 0.2 make 0.5', () => {
    const inputs = [
      ranked('programRatio', 0.9),
      ranked('administrativeRatio', 0.4),
      ranked('fundraisingRatio', 0.7),
      ranked('missionDeploymentRate', 0.2),
    ]
    expect(categoryOf(inputs, 'financialEfficiency')).toEqual({
      key: 'financialEfficiency',
      weight: 40,
      members: ['programRatio', 'administrativeRatio', 'fundraisingRatio', 'missionDeploymentRate'],
      score: expect.closeTo(0.5, 12),
    })
  })
})

describe('the score is the weighted mean of the categories, of 100', () => {
  test('0.5, 0.75, 1, 0.4, and 0.2 make 20 + 22.5 + 20 + 2 + 1 = 65.5, which is Mixed', () => {
    const inputs = [
      ranked('programRatio', 0.5),
      input('conflictOfInterestPolicy', 1),
      input('whistleblowerPolicy', 1),
      input('documentRetentionPolicy', 1),
      input('boardMinutes', 0),
      input('independentShare', 1),
      input('materialDiversion', 0),
      ranked('reserveMonths', 0.4),
      ranked('revenueGrowthThreeYears', 0.2),
    ]
    const policyVersion = POLICY_VERSION
    expect(rate(inputs)).toMatchObject({
      state: 'Scored',
      score: 65.5,
      band: 'Mixed',
      policyVersion,
    })
  })

  test('is rounded to two decimals, at the end', () => {
    // 40 × 1/3 + 30 × 1 = 43.333…
    const inputs = [ranked('programRatio', 1 / 3), input('boardMinutes', 1)]
    expect(scoreOf(inputs)).toBe(43.33)
  })

  // 84.996 is shown as 85 and gets the band of 85.
  test.each(cases<[number, string, number]>('bands of scores'))(
    'with %d for controls, and all else given, is %s at %d',
    (share, band, score) => {
      // Efficiency 0.875 is 35 of 40, accountability 1 is 20: 55 without the 30 of controls.
      const inputs = [
        ranked('programRatio', 0.875),
        input('materialDiversion', 0),
        ...CONTROLS.map((key) => input(key, share)),
      ]
      expect(rate(inputs)).toMatchObject({ score, band })
    },
  )

  test('below 55 is Weak', () => {
    const inputs = [ranked('programRatio', 0.87), input('materialDiversion', 0)]
    expect(rate(inputs)).toMatchObject({ score: 54.8, band: 'Weak' })
  })
})

const CONTROLS = ['conflictOfInterestPolicy', 'whistleblowerPolicy'] as const

describe('an unknown metric', () => {
  test('does not count in its category', () => {
    const one = [ranked('programRatio', 0.6), input('boardMinutes', 1)]
    expect(categoryOf(one, 'financialEfficiency')?.score).toBe(0.6)
    expect(categoryOf(one, 'transparency')?.score).toBe(1)
  })

  test('differs from zero', () => {
    const known = [ranked('programRatio', 0.6), input('boardMinutes', 1)]
    const zero = [...known, input('whistleblowerPolicy', 0)]
    expect(scoreOf(known)).toBe(54)
    expect(scoreOf(zero)).toBe(39)
  })

  test('loses the weight of a category without any metric', () => {
    // Everything known is perfect: 40 + 20 + 5 + 5, and nothing for the 30 of controls.
    expect(rate(SHORT_FORM)).toMatchObject({ state: 'Scored', score: 70, band: 'Good' })
    expect(categoryOf(SHORT_FORM, 'transparency')).toEqual({
      key: 'transparency',
      weight: 30,
      members: [],
    })
  })
})

/** The best possible Form 990-EZ, which asks nothing about controls. */
const SHORT_FORM = [
  ranked('programRatio', 1),
  ranked('missionDeploymentRate', 1),
  ranked('officerCompensationShare', 0),
  input('failedChecks', 0),
  ranked('reserveMonths', 1),
  ranked('liabilitiesToAssets', 0),
  ranked('revenueGrowthThreeYears', 1),
  ranked('programExpenseGrowthThreeYears', 1),
]

describe('not enough data', () => {
  test('means no metric of efficiency', () => {
    const inputs = [...CONTROLS.map((key) => input(key, 1)), input('materialDiversion', 0)]
    expect(rate([...inputs, ranked('reserveMonths', 1)])).toMatchObject({ state: 'NotEnoughData' })
    expect(rate(inputs)).not.toHaveProperty('score')
  })

  test('means known categories with a weight under 50', () => {
    const inputs = [ranked('programRatio', 0.8), ranked('reserveMonths', 0.8)]
    expect(rate(inputs).state).toBe('NotEnoughData')
    expect(rate([...inputs, ranked('revenueGrowthThreeYears', 0.8)]).state).toBe('Scored')
  })

  test('still has the known components', () => {
    const { metrics, categories } = rate([ranked('reserveMonths', 0.8)])
    expect(metrics).toEqual([{ ...ranked('reserveMonths', 0.8), score: 0.8 }])
    expect(categories.filter(({ score }) => score !== undefined)).toHaveLength(1)
  })
})

describe('a ranked metric without enough peers', () => {
  const alone = input('reserveMonths', 3)

  test('is known, but does not affect the score', () => {
    const inputs = [ranked('programRatio', 0.6), input('boardMinutes', 1)]
    const { unranked, ...rest } = rate([...inputs, alone])
    expect(unranked).toEqual(['reserveMonths'])
    expect({ ...rest, unranked: [] }).toEqual(rate(inputs))
  })

  test('cannot make a rating', () => {
    const inputs = [input('programRatio', 0.9), alone, ...CONTROLS.map((key) => input(key, 1))]
    expect(rate(inputs)).toMatchObject({
      state: 'NotEnoughData',
      unranked: ['programRatio', 'reserveMonths'],
    })
  })
})

describe('invalid inputs', () => {
  const { peers } = ranked('programRatio', 0.5)
  const value = input('programRatio', 0.5)
  test.each([
    ['a ranked metric without percentile', [{ ...value, ...(peers && { peers }) }]],
    ['a ranked metric without peers', [{ ...value, percentile: 0.5 }]],
    ['a percentile above 1', [ranked('programRatio', 1.01)]],
    ['a percentile that is not a number', [ranked('programRatio', Number.NaN)]],
    ['a value that is not a number', [input('boardMinutes', Number.NaN)]],
    ['an infinite value', [{ ...ranked('reserveMonths', 1), value: Number.POSITIVE_INFINITY }]],
    ['a metric given twice', [input('boardMinutes', 1), input('boardMinutes', 1)]],
  ])('%s is rejected', (_, inputs) => {
    expect(() => rate(inputs)).toThrow(RangeError)
  })
})
