import { describe, expect, it } from 'vitest'
import { countryFromFips, findPlaces, regionOf, regionPlace } from '#src/domain/places.ts'

const codes = (text: string) => findPlaces(text).map(({ code }) => code)

describe('findPlaces', () => {
  it('finds countries, states and regions with their positions', () => {
    expect(findPlaces('Wells in Kenya')).toEqual([
      { code: 'KE', label: 'Kenya', start: 9, end: 14 },
    ])
    expect(codes('WORK IN OHIO AND IN SOUTH ASIA')).toEqual(['US-OH', 'region-south-asia'])
  })

  it('takes the longest name: New Mexico is not Mexico, Guinea-Bissau not Guinea', () => {
    expect(codes('in New Mexico')).toEqual(['US-NM'])
    expect(codes('in Guinea-Bissau')).toEqual(['GW'])
  })

  it('ignores accents and case', () => {
    expect(codes("schools in CÔTE D'IVOIRE")).toEqual(['CI'])
  })

  it('takes a word that is also a country only after a preposition', () => {
    expect(codes('turkey dinners for Jordan Smith')).toEqual([])
    expect(codes('relief in Turkey')).toEqual(['TR'])
  })

  it('takes Georgia for the state, where filers are at home', () => {
    expect(codes('shelters in Georgia')).toEqual(['US-GA'])
  })

  it('leaves out the United States and the pronoun "us"', () => {
    expect(codes('help us feed the United States')).toEqual([])
  })
})

describe('regionPlace', () => {
  it.each([
    ['Middle East & North Africa', 'region-middle-east-north-africa'],
    ['Central American and the Caribbean', 'region-central-america-caribbean'],
    ['EUROPE (INCLUDING ICELAND & GREENLAND)', 'region-europe'],
    ['Russia and the Newly Ind States', 'region-russia'],
    ['NORTH AMERICA (CANADA & MEXICO ONLY)', 'region-north-america'],
    ['HUNGARY', 'HU'],
  ])('reads %s as filed in Schedule F', (text, code) => {
    expect(regionPlace(text)?.code).toBe(code)
  })

  it('is undefined for a text that names none', () => {
    expect(regionPlace('See Part V')).toBeUndefined()
  })
})

describe('country codes', () => {
  it.each([
    ['CH', 'CN'],
    ['SF', 'ZA'],
    ['CJ', 'KY'],
    ['UK', 'GB'],
    ['GM', 'DE'],
    ['KE', 'KE'],
  ])('translates the filed %s to ISO %s', (fips, iso) => {
    expect(countryFromFips(fips)).toBe(iso)
  })

  it('places a country in its Schedule F region', () => {
    expect(regionOf('KE')?.code).toBe('region-sub-saharan-africa')
    expect(regionOf('US-OH')).toBeUndefined()
  })
})
