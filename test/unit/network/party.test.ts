import { describe, expect, test } from 'vitest'
import { nameAsFiled, otherFiledName, otherFiledPlace, toParty } from '#src/network/party.ts'

const UNKNOWN = {
  ein: null,
  knownName: null,
  knownCity: null,
  knownState: null,
  knownCountry: null,
  hasProfile: false,
}
const FILED = {
  filedName: 'Tansy Aid Inc',
  city: 'Akron',
  state: 'OH',
  country: null,
  region: null,
}

describe('toParty', () => {
  test('shows an unresolved party as filed, without an EIN', () => {
    expect(toParty(UNKNOWN, FILED)).toEqual({
      name: 'Tansy Aid Inc',
      place: { city: 'Akron', state: 'OH' },
      hasProfile: false,
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
      hasProfile: true,
    })
  })

  test('shows the filed name only if it differs', () => {
    expect(otherFiledName('Tansy Relief', FILED)).toBe('Tansy Aid Inc')
    expect(otherFiledName('TANSY AID', { filedName: 'Tansy Aid' })).toBeUndefined()
    expect(otherFiledName(null, FILED)).toBeUndefined()
  })

  test.each([
    ['in another city', { knownCity: 'Kent', knownState: 'OH' }],
    ['in a city with the same name in another state', { knownCity: 'Akron', knownState: 'NY' }],
  ])('shows the filed place if it differs: %s', (_, known) => {
    expect(otherFiledPlace(known, FILED)).toEqual({ city: 'Akron', state: 'OH' })
  })

  test.each([
    [{ knownCity: 'AKRON', knownState: 'OH' }, FILED],
    [
      { knownCity: 'Saint Louis', knownState: 'MO' },
      { ...FILED, city: 'ST. LOUIS', state: 'MO' },
    ],
    [
      { knownCity: 'Akron', knownState: 'OH' },
      { ...FILED, city: null },
    ],
    [{ knownCity: null, knownState: null }, FILED],
  ])('shows no filed place if it is the same or unknown: %o', (known, filed) => {
    expect(otherFiledPlace(known, filed)).toBeUndefined()
  })
})
