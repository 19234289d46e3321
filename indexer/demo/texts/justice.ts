import type { Cause } from './kind.ts'

export const JUSTICE: Cause = {
  letter: 'I',
  label: 'Crime & Legal-Related',
  kinds: [
    {
      code: 'I80',
      size: 'medium',
      funds: 'government',
      traits: ['lobbying'],
      names: ['{feature} Legal Aid', '{county} Legal Services', '{founder} Justice Center'],
      mission:
        'To give tenants, workers and families of {county} who cannot pay a lawyer one who will fight for them.',
      programs: [
        'Eviction defense: lawyers stood with {700..5400} tenants in court and kept {60..85} percent housed.',
        'Wage theft, benefits and debt cases won {400000..4000000} dollars for {300..2600} clients.',
        'Immigration clinic for asylum seekers and unaccompanied children, {150..1300} cases.',
      ],
    },
    {
      code: 'I72',
      size: 'medium',
      funds: 'government',
      traits: ['gala'],
      names: [
        "{feature} Children's Advocacy Center",
        '{county} Court Appointed Advocates',
        '{founder} House for Children',
      ],
      mission: 'To protect abused and neglected children in {county} and speak for them in court.',
      programs: [
        'Volunteer advocates looked after {180..1500} children in foster care through {2000..15000} hours.',
        'Forensic interviews and medical exams of {200..1600} children in one child-friendly house.',
        'Safe-touch lessons in every elementary school of {county}.',
      ],
    },
    {
      code: 'I43',
      size: 'medium',
      funds: 'gifts',
      names: [
        '{feature} Prison Education Project',
        'Second Chapter {state}',
        '{founder} Reentry Fund',
      ],
      mission:
        'To teach people in the prisons of {state} and walk beside them when they come home.',
      programs: [
        'College courses inside {3..14} prisons; {60..520} incarcerated students earned credit.',
        'Reentry navigators met {220..1900} people at the gate with clothes, identification and a place to stay.',
        'Children visit parents: buses and family days for {300..2400} children.',
      ],
    },
    {
      code: 'I51',
      size: 'small',
      funds: 'fees',
      fees: 'Mediation fees',
      names: [
        '{county} Mediation Center',
        '{feature} Dispute Resolution',
        '{city} Restorative Justice',
      ],
      mission:
        'To help neighbors, families and young offenders in {county} settle conflicts face to face.',
      programs: [
        'Community mediation of {160..1200} disputes between landlords, neighbors and divorcing parents.',
        'Restorative circles for {80..700} youths referred by schools and police instead of court.',
      ],
    },
    {
      code: 'I71',
      size: 'medium',
      funds: 'government',
      traits: ['clothing'],
      names: ['{feature} Domestic Violence Project', '{county} Safe Haven', '{founder} Refuge'],
      mission: 'To bring people in {county} out of violent homes and into safety.',
      programs: [
        'Emergency shelter for {140..1100} women, men and children, with kennels for their pets.',
        'Protective orders and housing vouchers with advocates in {3..14} rural courthouses.',
        'Programs for {60..500} men who want to stop being violent.',
      ],
    },
  ],
}
