import type { Cause } from './kind.ts'

export const EMPLOYMENT: Cause = {
  letter: 'J',
  label: 'Employment',
  kinds: [
    {
      code: 'J22',
      size: 'medium',
      funds: 'government',
      traits: ['individual-aid'],
      names: ['{feature} Job Training', '{county} Workforce Alliance', '{city} Skills Center'],
      mission: 'To train people of {county} shut out of good jobs for trades that pay and last.',
      programs: [
        'Job training in {welding/solar wiring/nursing assistance/truck driving} for {160..1400} adults, {65..90} percent of whom found work.',
        'Pre-apprenticeship for women and veterans with {8..30} building trades locals.',
        'Tools, boots and child care stipends for {120..1000} trainees.',
      ],
    },
    {
      code: 'J33',
      size: 'large',
      funds: 'fees',
      fees: 'Contract production',
      traits: ['clothing', 'shop'],
      names: ['{feature} Industries', '{county} Works', '{founder} Enterprises for the Disabled'],
      mission:
        'To create paid work for adults of {county} with intellectual and physical disabilities.',
      programs: [
        'Assembly, laundry and document scanning employed {120..940} adults with disabilities.',
        'Job coaches supported {90..700} people in ordinary workplaces.',
        'Thrift shops that train clerks and keep {400..3200} tons of goods in use.',
      ],
    },
    {
      code: 'J40',
      size: 'medium',
      funds: 'dues',
      subsection: '05',
      traits: ['lobbying'],
      names: [
        '{feature} Workers Union Local',
        '{city} Stagehands Local',
        '{county} Electrical Workers Local',
      ],
      mission: 'To represent the working people of {county} in wages, hours and safety.',
      programs: [
        'Collective bargaining with {12..80} employers and grievances for {600..7400} members.',
        'Joint apprenticeship and safety training.',
      ],
    },
    {
      code: 'J21',
      size: 'medium',
      funds: 'gifts',
      names: ['{feature} Career Bridge', 'Upward {city}', '{founder} Fellows at Work'],
      mission:
        'To connect refugees and first-generation graduates in {city} with careers equal to their skills.',
      programs: [
        'Licensing help for {60..520} immigrant nurses, engineers and teachers.',
        'Paid internships of {10..24} weeks for {40..380} young adults.',
      ],
    },
    {
      code: 'J32',
      size: 'large',
      funds: 'fees',
      fees: 'Retail store operations',
      traits: ['clothing', 'vehicles', 'shop'],
      names: ['{feature} Goodworks', '{state} Donated Goods', '{city} Hand Up Stores'],
      mission:
        'To turn donated goods into jobs and training for people in {state} who face barriers to work.',
      programs: [
        'Donated goods stores at {6..38} sites employ {180..1900} people.',
        'Digital skills classes and career centers open to all, {2500..18000} visits.',
        'Refurbished cars sold at cost to {40..300} parents who need one to keep a job.',
      ],
    },
  ],
}
