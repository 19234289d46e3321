import { describe, expect, it } from 'vitest'
import { countryFromFips, findPlaces, regionOf, regionPlace } from '#src/domain/places.ts'

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
  it.each([
    'Washington County high schools',
    'grants to nonprofits in Washington County.',
    'libraries in Washington county',
    'housing in Washington Heights and in Washington Park',
    'Jewish life and learning in Kansas City',
    'KANSAS CITY JEWISH FEDERATION',
    'shelters in Virginia City',
    'panels to 38 agencies in New York County.',
    'THE FOUNDATION FOR DELAWARE COUNTY',
    '150 N Michigan Ave',
    '3333 CALIFORNIA ST',
    'a clinic on California Street',
    'Texas A&M and Texas A & M',
    'TEXAS A&M ENGINEERING',
    'choirs of the Ohio Valley',
    'clean up the Ohio River',
    'MISSISSIPPI RIVER CLEANUP',
    'schools of the Delaware Valley',
    'Indiana University and THE OHIO STATE UNIVERSITY',
    'NEW MEXICO STATE UNIVERSITY and West Virginia University',
    'Massachusetts Institute of Technology',
    'HOSPITAL OF THE UNIVERSITY OF PENNSYLVANIA',
    'University of Southern California, UNIV OF NEW MEXICO',
    'Medical College of Wisconsin',
    'a park named for George Washington, near Mount Washington',
    'Port Washington, Fort Washington and Georgetown',
    'the waters of Lake Michigan',
    'UNIVERSITY OF WASHINGTON FOUNDATION',
    'students of Washington State University',
    'oceanography on Virginia Key, in Miami',
    'Washington and Jersey by themselves',
    'AC/DC currents, vitamins D, C and E, members of DC 37',
  ])('finds no state in another name: %s', (text) => {
    expect(codes(text)).toEqual([])
  })

  it.each([
    ['Washington County, Ohio', ['US-OH']],
    ['hospitals of Washington County, Arkansas', ['US-AR']],
    ['Kansas City, Kansas', ['US-KS']],
    ['Indiana University in Bloomington, Indiana', ['US-IN']],
    ['education in Washington, District of Columbia in which', ['US-DC']],
    ['voters in Washington, D.C. and in Washington DC', ['US-DC', 'US-DC']],
    ['ASSISTANCE TO MEMBERS OF DC’S IMMIGRANT COMMUNITY', ['US-DC']],
    ['travel to D.C. for work', ['US-DC']],
    ['the State of Washington', ['US-WA']],
    ['New York, and Washington state. 50% of these', ['US-NY', 'US-WA']],
    ['people throughout Western Washington. Our programs', ['US-WA']],
    ['striking down a Texas state provision', ['US-TX']],
    ['the only such center in South Florida', ['US-FL']],
    ['in Ohio county jails and Texas college classrooms', ['US-OH', 'US-TX']],
    ['SERVES TEXAS COLLEGE STUDENTS', ['US-TX']],
    ['in Ohio. River cleanups; in Kansas, city halls', ['US-OH', 'US-KS']],
    ['the California Bay Area', ['US-CA']],
    ['88 Ohio counties and the North Georgia Mountains', ['US-OH', 'US-GA']],
    ['BEAUTY SALONS THROUGHOUT NEW YORK CITY.', ['US-NY']],
    ['in Oklahoma City, Colorado Springs and Virginia Beach', ['US-OK', 'US-CO', 'US-VA']],
    ['in Jersey City', ['US-NJ']],
    ['Michigan City, Indiana', ['US-IN', 'US-IN']],
    ['relief in Jordan, Georgia and Mexico City', ['JO', 'US-GA', 'MX']],
  ])('reads %s', (text, wanted) => {
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

  it('is undefined for a text without a region', () => {
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
