import { expect, it } from 'vitest'
import { REVENUE_BANDS, toRevenueBand } from '#src/domain/revenue-bands.ts'
import { fc } from '#test/random.ts'

it.each([
  [undefined, 'None'],
  [-5, 'Under50K'],
  [0, 'Under50K'],
  [49_999, 'Under50K'],
  [50_000, '50KTo250K'],
  [250_000, '250KTo1M'],
  [1_000_000, '1MTo10M'],
  [9_999_999.5, '1MTo10M'],
  [10_000_000, '10MTo100M'],
  [100_000_000, 'Over100M'],
])('puts %s into %s', (revenue, band) => {
  expect(toRevenueBand(revenue)).toBe(band)
})

it('has exactly one band for every filed revenue', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (revenue) => {
      const band = REVENUE_BANDS.find(({ value }) => value === toRevenueBand(revenue))
      expect(band).toBeDefined()
      expect(band?.value).not.toBe('None')
    }),
  )
})
