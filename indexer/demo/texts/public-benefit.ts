import type { Cause } from './kind.ts'

export const PUBLIC_BENEFIT: Cause = {
  letter: 'W',
  label: 'Public & Societal Benefit',
  kinds: [
    {
      code: 'W30',
      size: 'small',
      funds: 'dues',
      subsection: '19',
      traits: ['bingo'],
      names: ['{city} Veterans Hall', '{feature} Veterans Post', '{founder} Memorial Post'],
      mission: 'To serve veterans of {county} and keep the memory of those who did not come home.',
      programs: [
        'Post home, honor guard at {40..360} funerals and rides to the VA hospital.',
        'Emergency loans and holiday meals for {80..700} veterans and widows.',
      ],
    },
    {
      code: 'W24',
      size: 'medium',
      funds: 'gifts',
      names: [
        '{feature} Civic League',
        '{state} Open Government Project',
        '{founder} Town Meeting Fund',
      ],
      mission: 'To bring people of {state} into public decisions between elections.',
      programs: [
        'Citizen juries of {24..90} residents on {housing/river flooding/school closures}.',
        'Public records help desk and a database of {900..9000} town budgets.',
      ],
    },
    {
      code: 'W90',
      size: 'medium',
      funds: 'gifts',
      traits: ['lobbying'],
      names: [
        '{state} Consumer Watch',
        '{feature} Ratepayers Union',
        '{founder} Consumer Law Fund',
      ],
      mission: 'To protect consumers in {state} from unsafe products, scams and unfair bills.',
      programs: [
        'Complaints from {1400..12000} people about {car loans/hospital bills/electric rates/timeshares} taken up.',
        'Interventions in {4..26} rate cases saved households {2..60} million dollars.',
      ],
    },
    {
      code: 'W80',
      size: 'large',
      funds: 'fees',
      fees: 'Water and electric sales',
      subsection: '12',
      names: [
        '{county} Electric Cooperative',
        '{feature} Water Association',
        '{city} Rural Telephone Cooperative',
      ],
      mission:
        'To supply members in {county}, {state} with {water/electricity/telephone service} at cost.',
      programs: [
        'Service to {900..16000} members over {120..2400} miles of line.',
        'Storm repair and capital credits returned to members.',
      ],
    },
    {
      code: 'W70',
      size: 'medium',
      funds: 'fees',
      fees: 'Program tuition',
      names: [
        'Leadership {county}',
        '{feature} Public Service Fellows',
        '{founder} Leadership Institute',
      ],
      mission: 'To prepare people of every background in {state} to lead in public life.',
      programs: [
        'Year-long class of {20..60} rising leaders from {farms, firms and agencies/tribes, towns and schools}.',
        'Campaign-neutral training for {60..520} first-time candidates to local boards.',
      ],
    },
    {
      code: 'W60',
      size: 'medium',
      funds: 'fees',
      fees: 'Loan interest',
      names: [
        '{feature} Community Loan Fund',
        '{state} Native Loan Fund',
        '{city} Credit Builders',
      ],
      mission: 'To lend fairly in {county} where banks will not.',
      programs: [
        'Loans to {120..1100} borrowers for {well pumps and trailers/taxis and food trucks/fishing gear}, repaid at {94..99} percent.',
        'Credit counseling and payday loan payoff for {300..2600} workers.',
      ],
    },
  ],
}
