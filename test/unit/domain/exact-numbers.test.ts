import { describe, expect, it } from 'vitest'
import { parseDecimal, parseWhole, sumExactly } from '#src/domain/exact-numbers.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const LARGEST = 999_999_999_999_999

describe('a filed number', () => {
  it.each(cases<[string, number | null, number?]>('filed numbers'))(
    '%j is read as %s',
    (text, whole, decimal: number | null = whole) => {
      expect(parseWhole(text)).toBe(whole ?? undefined)
      expect(parseDecimal(text)).toBe(decimal ?? undefined)
    },
  )

  it('is rejected if it is long', () => {
    const long = `${'1.'.repeat(500_000)}x`
    expect([parseWhole(long), parseDecimal(long)]).toEqual([undefined, undefined])
  })
})

describe('a sum', () => {
  it.each<[string, readonly number[], number | undefined]>([
    ['nothing', [], 0],
    ['a gain and a loss', [5, -7], -2],
    ['nine of the largest amounts', Array(9).fill(LARGEST), 9 * LARGEST],
    ['ten of them', Array(10).fill(LARGEST), undefined],
    ['ten of the largest losses', Array(10).fill(-LARGEST), undefined],
    ['ten of them and one loss', [...Array(10).fill(LARGEST), -LARGEST], undefined],
  ])('of %s is exact or unknown', (_, values, sum) => {
    expect(sumExactly(values)).toBe(sum)
  })
})
