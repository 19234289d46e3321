import type { Cause } from './kind.ts'

export const MUTUAL_BENEFIT: Cause = {
  letter: 'Y',
  label: 'Mutual & Membership Benefit',
  kinds: [
    {
      code: 'Y40',
      size: 'small',
      funds: 'dues',
      subsection: '08',
      traits: ['bingo'],
      names: [
        'Order of {feature} Lodge',
        '{city} Benevolent Society',
        'Sons and Daughters of {feature}',
      ],
      mission:
        'To unite members in {county} in brotherhood and to insure them against sickness and death.',
      programs: [
        'Sick and death benefits for {200..2400} members.',
        'Lodge nights, {polka/bocce/lutefisk/pierogi} suppers and a float in the parade.',
      ],
    },
    {
      code: 'Y43',
      size: 'large',
      funds: 'fees',
      fees: 'Employer contributions',
      subsection: '09',
      names: [
        '{feature} Employees Benefit Trust',
        '{city} Teamsters Welfare Fund',
        '{county} Benefit Fund',
      ],
      mission:
        'To pay medical, dental and disability benefits to members and their families in {county}.',
      programs: [
        'Health benefits for {900..9800} workers and dependents.',
        'Legal and child care benefits.',
      ],
    },
    {
      code: 'Y50',
      size: 'small',
      funds: 'fees',
      fees: 'Lot sales and interments',
      subsection: '13',
      names: [
        '{feature} Cemetery Association',
        'Mount {feature} Cemetery',
        '{city} Burial Ground Company',
      ],
      mission: 'To keep the burial ground of {city}, {state} with care for all time.',
      programs: [
        'Burials and perpetual care of {2000..31000} graves.',
        'Stone repair and a map of unmarked {settler/enslaved/pauper} graves.',
      ],
    },
    {
      code: 'Y42',
      size: 'medium',
      funds: 'dues',
      subsection: '10',
      traits: ['regrants'],
      names: ['Grand Lodge of {feature}', '{state} Fraternal Order', 'Ancient Order of {feature}'],
      mission: 'To promote charity and fellowship among lodges of {state}.',
      programs: [
        'Oversight of {30..280} lodges with {1800..19000} members.',
        'Speech clinics, orphans and scholarships supported by lodge gifts.',
      ],
    },
    {
      code: 'Y22',
      size: 'medium',
      funds: 'fees',
      fees: 'Assessments',
      subsection: '12',
      names: [
        '{feature} Mutual Ditch Company',
        '{county} Irrigation Company',
        '{city} Farmers Mutual',
      ],
      mission: 'To share irrigation water among the farms of {county} at cost.',
      programs: [
        'Water deliveries to {60..900} shareholders over {20..260} miles of ditch.',
        'Lining and metering to save {500..7000} acre-feet a year.',
      ],
    },
  ],
}
