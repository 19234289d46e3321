import type { Cause } from './kind.ts'

export const PHILANTHROPY: Cause = {
  letter: 'T',
  label: 'Philanthropy, Voluntarism & Grantmaking Foundations',
  kinds: [
    {
      code: 'T22',
      size: 'medium',
      funds: 'investments',
      traits: ['foundation'],
      names: [
        '{founder} Family Foundation',
        'The {founder} Charitable Foundation',
        '{founder} and {founder2} Foundation',
      ],
      mission:
        'To support {education/the arts/health and hunger relief/land and water conservation} in {county}, {state}.',
      programs: [
        'Grants to public charities in {county} for {scholarships and reading/arts in small towns/food and shelter/rivers and open land}.',
      ],
    },
    {
      code: 'T20',
      size: 'large',
      funds: 'investments',
      traits: ['foundation'],
      names: ['{feature} Foundation', 'The {founder} Fund', '{founder} Trust for {state}'],
      mission:
        'To strengthen nonprofit organizations that serve {rural families/young people/older adults/newcomers} in {state}.',
      programs: [
        'Grants, convenings and evaluation for organizations serving {state}.',
        'Fellowship for {6..24} leaders of small nonprofits, with coaching and an unrestricted stipend.',
      ],
    },
    {
      code: 'T21',
      size: 'medium',
      funds: 'gifts',
      traits: ['foundation'],
      names: [
        '{founder} Mills Company Foundation',
        '{feature} Bancorp Foundation',
        '{founder} Logistics Giving Fund',
      ],
      mission:
        'To give back to the communities where our {employees live/plants operate} through matching gifts and grants.',
      programs: [
        'Matching of employee gifts and volunteer hours; grants near our plants in {city} and {county}.',
      ],
    },
    {
      code: 'T23',
      size: 'medium',
      funds: 'investments',
      traits: ['foundation'],
      names: ['{founder} House and Gardens', '{feature} Operating Foundation'],
      mission:
        'To keep the {founder} house, library and gardens in {city} open to the public without charge.',
      programs: [
        'Public visits to the house and gardens, {4000..26000} visitors a year, with free school tours.',
        'Lecture series and reading room on the history of {county}.',
        'Residencies for {3..12} garden historians and book conservators.',
      ],
    },
    {
      code: 'T31',
      size: 'large',
      funds: 'gifts',
      traits: ['regrants', 'endowment', 'individual-aid'],
      names: [
        '{county} Community Foundation',
        'Community Foundation of {feature}',
        '{city} Area Community Foundation',
      ],
      mission:
        'To help people in {county}, {state} give well, now and for generations, through funds that answer local needs.',
      programs: [
        'Donor advised, field of interest and agency funds: {180..1400} grants to nonprofits in {county}.',
        'Scholarships for {90..620} graduates of {county} high schools, chosen by volunteer committees.',
        'Community leadership: a shared report on child care, housing and broadband in {county}.',
      ],
    },
    {
      code: 'T70',
      size: 'large',
      funds: 'gifts',
      traits: ['regrants', 'gala'],
      names: [
        'United Giving of {county}',
        '{city} Community Chest',
        'Federated Appeal of {feature}',
      ],
      mission:
        'To raise and share money through one workplace campaign so that {county} agencies can spend their time on service.',
      programs: [
        'Annual campaign in {60..420} workplaces, allocated by volunteer panels to {25..90} agencies in {county}.',
        'Helpline answering {9000..48000} calls for rent, utility and food assistance.',
      ],
    },
    {
      code: 'T90',
      size: 'medium',
      funds: 'investments',
      traits: ['foundation'],
      names: [
        '{founder} Memorial Trust',
        'Trust Under Will of {founder2} {founder}',
        '{founder} Scholarship Trust',
      ],
      mission:
        'To carry out the will of the founder by aiding {students/hospitals/parish churches/animal shelters} in {county}.',
      programs: [
        'Distributions under the will to {students/hospitals/parish churches/animal shelters} of {county}, {state}.',
      ],
    },
  ],
}
