import { expect, test } from 'vitest'
import { METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { rate } from '#src/rating/model.ts'
import type { RatingInput } from '#src/rating/rating.ts'
import { fc } from '#test/random.ts'
import { input, ranked } from './made-inputs.ts'

const KEYS = Object.keys(METRICS) as MetricKey[]
const definitionOf = (key: MetricKey): MetricDefinition => METRICS[key]
const share = fc.double({ min: 0, max: 1, noNaN: true })

/**
 * Everything that a filer may enter under a key: a ranked share, yes or no, a count, a ratio above
 * 1.
 */
const anyInput = (key: MetricKey): fc.Arbitrary<RatingInput> => {
  const { kind, unit } = definitionOf(key)
  if (kind === 'percentile') return share.map((at) => ranked(key, at))
  const value = {
    boolean: fc.constantFrom(0, 1),
    count: fc.nat(20),
    ratio: fc.double({ min: -1, max: 3, noNaN: true }),
    months: share,
  }
  return value[unit].map((filed) => input(key, filed))
}

const anyInputs = fc
  .subarray(KEYS)
  .chain((keys) => fc.tuple(...keys.map(anyInput)))
  .map((inputs): RatingInput[] => inputs)

const scoreOf = (inputs: readonly RatingInput[]): number | undefined => {
  const result = rate(inputs)
  return result.state === 'Scored' ? result.score : undefined
}

/** Returns the same input with a better percentile, or else a better value. */
function better(from: RatingInput, by: number): RatingInput {
  const { kind, direction } = definitionOf(from.key)
  const step = direction === 'higher' ? by : -by
  if (kind === 'value') return { ...from, value: from.value + step * 3 }
  return { ...from, percentile: Math.max(0, Math.min(1, (from.percentile ?? 0) + step)) }
}

test('a score is between 0 and 100, and every share between 0 and 1', () => {
  fc.assert(
    fc.property(anyInputs, (inputs) => {
      const { metrics, categories } = rate(inputs)
      const shares = [...metrics, ...categories].flatMap(({ score }) => score ?? [])
      for (const one of shares) expect(one).toSatisfy((value) => value >= 0 && value <= 1)
      expect(scoreOf(inputs) ?? 0).toSatisfy((value) => value >= 0 && value <= 100)
    }),
  )
})

test('a better input never lowers the score', () => {
  fc.assert(
    fc.property(anyInputs, fc.nat(), share, (inputs, place, by) => {
      fc.pre(inputs.length > 0)
      const at = place % inputs.length
      const improved = inputs.map((one, index) => (index === at ? better(one, by) : one))
      expect(scoreOf(improved) ?? 0).toBeGreaterThanOrEqual(scoreOf(inputs) ?? 0)
    }),
  )
})

test('an unknown metric does not change its category; a zero lowers it', () => {
  fc.assert(
    fc.property(anyInputs, fc.nat(), (inputs, place) => {
      fc.pre(inputs.length > 0)
      const dropped = inputs[place % inputs.length]
      fc.pre(dropped !== undefined)
      const { category } = definitionOf(dropped.key)
      const rest = inputs.filter((one) => one !== dropped)
      const meanOf = (from: readonly RatingInput[]) =>
        rate(from).categories.find(({ key }) => key === category)?.score
      const unknown = meanOf(rest)
      fc.pre(unknown !== undefined)
      const { direction, kind } = definitionOf(dropped.key)
      const end = direction === 'higher' ? 0 : 1
      const worst =
        kind === 'percentile' ? { ...dropped, percentile: end } : { ...dropped, value: end }
      const zero = meanOf([...rest, worst])
      const members = rest.filter(({ key }) => definitionOf(key).category === category).length
      expect(zero).toBeCloseTo(((unknown ?? 0) * members) / (members + 1), 12)
    }),
  )
})

test('the order of metrics does not matter', () => {
  const shuffled = anyInputs.chain((inputs) =>
    fc.tuple(fc.constant(inputs), fc.shuffledSubarray(inputs, { minLength: inputs.length })),
  )
  fc.assert(
    fc.property(shuffled, ([inputs, other]) => {
      expect(rate(other)).toEqual(rate(inputs))
    }),
  )
})
