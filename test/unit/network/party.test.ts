import { describe, expect, test } from 'vitest'
import { nameAsFiled, otherFiledName, otherFiledPlace, toParty } from '#src/network/party.ts'

const UNKNOWN = {
  ...{ ein: null, hasProfile: false },
  ...{ knownName: null, knownCity: null, knownState: null, knownCountry: null },
}
const AKRON = { city: 'Akron', state: 'OH' }
const FILED = { filedName: 'Tansy Aid Inc', ...AKRON, country: null, region: null }

describe('toParty', () => {
  test('shows an unresolved party as filed, without an EIN', () => {
    expect(toParty(UNKNOWN, FILED)).toEqual({
      name: 'Tansy Aid Inc',
      place: { city: 'Akron', state: 'OH' },
      location: 'Akron, OH',
      profileAvailable: false,
    })
  })

  test('names an unnamed recipient by its region', () => {
    expect(nameAsFiled({ filedName: null, region: 'Europe' })).toBe('Unnamed recipient, Europe')
    expect(nameAsFiled({ filedName: '', region: null })).toBe('Unnamed recipient')
  })

  test('shows a resolved party with its own name and place', () => {
    const known = { ...UNKNOWN, ein: '079000001', knownName: 'Tansy Relief', knownCity: 'Kent' }
    expect(toParty({ ...known, hasProfile: true }, FILED)).toEqual({
      ein: '079000001',
      name: 'Tansy Relief',
      place: { city: 'Kent' },
      location: 'Kent',
      profileAvailable: true,
    })
  })

  test('shows the filed name only if it differs', () => {
    expect(otherFiledName('Tansy Relief', FILED)).toBe('Tansy Aid Inc')
    expect(otherFiledName('TANSY AID', { filedName: 'Tansy Aid' })).toBeUndefined()
    expect(otherFiledName(null, FILED)).toBeUndefined()
  })

  test.each([
    ['Kent', 'OH', AKRON, AKRON],
    ['Akron', 'NY', AKRON, AKRON],
    ['AKRON', 'OH', AKRON, undefined],
    ['Saint Louis', 'MO', { city: 'ST. LOUIS', state: 'MO' }, undefined],
    ['Akron', 'OH', { ...AKRON, city: null }, undefined],
    [null, null, AKRON, undefined],
  ])('shows the filed place only if it differs from %s, %s', (city, state, filed, shown) => {
    const known = { knownCity: city, knownState: state }
    expect(otherFiledPlace(known, { ...FILED, ...filed })).toEqual(shown)
  })
})
