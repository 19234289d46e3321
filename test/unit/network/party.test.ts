import { describe, expect, test } from 'vitest'
import { nameAsFiled, otherFiledName, toParty } from '#src/network/party.ts'

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

describe('a party', () => {
  test('that was not found is shown as filed, without an EIN', () => {
    expect(toParty(UNKNOWN, FILED)).toEqual({
      name: 'Tansy Aid Inc',
      place: { city: 'Akron', state: 'OH' },
      hasProfile: false,
    })
  })

  test('that nothing names says so, and where', () => {
    expect(nameAsFiled({ filedName: null, region: 'Europe' })).toBe('Unnamed recipient, Europe')
    expect(nameAsFiled({ filedName: '', region: null })).toBe('Unnamed recipient')
  })

  test('that was found has its own name and place', () => {
    const known = { ...UNKNOWN, ein: '079000001', knownName: 'Tansy Relief', knownCity: 'Kent' }
    expect(toParty({ ...known, hasProfile: true }, FILED)).toEqual({
      ein: '079000001',
      name: 'Tansy Relief',
      place: { city: 'Kent' },
      hasProfile: true,
    })
  })

  test('shows the filed name only where it is another as names are compared', () => {
    expect(otherFiledName('Tansy Relief', FILED)).toBe('Tansy Aid Inc')
    expect(otherFiledName('TANSY AID', { filedName: 'Tansy Aid' })).toBeUndefined()
    expect(otherFiledName(null, FILED)).toBeUndefined()
  })
})
