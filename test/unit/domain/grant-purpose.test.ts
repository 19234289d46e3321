import { expect, test } from 'vitest'
import { tellingWords, toAmountBand, toPurposeKey } from '#src/domain/grant-purpose.ts'

test.each([
  ['GENERAL OPERATING SUPPORT', undefined],
  ['To further the exempt purposes of the recipient organization.', undefined],
  ['SEE ATTACHED STATEMENT', undefined],
  ['N/A', undefined],
  ['501(c)(3)', undefined],
  ['2023', undefined],
  ['To support adult literacy programs', 'adult literacy'],
  ['ADULT LITERACY', 'adult literacy'],
  ['Grants for the “Café des Enfants” – 2022', 'cafe des enfants'],
  ['Legal aid', 'legal aid'],
])('the key of the purpose %s is %s', (purpose, key) => {
  expect(toPurposeKey(purpose)).toBe(key)
})

test('a key is cut at 300 characters, and never within a character', () => {
  const key = toPurposeKey(`${'x'.repeat(299)}𐐨𐐨`)
  expect(key?.length).toBe(300)
  expect(key?.isWellFormed()).toBe(true)
})

test('the telling words of a query leave out those that fit any grant', () => {
  expect(tellingWords('grants for literacy programs in schools')).toEqual(['literacy', 'schools'])
  expect(tellingWords('general support')).toEqual([])
})

test.each([
  [undefined, 'None'],
  [-1, 'Under5K'],
  [0, 'Under5K'],
  [5_000, '5KTo25K'],
  [99_999.99, '25KTo100K'],
  [9_999_999, '1MTo10M'],
  [10_000_000, 'Over10M'],
])('an amount of %s is in the band %s', (amount, band) => {
  expect(toAmountBand(amount)).toBe(band)
})
