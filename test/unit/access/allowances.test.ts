import { describe, expect, test } from 'vitest'
import { hasAdvanced, limitOf } from '#src/access/allowances.ts'
import { rateLimitHeaders } from '#src/access/count-requests.ts'
import { daysBefore, endOfUtcDay, secondsLeft, utcDay } from '#src/access/usage.ts'

const own = (dataLimit: number | null, advancedLimit: number | null) => {
  return { dataLimit, advancedLimit }
}

describe('an allowance is', () => {
  test.each([
    ['Paid', 100_000, 250],
    ['Site', 1_000_000, 0],
    ['Internal', -1, -1],
  ] as const)(
    'that of the tier %s if a key has none of its own: %i, %i',
    (tier, data, advanced) => {
      const key = { tier, ...own(null, null) }
      expect([limitOf(key, 'Data'), limitOf(key, 'Advanced')]).toEqual([data, advanced])
      expect(hasAdvanced(key)).toBe(advanced !== 0)
    },
  )

  test("the key's own, with 0 as a limit and -1 as none", () => {
    expect(limitOf({ tier: 'Paid', ...own(0, -1) }, 'Data')).toBe(0)
    expect(limitOf({ tier: 'Site', ...own(0, -1) }, 'Advanced')).toBe(-1)
    expect(hasAdvanced({ tier: 'Internal', ...own(null, 0) })).toBe(false)
    expect(hasAdvanced({ tier: 'Site', ...own(null, 5) })).toBe(true)
  })

  test('1,000 data reads and 10,000 pages without a key', () => {
    const limits = (['Data', 'Advanced', 'Pages'] as const).map((one) => limitOf(null, one))
    expect(limits).toEqual([1_000, 0, 10_000])
  })
})

describe('the day', () => {
  test.each([
    ['2026-11-22T00:00:00.000Z', '2026-11-22', 86_400],
    ['2026-11-22T23:59:59.001Z', '2026-11-22', 1],
    ['2026-11-22T23:59:59.999+14:00', '2026-11-22', 50_401],
    ['2028-02-29T23:00:00Z', '2028-02-29', 3_600],
  ])('of %s in UTC is %s and has %i s left', (moment, day, seconds) => {
    const now = new Date(moment)
    expect(utcDay(now)).toBe(day)
    expect(secondsLeft(now)).toBe(seconds)
    expect(utcDay(new Date(now.getTime() + seconds * 1_000))).toBe(utcDay(endOfUtcDay(now)))
  })

  test('ends at midnight UTC in any month', () => {
    const end = endOfUtcDay(new Date('2026-12-31T12:00:00Z'))
    expect(end).toEqual(new Date('2027-01-01T00:00:00.000Z'))
    expect(daysBefore(new Date('2026-03-01T00:00:00Z'), 1)).toBe('2026-02-28')
  })
})

describe('the headers', () => {
  const now = new Date('2026-11-22T23:00:00Z')

  test('contain quota, window, remainder, and time left, and are absent without a limit', () => {
    expect(rateLimitHeaders('Data', { limit: 1_000, used: 2, now })).toEqual({
      'RateLimit-Policy': '"data";q=1000;w=86400',
      RateLimit: '"data";r=998;t=3600',
    })
    expect(rateLimitHeaders('Advanced', { limit: 0, used: 7, now }).RateLimit).toBe(
      '"advanced";r=0;t=3600',
    )
    expect(rateLimitHeaders('Data', { limit: -1, used: 7, now })).toEqual({})
  })
})
