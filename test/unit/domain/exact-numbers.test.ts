import { describe, expect, it } from 'vitest'
import { parseDecimal, parseWhole, sumExactly } from '#src/domain/exact-numbers.ts'

const LARGEST = 999_999_999_999_999

describe('a filed number', () => {
  it.each<[text: string, whole: number | undefined, decimal?: number]>([
    ['0', 0],
    ['-0', 0],
    ['120', 120],
    ['-45', -45],
    ['000120', 120],
    ['999999999999999', LARGEST],
    ['-999999999999999', -LARGEST],
    ['9999999999999999', undefined],
    ['-9999999999999999', undefined],
    ['0000000000000001', undefined],
    ['-99999999999999999999999999', undefined],
    ['1.5', undefined, 1.5],
    ['40.00', undefined, 40],
    ['-0.70730', undefined, -0.7073],
    ['1.23456789012345', undefined, 1.23456789012345],
    ['1.234567890123456', undefined],
    ['12345678901234.5', undefined, 12_345_678_901_234.5],
    ['123456789012345.6', undefined],
    ['', undefined],
    ['-', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['1.2.3', undefined],
    ['+5', undefined],
    ['--5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1,000', undefined],
    ['$5', undefined],
    ['1 000', undefined],
    ['5 ', undefined],
    ['5\n', undefined],
    ['٥', undefined],
    ['\uFF15', undefined],
    ['−5', undefined],
    ['RESTRICTED', undefined],
  ])('%j is read as %s', (text, whole, decimal = whole) => {
    expect(parseWhole(text)).toBe(whole)
    expect(parseDecimal(text)).toBe(decimal)
  })

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
