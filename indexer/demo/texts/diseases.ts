import type { Cause } from './kind.ts'

export const DISEASES: Cause = {
  letter: 'G',
  label: 'Voluntary Health Associations & Medical Disciplines',
  kinds: [
    {
      code: 'G30',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala', 'individual-aid'],
      names: [
        '{feature} Cancer Companions',
        '{county} Cancer Fund',
        '{founder} House for Cancer Families',
      ],
      mission: 'To ease the way for people with cancer in {county} and for those who love them.',
      programs: [
        'Rides to chemotherapy and radiation: volunteers drove {40000..310000} miles for {300..2100} patients.',
        'Lodging for {200..1700} families from out of town while a child or parent is treated.',
        'Rent, wig and gas card grants for {180..1400} patients who had to stop working.',
      ],
    },
    {
      code: 'G83',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala', 'lobbying'],
      names: [
        '{feature} Memory Alliance',
        "{state} Alzheimer's Family Network",
        '{city} Memory Cafe',
      ],
      mission:
        "To support people living with Alzheimer's disease and their caregivers in {state} while a cure is sought.",
      programs: [
        'Adult day program and respite weekends for {120..860} families.',
        'Helpline, support groups and memory cafes in {20..110} towns, also in {Spanish/Mandarin/Polish/Portuguese}.',
        'Training of {400..3400} home aides, police and clergy in dementia care.',
      ],
    },
    {
      code: 'G84',
      size: 'medium',
      funds: 'fees',
      fees: 'Therapy fees',
      traits: ['school'],
      names: ['{feature} Autism Center', '{founder} School for Autism', '{county} Autism Society'],
      mission:
        'To help autistic children and adults in {county} live, learn and work on their own terms.',
      programs: [
        'Day school and therapy for {60..420} autistic pupils.',
        'Supported employment found jobs for {30..260} autistic adults in {warehouses/laboratories/bakeries/museums}.',
        'Sensory-friendly hours with {20..140} theaters, barbers and airports.',
      ],
    },
    {
      code: 'G44',
      size: 'medium',
      funds: 'gifts',
      traits: ['medicine', 'individual-aid'],
      names: [
        '{feature} Kidney Fund',
        '{state} Dialysis Patients League',
        '{founder} Transplant Fund',
      ],
      mission: 'To prevent kidney disease and stand by people on dialysis in {state}.',
      programs: [
        'Emergency grants for transport, food and treatment premiums to {300..2600} dialysis patients.',
        'Screening vans found early kidney disease in {700..5200} people at {powwows/union halls/churches/county fairs}.',
        'Living donor navigation and camp for {40..210} children with transplants.',
      ],
    },
    {
      code: 'G81',
      size: 'medium',
      funds: 'government',
      names: ['{feature} AIDS Services', '{city} Positive Living', '{founder} HIV Alliance'],
      mission: 'To end HIV in {county} and care for everyone who lives with it.',
      programs: [
        'Case management, housing and a food pantry for {350..2900} people living with HIV.',
        'Testing and PrEP clinics in {bars/barbershops/bathhouses/mobile vans} reached {2000..14000} people.',
        'Syringe exchange with wound care and treatment referrals.',
      ],
    },
    {
      code: 'G25',
      size: 'small',
      funds: 'gifts',
      traits: ['gala'],
      names: [
        '{feature} Down Syndrome Guild',
        'Up With {city}',
        '{county} Down Syndrome Association',
      ],
      mission:
        'To celebrate and support people with Down syndrome in {county} from birth to old age.',
      programs: [
        'Welcome baskets and mentor parents for {20..150} families with a new baby.',
        'Reading tutors, dance and a job club for {80..520} children and adults.',
      ],
    },
  ],
}
