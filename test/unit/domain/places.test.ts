import { describe, expect, it } from 'vitest'
import { countryFromFips, findPlaces, regionOf, regionPlace } from '#src/domain/places.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const codes = (text: string) => findPlaces(text).map(({ code }) => code)

describe('findPlaces', () => {
  it('finds countries, states, and regions with their positions', () => {
    expect(findPlaces('Wells in Kenya')).toEqual([
      { code: 'KE', label: 'Kenya', start: 9, end: 14 },
    ])
    expect(codes('WORK IN OHIO AND IN SOUTH ASIA')).toEqual(['US-OH', 'region-south-asia'])
  })

  it('prefers the longest name: New Mexico is not Mexico, Guinea-Bissau not Guinea', () => {
    expect(codes('in New Mexico')).toEqual(['US-NM'])
    expect(codes('in Guinea-Bissau')).toEqual(['GW'])
  })

  it('ignores accents and case', () => {
    expect(codes("schools in CÔTE D'IVOIRE")).toEqual(['CI'])
  })

  it('reads a word that is also a country only after a preposition', () => {
    expect(codes('turkey dinners for Jordan Smith')).toEqual([])
    expect(codes('relief in Turkey')).toEqual(['TR'])
  })

  it('reads Georgia as the state, because filers are in the United States', () => {
    expect(codes('shelters in Georgia')).toEqual(['US-GA'])
  })

  it('ignores the United States and the pronoun "us"', () => {
    expect(codes('help us feed the United States')).toEqual([])
  })
})

describe('findPlaces, for a state’s name', () => {
  it.each(cases<[string]>('texts with a state only in another name'))(
    'finds no state in another name: %s',
    (text) => {
      expect(codes(text)).toEqual([])
    },
  )

  it.each(cases<[string, string[]]>('texts with states'))('reads %s', (text, wanted) => {
    expect(codes(text)).toEqual(wanted)
  })

  it.each(['New York City', 'Washington State', 'Washington, D.C.', 'D.C.', 'DC'])(
    'returns all of "%s" as the words of the place',
    (name) => {
      const [place] = findPlaces(`choirs in ${name}`)
      expect(place).toMatchObject({ start: 10, end: 10 + name.length })
    },
  )
})

describe('regionPlace', () => {
  it.each(cases<[string, string]>('regions of Schedule F'))(
    'reads %s as filed in Schedule F',
    (text, code) => {
      expect(regionPlace(text)?.code).toBe(code)
    },
  )

  it('is undefined for a text without a region', () => {
    expect(regionPlace('See Part V')).toBeUndefined()
  })
})

describe('country codes', () => {
  it.each(cases<[string, string]>('countries by FIPS code'))(
    'translates the filed %s to ISO %s',
    (fips, iso) => {
      expect(countryFromFips(fips)).toBe(iso)
    },
  )

  it('places a country in its Schedule F region', () => {
    expect(regionOf('KE')?.code).toBe('region-sub-saharan-africa')
    expect(regionOf('US-OH')).toBeUndefined()
  })
})
