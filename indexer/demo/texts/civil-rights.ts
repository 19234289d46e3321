import type { Cause } from './kind.ts'

export const CIVIL_RIGHTS: Cause = {
  letter: 'R',
  label: 'Civil Rights, Social Action & Advocacy',
  kinds: [
    {
      code: 'R40',
      size: 'medium',
      funds: 'gifts',
      names: [
        '{feature} Voting Rights Project',
        '{state} Voter Education Fund',
        '{county} League of Citizens',
      ],
      mission:
        'To see that every eligible citizen of {county}, {state} can register, vote and be counted.',
      programs: [
        'Voter registration and rides to the polls for {2600..24000} people in counties with few polling places.',
        'Poll monitors and a hotline answered {400..5200} calls on election days.',
        'Redistricting workshops teach residents to draw and defend fair maps.',
      ],
    },
    {
      code: 'R23',
      size: 'medium',
      funds: 'government',
      traits: ['lobbying'],
      names: [
        '{feature} Independent Living Center',
        'Disability Rights {state}',
        '{founder} Access Project',
      ],
      mission:
        'To advance the rights of people with disabilities in {state} to live where and how they choose.',
      programs: [
        'Moved {20..190} people out of nursing homes into their own apartments.',
        'Ramps, polling place surveys and lawsuits over {sidewalks/school seclusion/guardianship}.',
        'Peer counseling and equipment loans for {400..3600} people.',
      ],
    },
    {
      code: 'R26',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala', 'lobbying'],
      names: ['{feature} Pride Center', 'Equality {state}', '{city} Rainbow Youth'],
      mission:
        'To secure equal treatment and a safe place for lesbian, gay, bisexual and transgender people in {state}.',
      programs: [
        'Drop-in center and host homes for {150..1300} LGBTQ teenagers put out by their families.',
        'Name change clinics and legal referrals for {100..900} people.',
      ],
    },
    {
      code: 'R20',
      size: 'large',
      funds: 'gifts',
      subsection: '04',
      traits: ['lobbying'],
      names: ['{state} Action Network', '{feature} Civil Rights Action', 'Common Voice {state}'],
      mission:
        'To win fair housing, wages and policing in {state} through organizing and lobbying.',
      programs: [
        'Campaigns on {tenant protections/minimum wage/bail reform/paid leave} with {9000..88000} supporters.',
        'Leadership school for {80..600} organizers.',
      ],
    },
    {
      code: 'R30',
      size: 'small',
      funds: 'gifts',
      names: [
        '{city} Dialogue Project',
        '{feature} Reconciliation Forum',
        '{county} Truth and Memory',
      ],
      mission: 'To face the history of race in {county} honestly and build trust across it.',
      programs: [
        'Markers, soil collections and school units on {lynchings/boarding schools/redlining/internment} in {county}.',
        'Dinners that brought {200..1800} neighbors of different backgrounds to one table.',
      ],
    },
  ],
}
