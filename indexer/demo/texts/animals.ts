import type { Cause } from './kind.ts'

export const ANIMALS: Cause = {
  letter: 'D',
  label: 'Animal-Related',
  kinds: [
    {
      code: 'D30',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala', 'shop'],
      states: ['FL', 'NC', 'SC', 'TX', 'HI'],
      names: [
        '{feature} Sea Turtle Rescue',
        '{city} Turtle Hospital',
        '{feature} Marine Animal Rescue',
      ],
      mission:
        'To rescue, rehabilitate and release injured sea turtles and other marine wildlife along the coast of {state}.',
      programs: [
        'Wildlife rehabilitation: {90..620} sea turtles with boat strikes, fishhooks, cold stunning or tumors were treated in our hospital, and {60..430} were released.',
        'Nest patrols marked and guarded {220..2900} loggerhead and green turtle nests with {80..500} volunteers at dawn.',
        'Lights-out and monofilament recycling campaigns with beachfront hotels and anglers.',
      ],
    },
    {
      code: 'D20',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala', 'shop'],
      names: ['{county} Humane Society', '{feature} Animal Shelter', '{city} Animal Rescue League'],
      mission: 'To shelter homeless dogs and cats of {county} and find each one a home.',
      programs: [
        'Shelter and adoption: {900..6400} dogs and cats came in and {85..98} percent left alive.',
        'Low-cost spay and neuter clinic performed {1500..11000} surgeries, with transport from rural towns.',
        'Pet food bank and behavior helpline keep {400..3000} pets with families in hard times.',
      ],
    },
    {
      code: 'D34',
      size: 'medium',
      funds: 'gifts',
      traits: ['gala'],
      names: [
        '{feature} Wildlife Sanctuary',
        '{feature} Raptor Center',
        '{state} Wildlife Rehabilitation Center',
      ],
      mission:
        'To heal injured hawks, owls and mammals of {state} and teach people to live alongside them.',
      programs: [
        'Rehabilitation of {400..3600} birds of prey, songbirds and orphaned {otters/bobcats/foxes/bear cubs}.',
        'Lead poisoning study with the state and nonlead ammunition given to {120..900} hunters.',
        'Education birds visit {60..380} classrooms and libraries.',
      ],
    },
    {
      code: 'D31',
      size: 'medium',
      funds: 'gifts',
      abroad: ['Kenya', 'Cambodia', 'Nepal', 'Peru'],
      names: [
        '{feature} Elephant Fund',
        '{founder} Endangered Species Trust',
        'Snow Leopard Neighbors',
      ],
      mission:
        'To save threatened wildlife of {country} together with the villagers who share its range.',
      programs: [
        'Ranger patrols of {40..300} local men and women removed {600..5200} snares in {place}, {country}.',
        'Predator-proof corrals and livestock insurance for {200..1800} herding families.',
        'Wildlife corridors planted across {500..9000} acres.',
      ],
    },
    {
      code: 'D61',
      size: 'small',
      funds: 'dues',
      subsection: '07',
      names: ['{city} Kennel Club', '{feature} Saddle Club', '{county} Beekeepers Association'],
      mission:
        'To bring together people of {county} who {breed and show dogs/ride and care for horses/keep bees} and to pass on what they know.',
      programs: [
        'Monthly meetings, field days and an annual show with {200..1500} entries.',
        'Beginner course and mentor program for {20..140} new members.',
      ],
    },
    {
      code: 'D40',
      size: 'medium',
      funds: 'fees',
      fees: 'Veterinary fees',
      names: [
        '{feature} Community Veterinary Clinic',
        'Wheels and Paws of {county}',
        '{founder} Animal Clinic',
      ],
      mission:
        'To keep pets healthy when their people in {city} cannot pay a private veterinarian.',
      programs: [
        'Sliding-scale clinic treated {4000..21000} animals, from vaccines to emergency surgery.',
        'Mobile van visits {reservations/colonias/mountain hollows/public housing} once a month.',
        'Boarding for pets of people entering {hospital/domestic violence shelter/treatment}, {60..420} animals.',
      ],
    },
  ],
}
