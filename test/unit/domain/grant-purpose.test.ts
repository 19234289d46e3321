import { expect, test } from 'vitest'
import { tellingWords, toAmountBand, toPurposeKey } from '#src/domain/grant-purpose.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

test.each(cases<[string, string | null]>('keys of purposes'))(
  'the key of the purpose %s is %s',
  (purpose, key) => {
    expect(toPurposeKey(purpose)).toBe(key ?? undefined)
  },
)

test('a key is cut at 300 characters, and never within a character', () => {
  const key = toPurposeKey(`${'x'.repeat(299)}𐐨𐐨`)
  expect(key?.length).toBe(300)
  expect(key?.isWellFormed()).toBe(true)
})

test('the telling words of a query leave out those that fit any grant', () => {
  expect(tellingWords('grants for literacy programs in schools')).toEqual(['literacy', 'schools'])
  expect(tellingWords('general support')).toEqual([])
})

test.each(cases<[number | null, string]>('bands of amounts'))(
  'an amount of %s is in the band %s',
  (amount, band) => {
    expect(toAmountBand(amount ?? undefined)).toBe(band)
  },
)
