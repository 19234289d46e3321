import { describe, expect, test } from 'vitest'
import { describeDollars, describeMonths, describeShare, formatDollars } from '#src/domain/money.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('amounts in sentences', () => {
  test.each(cases<[number, string]>('amounts in sentences'))('%d is %s', (amount, words) => {
    expect(describeDollars(amount)).toBe(words)
  })

  test.each(cases<[number, string]>('amounts in full'))('%d in full is %s', (amount, words) => {
    expect(formatDollars(amount)).toBe(words)
  })

  test.each(cases<[number, string]>('shares in words'))('a share of %d is %s', (share, words) => {
    expect(describeShare(share)).toBe(words)
  })

  test.each(cases<[number, string]>('months in words'))('%d months are %s', (months, words) => {
    expect(describeMonths(months)).toBe(words)
  })
})
