import { expect, it } from 'vitest'
import { REVENUE_BANDS, toRevenueBand } from '#src/domain/revenue-bands.ts'
import { fc } from '#test/random.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

it.each(cases<[number | null, string]>('bands of revenues'))('puts %s into %s', (revenue, band) => {
  expect(toRevenueBand(revenue ?? undefined)).toBe(band)
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
