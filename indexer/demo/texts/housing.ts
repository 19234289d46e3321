import type { Cause } from './kind.ts'

export const HOUSING: Cause = {
  letter: 'L',
  label: 'Housing & Shelter',
  kinds: [
    {
      code: 'L20',
      size: 'medium',
      funds: 'gifts',
      fees: 'Sales to homeowners',
      traits: ['shop'],
      names: ['{county} Home Builders', '{feature} Home Raising', '{city} Hammer and Hope'],
      mission:
        'To build and repair simple, sound houses with families of {county} who could not buy one otherwise.',
      programs: [
        'New homes: {6..48} families put in 300 hours each beside volunteers and bought with no-interest loans.',
        'Ramps, roofs and wells repaired for {60..520} elderly and disabled homeowners in {hollows/small towns/old mill villages}.',
        'Building materials store keeps {80..700} tons of fixtures out of the landfill.',
      ],
    },
    {
      code: 'L41',
      size: 'medium',
      funds: 'government',
      traits: ['clothing', 'food', 'gala'],
      names: ['{feature} Shelter', '{city} Rescue House', '{founder} House'],
      mission: 'To end homelessness in {city} one person at a time, beginning with a bed tonight.',
      programs: [
        'Emergency shelter with {60..420} beds gave {21000..150000} nights of rest to men, women and families without homes.',
        'Housing first: {120..980} people moved from the street into apartments and {80..95} percent stayed.',
        'Street medicine, mail, showers and storage at the day center.',
      ],
    },
    {
      code: 'L22',
      size: 'large',
      funds: 'fees',
      fees: 'Rents and resident fees',
      traits: ['bonds'],
      names: [
        '{feature} Senior Residences',
        '{founder} Retirement Community',
        '{city} Elder Homes',
      ],
      mission:
        'To provide safe homes that older adults of modest income in {county} can afford for life.',
      programs: [
        'Apartments for {120..980} residents over 62, with a nurse, meals and a bus.',
        'Assisted living wing for {30..240} residents on Medicaid.',
      ],
    },
    {
      code: 'L82',
      size: 'medium',
      funds: 'government',
      traits: ['individual-aid'],
      names: ['{county} Rent Relief', '{feature} Housing Partnership', 'Keep {city} Home'],
      mission: 'To keep households of {county} in their homes when wages fall behind the rent.',
      programs: [
        'Rent and utility help for {400..4200} households within a week of applying.',
        'Foreclosure and reverse mortgage counseling for {200..1700} owners.',
      ],
    },
    {
      code: 'L25',
      size: 'medium',
      funds: 'government',
      fees: 'Rents',
      names: [
        '{feature} Community Land Trust',
        '{city} Housing Renewal',
        '{county} Affordable Homes',
      ],
      mission:
        'To take houses and land in {city} out of speculation and keep them affordable for generations.',
      programs: [
        'Community land trust holds {40..380} houses whose buyers share the gain with the next family.',
        'Vacant rowhouses rebuilt with lead-safe, all-electric systems, {10..90} a year.',
        'Resident-owned mobile home parks: {3..19} communities bought their land.',
      ],
    },
  ],
}
