import { describe, expect, test } from 'vitest'
import { describeDollars, describeMonths, describeShare, formatDollars } from '#src/domain/money.ts'

describe('amounts in sentences', () => {
  test.each([
    [0, '$0'],
    [950, '$950'],
    [88_584.5, '$88,585'],
    [-12_400, '-$12,400'],
    [999_999, '$999,999'],
    [1_000_000, '$1 million'],
    [4_149_999, '$4.1 million'],
    [626_263_186, '$626.3 million'],
    [999_949_000, '$999.9 million'],
    [999_950_000, '$1 billion'],
    [1_250_000_000, '$1.3 billion'],
  ])('%d is %s', (amount, words) => {
    expect(describeDollars(amount)).toBe(words)
  })

  test.each([
    [0, '$0'],
    [1_234_567, '$1,234,567'],
    [88_584.5, '$88,584.5'],
    [-12_400, '-$12,400'],
  ])('%d in full is %s', (amount, words) => {
    expect(formatDollars(amount)).toBe(words)
  })

  test.each([
    [0, '0%'],
    [0.004, 'under 1%'],
    [0.62, '62%'],
    [0.996, 'over 99%'],
    [1, '100%'],
  ])('a share of %d is %s', (share, words) => {
    expect(describeShare(share)).toBe(words)
  })

  test.each([
    [0, '0 months'],
    [0.3, '0.3 months'],
    [1, '1 month'],
    [7.94, '7.9 months'],
    [14.2, '14 months'],
    [25.1, '2.1 years'],
    [71.64, '6 years'],
    [4_000, '333 years'],
  ])('%d months are %s', (months, words) => {
    expect(describeMonths(months)).toBe(words)
  })
})
